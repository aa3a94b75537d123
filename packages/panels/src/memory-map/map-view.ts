// The map that was read last: it stays in view until the next is there.
import {
  failureText,
  isMoot,
  Store,
  readMap,
  perModel,
  TypeLooks,
  type SessionModel,
  type MapSource,
  type MemoryMap,
} from '@sonde/client';

export type MapState =
  | { readonly kind: 'unread' }
  | { readonly kind: 'map'; readonly map: MemoryMap }
  /** The session does not tell; its words say why. */
  | { readonly kind: 'refused'; readonly why: string };

export class MapView {
  readonly state = new Store<MapState>({ kind: 'unread' });
  readonly source = new Store<MapSource>('language');
  readonly #looks = new TypeLooks();
  /** The stop and the source that were read. */
  #read = '';
  #number = 0;

  constructor(private readonly model: SessionModel) {
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind === 'idle' || kind === 'starting') this.#forget();
    });
  }

  /** For the stop of now; the same is not read twice. */
  async read(changes: number): Promise<void> {
    const phase = this.model.phase.get();
    if (phase.kind !== 'stopped') return;
    const source = this.source.get();
    const wanted = `${phase.stop.number} ${changes} ${source}`;
    if (wanted === this.#read) return;
    this.#read = wanted;
    const number = ++this.#number;
    try {
      const map = await readMap(this.model, source, this.#looks);
      if (number === this.#number) this.state.set({ kind: 'map', map });
    } catch (error) {
      if (number !== this.#number) return;
      if (isMoot(error)) this.#read = '';
      else this.state.set({ kind: 'refused', why: failureText(error) });
    }
  }

  #forget(): void {
    this.#number++;
    this.#read = '';
    this.state.set({ kind: 'unread' });
  }
}

export const mapViewOf = perModel(model => new MapView(model));
