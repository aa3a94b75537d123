// Bytes of memory with what changed, and which region of the program they lie in.
import {
  digitsFor,
  formatAddress,
  isOvertaken,
  joinedRegions,
  lastOffset,
  letterOf,
  MemoryView,
  paddedOffset,
  parseAddress,
  readMap,
  type Address,
  type MapSource,
  type MemoryMap,
  type Place,
  type Region,
} from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { firstPlace, regionAt } from './first-memory-place.js';
import { topFor } from './memory-top.js';
import { RegionList, regionName } from './region-list.js';
import { drawEmptyWords } from './rows.js';

export class MemoryPane implements Pane {
  readonly id = 'memory';
  readonly name = 'Memory';
  readonly shortName = 'Mem';
  readonly keys: readonly KeyHelp[] = [
    ['o', 'go to an address or an expression'],
    ['arrows', 'choose a byte'],
    ['=', 'set the byte'],
    ['Backspace', 'back to the place before'],
    ['R', 'regions of memory; Enter goes to one'],
  ];
  readonly #view: MemoryView;
  /** Undefined until they are read; `none` where nobody tells them. */
  #told: readonly Region[] | 'none' | undefined;
  readonly #list = new RegionList();
  #regionsOf: number | undefined;
  #top = 0n;
  /** Where the latest move has put it. */
  #topOfMove = 0n;
  #perRow = 16;
  #height = 1;
  /** A list of the regions in place of bytes. */
  #lists = false;
  #moves = -1;
  /** Where it has begun for want of a variable. */
  #makeshift: Place | undefined;
  /** What the latest search for a place to begin at had. */
  #soughtFrom: readonly unknown[] = [];

