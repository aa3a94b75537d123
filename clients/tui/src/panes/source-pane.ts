// The source: where the program stands, breakpoints, values at the ends of lines, colours, and a search.
import {
  inlineValues,
  sourceKey,
  SourceTokenizer,
  type BreakpointMark,
  type InlineValues,
  type OpenSource,
  type Syntax,
  type TokenLine,
} from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { onGround } from '../terminal/style.js';
import { fitted, fromColumn, widthOf, withoutTabs } from '../terminal/width.js';
import { ListCursor } from './list-cursor.js';
import { marksIn, sayWhyWaiting } from './line-breakpoints.js';
import { termsIn, termsQuestion, termsText, withoutTerms } from './breakpoint-terms.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { matcher } from './search.js';

/** A text that was divided into lines, and the tokens of those that were looked at. */
interface ReadSource {
  text: string;
  readonly lines: readonly string[];
  readonly syntax: Syntax | undefined;
  readonly tokenizer: SourceTokenizer;
  readonly tokens: TokenLine[];
}

const mostReads = 20;

/** Of an inline value that is cut. */
const leastInline = 8;

export class SourcePane implements Pane {
  readonly id = 'source';
  readonly name = 'Source';
  readonly shortName = 'Source';
  readonly keys: readonly KeyHelp[] = [
    ['b F9 Space', 'breakpoint on the line'],
    ['C', 'condition, hit count or log message'],
    ['t', 'run to the line'],
    ['J', 'jump to the line'],
    ['/', 'search; Enter on nothing goes on'],
    ['[ ]', 'other open files'],
    ['.', 'back to where the program stands'],
  ];
  readonly #cursor = new ListCursor();
  #left = 0;
  #read: ReadSource | undefined;
  /** Those that were shown, the last one last: steps go from file to file and back. */
  readonly #reads = new Map<string, ReadSource>();
  #reveals = 0;
  #pattern = '';
  #inline: { readonly of: InlineValues; readonly lines: ReadonlyMap<number, string> } | undefined;

  constructor(private readonly host: PaneHost) {}

  readonly detail = (): string => this.source?.name ?? '';

  isThere(): boolean {
    return true;
  }

  get source(): OpenSource | undefined {
    const { open, active } = this.host.model.sources;
    return open.get().find(({ key }) => key === active.get());
  }

