// Which panes are in view, which of them has the keys, and which one is alone.
import { paneIds, type Pane, type PaneId } from '../panes/pane.js';
import { isInside, isTiny, layout, type Area } from './layout.js';

export class Arrangement {
  /** Where the panes were drawn last. */
  areas: readonly Area[] = [];
  #focus: PaneId = 'source';
  /** Panes in the order in which they were brought to the front, the last one last. */
  #recent: readonly PaneId[] = [];
  #isAlone = false;
  /** What they were laid out for. */
  #fitted = '';
  #glance: { readonly pane: PaneId; readonly hidden: PaneId } | undefined;

  constructor(private readonly panes: Readonly<Record<PaneId, Pane>>) {}

  get focus(): PaneId {
    return this.#focus;
  }

  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** One pane with all the room, and back. */
  zoom(): void {
    this.#isAlone = !this.#isAlone;
  }

  /** Lays them out for a terminal of this size; answers the pane that had the keys and has nothing to show, if that is so. */
  fit(columns: number, rows: number): PaneId | undefined {
    const isThere = (id: PaneId): boolean => this.panes[id].isThere();
    const lost = isThere(this.#focus) ? undefined : this.#focus;
    if (lost !== undefined) this.#focus = 'source';
    const alone = this.#isAlone || isTiny(columns, rows) ? this.#focus : undefined;
    const there = paneIds.filter(isThere);
    const wanted = `${columns} ${rows} ${alone ?? ''} ${there.join(' ')}`;
    if (wanted !== this.#fitted) this.areas = layout(columns, rows, id => there.includes(id), alone);
    this.#fitted = wanted;
    return lost;
  }

  /** Gives a pane the keys; false where the program has nothing for it. */
  setFocus(pane: PaneId): boolean {
    if (!this.panes[pane].isThere()) return false;
    this.#focus = pane;
    this.#toFront(pane);
    return true;
  }

  /** Brings a pane to the front. The keys follow only from the pane that it now hides, which has none there. */
  show(pane: PaneId): void {
    this.#toFront(pane);
    const area = this.#areaOf(pane);
    if (area !== undefined && area === this.#areaOf(this.#focus) && !this.#isAlone) this.#focus = pane;
  }

  /** Brings a pane to the front until the next stop, which shows what it hides. */
  glance(pane: PaneId): void {
    const area = this.#areaOf(pane);
    const hidden = area === undefined ? pane : this.front(area);
    if (hidden !== pane) this.#glance = { pane, hidden };
    this.show(pane);
  }

  /** Unless somebody works with it. */
  endGlance(): void {
    const { pane, hidden } = this.#glance ?? {};
    this.#glance = undefined;
    if (
      hidden === undefined ||
      this.#focus === pane ||
      this.#recent.indexOf(pane!) < this.#recent.indexOf(hidden)
    )
      return;
    this.#toFront(hidden);
  }

  /** The pane of an area that was brought to the front last. */
  front({ panes }: Area): PaneId {
    return panes.reduce((front, pane) =>
      this.#recent.lastIndexOf(pane) > this.#recent.lastIndexOf(front) ? pane : front,
    );
  }

  /** The pane that is so many steps away from the one with the keys, among those in view; among all where only one is. */
  neighbour(step: number): PaneId {
    const all =
      this.areas.length <= 1
        ? paneIds.filter(id => this.panes[id].isThere())
        : this.areas.map(area => this.front(area));
    return all[(all.indexOf(this.#focus) + step + all.length) % all.length] ?? 'source';
  }

  areaAt(x: number, y: number): Area | undefined {
    return this.areas.find(each => isInside(each, x, y));
  }

  #areaOf(pane: PaneId): Area | undefined {
    return this.areas.find(({ panes }) => panes.includes(pane));
  }

  #toFront(pane: PaneId): void {
    this.#recent = [...this.#recent.filter(id => id !== pane), pane];
  }
}
