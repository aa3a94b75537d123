// What a view of memory shows, also while it is not in front: the place, the way there, and what was read.
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';
import { formatAddress, type Address } from './address.js';
import { MemoryPages } from './memory-pages.js';
import { memoryReader, placeNamed, writeByte } from './memory-requests.js';
import { goBack, goForth, nowhere, visit, type Visited } from './visited.js';

/** A place that was gone to. */
export interface Place {
  readonly address: Address;
  /** What a user calls it: the expression or the variable. */
  readonly label: string;
}

export class MemoryView {
  readonly pages: MemoryPages;
  readonly visited = new Store<Visited<Place>>(nowhere);
  /** The byte that keys and clicks are about. */
  readonly cursor = new Store(0n);
  /** Why the last place could not be shown. */
  readonly problem = new Store<string | undefined>(undefined);
  /** Counts up when what is in view has to be read again. */
  readonly epoch = new Store(0);
  /** Counts up with every place that is gone to, so that it comes into view. */
  readonly moves = new Store(0);
  #stop: number | undefined;

  constructor(private readonly model: SessionModel) {
    this.pages = new MemoryPages(memoryReader(model));
    model.phase.subscribe(() => this.#phaseChanged());
    model.changes.subscribe(() => {
      this.pages.stale();
      this.#readAgain();
    });
  }

  get place(): Place | undefined {
    const { places, at } = this.visited.get();
    return places[at];
  }

  async goToText(text: string): Promise<void> {
    if (text.trim() === '') return;
    this.problem.set(undefined);
    try {
      this.goTo({ address: await placeNamed(this.model, text.trim()), label: text.trim() });
    } catch (error) {
      this.problem.set(error instanceof Error ? error.message : String(error));
    }
  }

  goTo(place: Place): void {
    this.problem.set(undefined);
    this.#arrive(visit(this.visited.get(), place, samePlace));
  }

  back(): void {
    this.#arrive(goBack(this.visited.get()));
  }

  forth(): void {
    this.#arrive(goForth(this.visited.get()));
  }

  async write(offset: bigint, value: number): Promise<void> {
    const space = this.place?.address.space ?? '';
    await this.model.attempt(() => writeByte(this.model, { space, offset }, value));
    this.pages.stale();
    this.#readAgain();
  }

  #arrive(visited: Visited<Place>): void {
    this.visited.set(visited);
    const { place } = this;
    if (place !== undefined) this.cursor.set(place.address.offset);
    this.moves.update(count => count + 1);
  }

  #phaseChanged(): void {
    const phase = this.model.phase.get();
    if (phase.kind === 'stopped' && phase.stop.number !== this.#stop) {
      this.#stop = phase.stop.number;
      this.pages.newStop();
      this.#readAgain();
    }
    if (phase.kind === 'idle' || phase.kind === 'starting') this.pages.forget();
  }

  #readAgain(): void {
    this.epoch.update(count => count + 1);
  }
}

const samePlace = (a: Place, b: Place): boolean => formatAddress(a.address) === formatAddress(b.address);
