// What the hex view shows, also while it is not in front: the place, the way there, and what was read.
import { type SessionModel, Store } from '@sonde/client';
import { formatAddress, parseAddress, type Address } from './address.js';
import { MemoryPages } from './memory-pages.js';
import { placeNamed, reader, writeByte } from './memory-requests.js';
import { memoryTarget } from './memory-target.js';
import { goBack, goForth, nowhere, visit, type Visited } from './visited.js';
import { perModel } from '../per-model.js';

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
    this.pages = new MemoryPages(reader(model));
    model.phase.subscribe(() => this.#phaseChanged());
    model.changes.subscribe(() => {
      this.pages.stale();
      this.#readAgain();
    });
    memoryTarget.subscribe(() => this.#followTarget());
    this.#followTarget();
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

  #followTarget(): void {
    const target = memoryTarget.get();
    if (target === undefined) return;
    const address = parseAddress(target.reference);
    if (address === undefined) return void this.goToText(target.reference);
    this.goTo({ address, label: target.label ?? formatAddress(address) });
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

export const memoryViewOf = perModel(model => new MemoryView(model));