  constructor(private readonly host: PaneHost) {
    this.#view = new MemoryView(host.model);
    for (const store of [this.#view.pages.version, this.#view.epoch, this.#view.moves, this.#view.problem])
      store.subscribe(() => host.redraw());
  }

  readonly detail = (): string => {
    const { place } = this.#view;
    if (place === undefined) return '';
    const region = this.#regionWords(this.#here);
    return region.startsWith(place.label) ? region : `${place.label}  ${region}`.trimEnd();
  };

  isThere(): boolean {
    return this.host.model.can('supportsReadMemoryRequest');
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look, model } = this.host;
    this.#height = canvas.height;
    this.#readRegions();
    if (this.#lists) return this.#list.draw(canvas, look, this.#regions, isFocused);
    if (this.#view.place === undefined || this.#isAtMakeshift) this.#beginSomewhere();
    const problem = this.#view.problem.get();
    const { place } = this.#view;
    if (place === undefined || problem !== undefined) {
      const nothing =
        this.#regions.length === 0 && Array.isArray(this.#told) ? 'The program uses no memory yet. ' : '';
      drawEmptyWords(
        canvas,
        look,
        problem ?? `${nothing}o goes to an address or an expression.`,
        problem !== undefined,
      );
      if (place === undefined) return;
    }
    const { space } = place.address;
    const digits = this.#digits(canvas.height);
    this.#perRow = canvas.width >= digits + 3 + 16 * 4 ? 16 : 8;
    this.#followMoves(place.address);
    const width = BigInt(this.#perRow);
    if (model.phase.get().kind === 'stopped')
      void this.#view.pages.load(space, this.#top, this.#top + width * BigInt(canvas.height));
    for (let y = problem === undefined ? 0 : 1; y < canvas.height; y++) {
      const start = this.#top + width * BigInt(y);
      if (start > lastOffset) break;
      this.#drawRow(canvas.part(0, y, canvas.width, 1), space, start, digits, isFocused);
    }
  }

  key(chord: string): boolean {
    const { host } = this;
    switch (chord) {
      case 'o':
        host.ask({ label: 'memory at: ', answer: text => this.#view.goToText(text) });
        return true;
      case 'R':
        this.#lists = !this.#lists;
        return true;
      case '=':
        this.#askByte();
        return true;
      case 'Backspace':
        this.#view.back();
        return true;
      case 'Enter':
        if (this.#lists) this.#goToRegion(this.#list.chosen(this.#regions));
        return true;
      default:
        return this.#lists ? this.#list.key(chord) : this.#move(chord);
    }
  }

  click(x: number, y: number): void {
    if (this.#lists) return this.#goToRegion(this.#list.chosen(this.#regions, y));
    const digits = this.#digits(this.#height);
    const column = Math.floor((x - digits - 1) / 3);
    if (column < 0 || column >= this.#perRow) return;
    this.#view.cursor.set(this.#top + BigInt(y * this.#perRow + column));
  }

  wheel(lines: number): void {
    if (this.#lists) return this.#list.wheel(lines);
    const to = this.#top + BigInt(lines * this.#perRow);
    this.#top = to < 0n ? 0n : to > lastOffset ? lastOffset : to;
  }

  copied(): string | undefined {
    return this.#view.place === undefined ? undefined : formatAddress(this.#here);
  }

  goTo(reference: string, label: string): void {
    const address = parseAddress(reference);
    if (address === undefined) void this.#view.goToText(reference);
    else this.#view.goTo({ address, label });
  }

  get #here(): Address {
    return { space: this.#view.place?.address.space ?? '', offset: this.#view.cursor.get() };
  }

  get #regions(): readonly Region[] {
    return this.#told === undefined || this.#told === 'none' ? [] : this.#told;
  }

  #goToRegion(region: Region | undefined): void {
    if (region === undefined) return;
    this.#lists = false;
    this.goTo(region.reference, regionName(region));
  }

  /** Where nobody has named a place. What has none is asked again only when something is new. */
  #beginSomewhere(): void {
    if (this.#told === undefined) return;
    const { selection, inline } = this.host.model.frame;
    const from = [this.#told, selection.get(), inline.get()] as const;
    if (from.every((each, nth) => each === this.#soughtFrom[nth])) return;
    this.#soughtFrom = from;
    const begin = firstPlace(this.#told, from[1]?.frame, from[2]?.variables ?? []);
    if (begin === undefined || (begin.isMakeshift === true && this.#makeshift !== undefined)) return;
    this.goTo(begin.reference, begin.label);
    this.#makeshift = begin.isMakeshift === true ? this.#view.place : undefined;
  }

  /** The pane has begun where no variable lies, as before the first call, and nobody has moved in it. */
  get #isAtMakeshift(): boolean {
    const { place, cursor } = this.#view;
    if (place === undefined || place !== this.#makeshift) return false;
    return cursor.get() === place.address.offset && this.#top === this.#topOfMove;
  }

  /** Of the addresses in so many rows. */
  #digits(rows: number): number {
    const end = this.#top + BigInt(this.#perRow * rows);
    return digitsFor(end > lastOffset ? lastOffset : end);
  }

  #followMoves(address: Address): void {
    const moves = this.#view.moves.get();
    if (moves === this.#moves) return;
    this.#moves = moves;
    this.#top = topFor(address, this.#regions, BigInt(this.#perRow), BigInt(this.#height));
    this.#topOfMove = this.#top;
  }

  #move(chord: string): boolean {
    const width = BigInt(this.#perRow);
    const page = width * BigInt(Math.max(1, this.#height - 1));
    const steps: Readonly<Record<string, bigint>> = {
      ...{ Left: -1n, h: -1n, Right: 1n, l: 1n, Up: -width, k: -width, Down: width, j: width },
      ...{ PageUp: -page, PageDown: page },
    };
    const step = steps[chord];
    if (step === undefined) return false;
    const to = this.#view.cursor.get() + step;
    if (to < 0n || to > lastOffset) return true;
    this.#view.cursor.set(to);
    // The place may be one that was not drawn yet, as far away as addresses go.
    if (this.#view.place !== undefined) this.#followMoves(this.#view.place.address);
    const below = to - (this.#top + width * BigInt(this.#height));
    if (to < this.#top) this.#top = max(0n, this.#top - ((this.#top - to - 1n) / width + 1n) * width);
    else if (below >= 0n) this.#top += (below / width + 1n) * width;
    return true;
  }

  #askByte(): void {
    if (!this.host.model.can('supportsWriteMemoryRequest'))
      return this.host.say('Memory of this program cannot be written.');
    const at = this.#view.cursor.get();
    this.host.ask({
      label: `byte at ${formatAddress(this.#here)} = `,
      answer: text => {
        const value = Number(text.trim());
        if (!Number.isInteger(value) || value < 0 || value > 255)
          return this.host.say(`${text} is no byte: write 0 to 255, or 0x00 to 0xff.`);
        return this.#view.write(at, value);
      },
    });
  }

  #drawRow(canvas: Canvas, space: string, start: bigint, digits: number, isFocused: boolean): void {
    const { style } = this.host.look;
    canvas.text(0, 0, paddedOffset(start, digits), style('address'));
    const letters = digits + 1 + this.#perRow * 3 + 1;
    for (let column = 0; column < this.#perRow; column++) {
      const offset = start + BigInt(column);
      if (offset > lastOffset) break;
      const byte = this.#view.pages.at(space, offset);
      const text =
        byte.kind === 'value'
          ? byte.value.toString(16).padStart(2, '0')
          : byte.kind === 'unread'
            ? '..'
            : '??';
      const isChosen = isFocused && offset === this.#view.cursor.get();
      const looks = isChosen
        ? 'chosen'
        : byte.kind !== 'value'
          ? 'dim'
          : byte.changed
            ? 'changed'
            : byte.value === 0
              ? 'dim'
              : 'value';
      canvas.text(digits + 1 + column * 3, 0, text, style(looks));
      const letter = byte.kind === 'value' ? letterOf(byte.value) : ' ';
      canvas.text(letters + column, 0, letter, style(looks === 'value' ? 'text' : looks));
    }
    const label = this.#labelIn(space, start);
    const x = letters + this.#perRow + 2;
    if (label !== undefined && canvas.width - x > 5)
      canvas.text(x, 0, fitted(label, canvas.width - x), style('region'));
  }

  /** Of a region that begins in this row. */
  #labelIn(space: string, start: bigint): string | undefined {
    const end = start + BigInt(this.#perRow);
    const region = this.#regions.find(
      each => each.start.space === space && each.start.offset >= start && each.start.offset < end,
    );
    return region === undefined ? undefined : regionName(region);
  }

  #regionWords(address: Address): string {
    const region = regionAt(this.#regions, address);
    return region === undefined ? '' : [regionName(region), region.permissions].filter(Boolean).join(' ');
  }

  /** Once for each stop, while somebody looks. */
  #readRegions(): void {
    const { model } = this.host;
    const phase = model.phase.get();
    if (phase.kind !== 'stopped' || phase.stop.number === this.#regionsOf) return;
    this.#regionsOf = phase.stop.number;
    let isOver = false;
    const read = (source: MapSource): Promise<MemoryMap | undefined> =>
      readMap(model, source).catch((error: unknown) => {
        isOver ||= isOvertaken(error);
        return undefined;
      });
    void Promise.all([read('engine'), read('language')]).then(([machine, language]) => {
      // The program went on meanwhile, which says nothing about its regions: the next stop tells them.
      if (isOver) return;
      this.#told =
        machine === undefined && language === undefined
          ? 'none'
          : joinedRegions(machine?.regions ?? [], language?.regions ?? []);
      this.host.redraw();
    });
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
