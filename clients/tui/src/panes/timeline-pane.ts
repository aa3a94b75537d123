// What happened in a recorded run: the line of time as text, and below it the moments, to go to.
import {
  momentBeside,
  momentPlace,
  momentText,
  stripText,
  timeAt,
  timeViewOf,
  type Moment,
  type Timeline,
  type TimeView,
} from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawEmptyWords, drawNameAndPlace, drawRows } from './rows.js';

export class TimelinePane implements Pane {
  readonly id = 'timeline';
  readonly name = 'Timeline';
  readonly shortName = 'Time';
  readonly keys: readonly KeyHelp[] = [
    ['Enter', 'go to that moment'],
    ['[ ]', 'to what happened before and next'],
  ];
  readonly #cursor = new ListCursor();
  readonly #view: TimeView;
  #shown: Timeline | undefined;
  #columns = 1;

  constructor(private readonly host: PaneHost) {
    this.#view = timeViewOf(host.model);
    this.#view.timeline.subscribe(() => host.redraw());
  }

  readonly detail = (): string => {
    const timeline = this.#view.timeline.get();
    return timeline === undefined ? '' : `${timeline.here.step} of ${timeline.last.step} ${timeline.unit}`;
  };

  isThere(): boolean {
    return this.host.model.can('supportsStepBack');
  }

  /** So many moments on or back. */
  goBeside(by: number): void | Promise<void> {
    const timeline = this.#view.timeline.get();
    if (timeline === undefined) return this.host.say('This program cannot go back.');
    return this.#view.goTo(momentBeside(timeline, by));
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look } = this.host;
    const timeline = this.#view.timeline.get();
    if (timeline === undefined)
      return drawEmptyWords(canvas, look, 'The run is listed when the program stops.');
    this.#columns = canvas.width;
    canvas.text(0, 0, this.#strip(timeline, canvas.width), look.style('text'));
    const list = canvas.part(0, 1, canvas.width, Math.max(0, canvas.height - 1));
    this.#cursor.fit(timeline.moments.length, list.height);
    if (timeline !== this.#shown) {
      this.#shown = timeline;
      this.#cursor.at = timeline.moments.findLastIndex(({ step }) => step <= timeline.here.step);
      this.#cursor.fit(timeline.moments.length, list.height);
    }
    drawRows(list, this.#cursor, look, isFocused, (row, index) =>
      this.#drawRow(row, timeline.moments[index]!, timeline),
    );
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    if (chord !== 'Enter') return false;
    this.#go(this.#cursor.at);
    return true;
  }

  /** On the line of time a click goes there, on a row to its moment. */
  click(x: number, y: number): void {
    const timeline = this.#view.timeline.get();
    if (y === 0 && timeline !== undefined) {
      const last = Math.max(1, this.#columns - 1);
      void this.#view.goTo(timeAt(timeline, x / last, 0.5 / last));
      return;
    }
    const index = this.#cursor.rowAt(y - 1);
    if (index === undefined) return;
    this.#cursor.at = index;
    this.#go(index);
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    const moment = this.#view.timeline.get()?.moments[this.#cursor.at];
    return moment === undefined ? undefined : `${momentText(moment)} ${momentPlace(moment) ?? ''}`.trimEnd();
  }

  #go(index: number): void {
    const moment = this.#view.timeline.get()?.moments[index];
    if (moment !== undefined) void this.#view.goTo({ position: moment.at });
  }

  #strip(timeline: Timeline, columns: number): string {
    const drawn = stripText(timeline, columns);
    // Where lines are drawn with letters, so are marks.
    const hasSigns = this.host.look.glyphs.horizontal === '─';
    return hasSigns ? drawn : drawn.replaceAll(/[─•‧▮]/g, sign => plain[sign] ?? sign);
  }

  #drawRow(canvas: Canvas, moment: Moment, { here }: Timeline): void {
    const { style } = this.host.look;
    const isHere = moment.at === here.at;
    canvas.text(0, 0, isHere ? '>' : ' ', style('current'));
    const look = moment.kind === 'exception' ? 'error' : moment.step > here.step ? 'dim' : 'text';
    drawNameAndPlace(canvas, 2, [momentText(moment), style(look)], [momentPlace(moment) ?? '', style('dim')]);
  }
}

const plain: Readonly<Record<string, string>> = { '─': '-', '•': 'o', '‧': '.', '▮': '|' };