  /** From 1. */
  get line(): number {
    return this.#cursor.at + 1;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { source } = this;
    const { look } = this.host;
    if (source?.text === undefined) {
      canvas.text(1, 0, fitted(this.#emptyWords(source), canvas.width - 2), look.style('dim'));
      return;
    }
    const read = this.#linesOf(source);
    this.#cursor.height = Math.max(1, canvas.height);
    this.#followReveal(source.key, read.lines.length);
    this.#cursor.fit(read.lines.length, canvas.height, false);
    const marks = this.#marks(source);
    const values = this.#values(source, read);
    const digits = String(read.lines.length).length;
    const place = this.#place(source.key);
    for (let y = 0; y < canvas.height; y++) {
      const number = this.#cursor.top + y + 1;
      if (number > read.lines.length) break;
      const mark = marks.get(number);
      const [glyph, role] = this.#markOf(mark);
      canvas.text(0, y, glyph, look.style(role));
      const isPlace = place?.line === number;
      canvas.text(1, y, String(number).padStart(digits), look.style(isPlace ? 'key' : 'lineNumber'));
      canvas.text(digits + 1, y, isPlace ? look.glyphs.pointer : ' ', look.style(isPlace ? 'key' : 'dim'));
      const end = this.#code(canvas.part(digits + 3, y, canvas.width - digits - 3, 1), read, number);
      const value = values?.get(number);
      if (value !== undefined) {
        const at = digits + 3 + end + 2;
        const room = canvas.width - at;
        // A name without any of its value says nothing.
        if (room >= Math.min(leastInline, widthOf(value)))
          canvas.text(at, y, fitted(value, room), look.style('inline'));
      }
      if (isPlace) {
        const ground = look.style(place.isTop ? 'current' : 'frame');
        canvas.restyleRow(y, style => onGround(style, ground));
      } else if (isFocused && number === this.line)
        canvas.restyleRow(y, style => onGround(style, look.style('cursor')));
    }
  }

  key(chord: string): boolean {
    const { model } = this.host;
    if (this.#cursor.key(chord)) return true;
    const { source } = this;
    switch (chord) {
      case 'Left':
      case 'Right':
        this.#left = Math.max(0, this.#left + (chord === 'Left' ? -8 : 8));
        return true;
      case 'b':
      case 'F9':
      case 'Space':
        this.toggleBreakpoint();
        return true;
      case 'C':
        if (source?.source.path !== undefined) this.#askTerms(source, source.source.path);
        return true;
      case 't':
        if (source?.source.path !== undefined) void model.motions.runTo(source.source.path, this.line);
        return true;
      case 'J':
        if (source !== undefined) void model.motions.jumpTo(source.source, this.line);
        return true;
      case '[':
      case ']':
        this.#other(chord === '[' ? -1 : 1);
        return true;
      case '.':
        this.showPlace();
        return true;
      default:
        return false;
    }
  }

  click(x: number, y: number): void {
    const row = this.#cursor.rowAt(y);
    if (row === undefined) return;
    this.#cursor.at = row;
    // Beside the text a click means the breakpoint.
    if (x <= String(this.#read?.lines.length ?? 0).length) this.toggleBreakpoint();
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    return this.source?.text?.split(/\r\n|\n|\r/)[this.#cursor.at];
  }

  toggleBreakpoint(): void {
    const { source } = this;
    const path = source?.source.path;
    if (source === undefined || path === undefined)
      return this.host.say('There is no file here to set a breakpoint in.');
    const asked = this.#askedLine(source);
    const { model } = this.host;
    void model.breakpoints.toggleLine(path, asked).then(() => sayWhyWaiting(this.host, path, asked));
  }

  /** Shows the place of the frame that is looked at. */
  showPlace(): void {
    const frame = this.host.model.frame.selection.get()?.frame;
    if (frame?.source !== undefined) void this.host.model.sources.show(frame.source, frame.line);
  }

  goToLine(line: number): void {
    this.#cursor.reveal(line - 1, this.#read?.lines.length ?? line);
  }

  /** Goes to the next line with the text, round about; false when there is none. */
  search(pattern: string, from = this.line): boolean {
    if (pattern !== '') this.#pattern = pattern;
    const lines = this.#read?.lines ?? [];
    if (this.#pattern === '' || lines.length === 0) return false;
    const wanted = matcher(this.#pattern);
    for (let step = 0; step < lines.length; step++) {
      const index = (from + step) % lines.length;
      if (!wanted(lines[index]!)) continue;
      this.goToLine(index + 1);
      return true;
    }
    return false;
  }

  #emptyWords(source: OpenSource | undefined): string {
    if (source?.problem !== undefined) return source.problem;
    if (source !== undefined) return 'Reading…';
    const { kind } = this.host.model.phase.get();
    if (kind === 'stopped') return 'No source here: see the disassembly (7).';
    // Nothing has stopped it, and nobody could say where it should.
    return kind === 'ended' ? ':open FILE shows a source, to set breakpoints in.' : '';
  }

  #linesOf(source: OpenSource): ReadSource {
    const text = source.text!;
    if (isOf(this.#read, text)) return this.#read;
    this.#inline = undefined;
    this.#read = this.#reads.get(source.key);
    if (isOf(this.#read, text)) return this.#read;
    const syntax = this.host.syntaxOf(source.source.path ?? source.name);
    const tokenizer = new SourceTokenizer(syntax);
    const lines = text.split(/\r\n|\n|\r/).map(line => withoutTabs(line, 4));
    if (lines.length > 1 && lines.at(-1) === '') lines.pop();
    this.#read = { text, lines, syntax, tokenizer, tokens: [] };
    this.#reads.delete(source.key);
    this.#reads.set(source.key, this.#read);
    const [oldest] = this.#reads.keys();
    if (this.#reads.size > mostReads) this.#reads.delete(oldest!);
    return this.#read;
  }

  #followReveal(key: string, count: number): void {
    const reveal = this.host.model.sources.reveal.get();
    if (reveal === undefined || reveal.key !== key || reveal.number === this.#reveals) return;
    this.#reveals = reveal.number;
    this.#left = 0;
    this.#cursor.reveal(Math.max(0, reveal.line - 1), count);
  }

  #marks(source: OpenSource): ReadonlyMap<number, BreakpointMark> {
    const { path } = source.source;
    if (path === undefined) return new Map();
    return new Map(marksIn(this.host.model, path).map(mark => [mark.line, mark]));
  }

  #markOf(mark: BreakpointMark | undefined): readonly [string, 'breakpoint' | 'waiting' | 'foreign'] {
    const { glyphs } = this.host.look;
    if (mark === undefined) return [' ', 'breakpoint'];
    if (mark.state === 'disabled') return [glyphs.disabled, 'waiting'];
    if (mark.state === 'waiting') return [glyphs.waiting, 'waiting'];
    if (mark.shape === 'foreign') return [glyphs.breakpoint, 'foreign'];
    const glyph = { plain: glyphs.breakpoint, condition: glyphs.condition, log: glyphs.log }[mark.shape];
    return [glyph, 'breakpoint'];
  }

  /** Where the frame that is looked at stands in this source. */
  #place(key: string): { readonly line: number; readonly isTop: boolean } | undefined {
    const { model } = this.host;
    const selection = model.frame.selection.get();
    if (selection === undefined || model.phase.get().kind !== 'stopped') return undefined;
    const { frame, threadId } = selection;
    const isHere = frame.source !== undefined && sourceKey(frame.source) === key;
    const thread = model.threads.list.get().find(({ id }) => id === threadId);
    return isHere ? { line: frame.line, isTop: thread?.stack?.frames[0]?.id === frame.id } : undefined;
  }

  #values(source: OpenSource, read: ReadSource): ReadonlyMap<number, string> | undefined {
    const { model } = this.host;
    const inline = model.frame.inline.get();
    if (inline === undefined || model.phase.get().kind !== 'stopped') return undefined;
    if (inline.frame.source === undefined || sourceKey(inline.frame.source) !== source.key) return undefined;
    if (this.#inline?.of === inline) return this.#inline.lines;
    const { syntax } = read;
    const values = inlineValues({
      lines: read.lines,
      current: inline.frame.line,
      functionName: inline.frame.name,
      variables: inline.variables,
      ...(inline.from === undefined ? {} : { from: inline.from }),
      ...(source.source.path === undefined ? {} : { path: source.source.path }),
      ...(syntax === undefined ? {} : { syntax }),
    });
    this.#inline = { of: inline, lines: new Map(values.map(({ line, text }) => [line, text])) };
    return this.#inline.lines;
  }

  /** Answers how many columns the code takes. */
  #code(canvas: Canvas, read: ReadSource, number: number): number {
    const { look } = this.host;
    let x = -this.#left;
    for (const { text, kind } of tokensOf(read, number)) {
      const style = look.style(kind === 'plain' ? 'text' : kind);
      const width = widthOf(text);
      if (x >= 0) canvas.text(x, 0, text, style);
      else if (x + width > 0) {
        const rest = fromColumn(text, -x);
        canvas.text(rest.gap, 0, rest.text, style);
      }
      x += width;
    }
    return Math.max(0, x);
  }

  /** A breakpoint that was bound to this line is known by the line that was asked for. */
  #askedLine(source: OpenSource): number {
    const mark = this.#marks(source).get(this.line);
    return mark === undefined || mark.shape === 'foreign' ? this.line : mark.asked;
  }

  #askTerms(source: OpenSource, path: string): void {
    const { host } = this;
    const { breakpoints } = host.model;
    const line = this.#askedLine(source);
    const known = breakpoints.book.linesOf(path).find(each => each.line === line);
    host.ask({
      label: termsQuestion,
      text: known === undefined ? '' : termsText(known),
      answer: async text => {
        await breakpoints.setLine(path, { ...withoutTerms(known ?? { line }), ...termsIn(text) });
        sayWhyWaiting(host, path, line);
      },
    });
  }

  #other(step: number): void {
    const { open, active } = this.host.model.sources;
    const list = open.get();
    const index = list.findIndex(({ key }) => key === active.get());
    const next = list[(index + step + list.length) % list.length];
    if (next !== undefined) active.set(next.key);
  }
}

/** A text that was read anew is kept in place of the one before: to compare it with itself costs nothing, however long it is. */
function isOf(read: ReadSource | undefined, text: string): read is ReadSource {
  if (read?.text !== text) return false;
  read.text = text;
  return true;
}

function tokensOf(read: ReadSource, number: number): TokenLine['tokens'] {
  for (let index = read.tokens.length; index < number; index++)
    read.tokens.push(read.tokenizer.line(read.lines[index]!, read.tokens[index - 1]?.until));
  return read.tokens[number - 1]!.tokens;
}
