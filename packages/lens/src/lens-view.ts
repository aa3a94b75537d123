// The lens: shows raw values under budgets, one page and one nesting level at a time.

import type { NamedValue, RawValue, SourceLocation, StopReader, TypeId, TypeTable } from '@sonde/engine';
import { defaultBudget, wholeBudget, type Budget } from './budget.js';
import { pointeeName } from './defaults/pointer-view.js';
import { NumberRows } from './number-rows.js';
import { memoryAddress } from './parts.js';
import { outOfTime, RenderRequest, tooLong, type Rendered, type RequestTools } from './render-request.js';
import type { Renderer } from './renderer.js';
import { RendererChoice } from './renderer-choice.js';
import { isShownByBytes } from './shown-by-bytes.js';
import { oneLine, unquoted } from './scalar-text.js';
import type { Child, Children, Format, Shown } from './view.js';

export interface LensOptions {
  /** The language's own, in the order they are tried; where none fits, the value is shown by its type. */
  readonly renderers: readonly Renderer[];
  readonly types: TypeTable;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  readonly budget?: Partial<Budget>;
  /** What renderers are given as `RenderContext.facts`; asked for when the first of a request is needed. Never rejects. */
  readonly facts?: (reader: StopReader) => Promise<unknown>;
  /** The language's way to write a member of a value. The child `*` is what a pointer leads to. */
  readonly memberPath?: (
    parent: string,
    child: string | number,
    parentType: TypeId,
    types: TypeTable,
  ) => string | undefined;
}

export interface ExpandRequest {
  readonly filter?: 'named' | 'indexed';
  readonly start?: number;
  /** Absent or 0 for as many as a page holds; where there are more, or too many are asked for, a last child `…` holds them. */
  readonly count?: number;
}

/** Children as a client asked for them. */
export interface ShownPage {
  readonly rows: readonly Shown[] | NumberRows;
  /** What holds the others, for a client that did not say how many it wants. */
  readonly rest?: Shown;
}

/** The value that children belong to, where that is not the one they are listed under. */
interface Owner {
  readonly name: string;
  readonly path?: string;
  readonly type?: TypeId;
}

export class Lens {
  readonly #options: LensOptions;
  readonly #budget: Budget;
  readonly #tools: RequestTools;
  readonly #owners = new WeakMap<Children, Owner>();
  /** Children whose listing took too long: it would again. */
  readonly #late = new WeakSet<Children>();

  constructor(options: LensOptions) {
    this.#options = options;
    this.#budget = { ...defaultBudget, ...options.budget };
    this.#tools = {
      choice: new RendererChoice(options.renderers, options.types, this.#budget),
      types: options.types,
      pointerSize: options.pointerSize,
      littleEndian: options.littleEndian,
      trusted: new WeakSet(),
      makers: new WeakMap(),
      ...(options.facts === undefined ? {} : { facts: options.facts }),
    };
  }

  /** Values as they go to a client, in the same order. Rejects only when the stop is over or the request cancelled. */
  async show(
    values: readonly NamedValue[],
    reader: StopReader,
    format: Format = {},
    signal?: AbortSignal,
  ): Promise<readonly Shown[]> {
    const request = this.#request(reader, format, signal);
    const rendered = await request.views(values.map(named => named.value));
    return values.map((named, nth) =>
      this.#shown(named.name, rendered[nth]!, format, named.value, named.path, named.declared),
    );
  }

  /** The children of a value that was shown before, at the same stop. */
  async expand(
    parent: Shown,
    request: ExpandRequest,
    reader: StopReader,
    format: Format = {},
    signal?: AbortSignal,
  ): Promise<readonly Shown[]> {
    const { rows, rest } = await this.page(parent, request, reader, format, signal);
    const shown = rows instanceof NumberRows ? rows.shown() : rows;
    return rest === undefined ? shown : [...shown, rest];
  }

  /** The same, with numbers in a form that is made and sent as quickly as there can be many of them. */
  async page(
    parent: Shown,
    request: ExpandRequest,
    reader: StopReader,
    format: Format = {},
    signal?: AbortSignal,
  ): Promise<ShownPage> {
    const { children } = parent;
    if (children === undefined) return { rows: [] };
    const maker = this.#tools.makers.get(children)?.name ?? parent.name;
    if (this.#late.has(children)) return { rows: [note(tooLong(maker))] };
    const start = wholeNumber(request.start) ?? 0;
    const asked = wholeNumber(request.count) ?? 0;
    const count = asked === 0 ? this.#budget.page : Math.min(asked, this.#budget.maxPage);

    const rendering = this.#request(reader, format, signal);
    const owner = this.#owners.get(children) ?? ownerOf(parent);
    const restFrom = (next: number): { readonly rest?: Shown } => {
      // Who asked for a number of them counts on no other, and on getting all of those.
      const cut = asked === 0 || asked > count;
      const rest = cut ? this.#rest(children, request.filter, next, owner) : undefined;
      return rest === undefined ? {} : { rest };
    };
    const numbers = await rendering.numbers(children, request.filter, start, count);
    if (numbers !== undefined) {
      const { name: type } = this.#options.types.get(numbers.type);
      const limit = format.limit ?? this.#budget.preview;
      const rows = new NumberRows(numbers, start, type, limit, index => this.#pathTo(owner, index));
      return { rows, ...restFrom(start + numbers.count) };
    }

    const listed = await rendering.list(children, request.filter, start, count);
    if (listed.kind === 'late') this.#late.add(children);
    if (listed.kind !== 'done') return { rows: [note(whyNotListed(listed, maker))] };
    const page = listed.result.slice(0, count);
    const rows = await this.#shownChildren(children, page, rendering, owner, format);
    return { rows, ...restFrom(start + page.length) };
  }

  async #shownChildren(
    children: Children,
    page: readonly Child[],
    rendering: RenderRequest,
    owner: Owner,
    format: Format,
  ): Promise<readonly Shown[]> {
    const real = page.flatMap(child => ('view' in child ? [] : [child.value]));
    const views = await rendering.views(real);
    let next = 0;
    return page.map(child => {
      if ('view' in child) {
        const hint = child.view.hint ?? { kind: 'virtual' };
        const maker = this.#tools.makers.get(children);
        if (maker !== undefined && child.view.children !== undefined)
          this.#tools.makers.set(child.view.children, maker);
        return this.#shown(child.name, { view: { ...child.view, hint } }, format);
      }
      const name = child.name === pointeeName ? `${pointeeName}${owner.name}` : child.name;
      const path = child.path ?? this.#pathTo(owner, child.way ?? partName(child.name));
      return this.#shown(name, views[next++]!, format, child.value, path, child.declared);
    });
  }

  /** One line of a value. */
  async text(
    value: RawValue,
    reader: StopReader,
    format: Format = {},
    signal?: AbortSignal,
  ): Promise<string> {
    const [rendered] = await this.#request(reader, format, signal).views([value]);
    return oneLine(rendered?.view.text ?? outOfTime, this.#limited(format).limit);
  }

  /** The same for a log, which is for reading: a text stands there without its quotes. */
  async loggedText(
    value: RawValue,
    reader: StopReader,
    format: Format = {},
    signal?: AbortSignal,
  ): Promise<string> {
    return unquoted(await this.text(value, reader, format, signal));
  }

  /** Whether values of a type are shown by their bytes alone, so that who has those needs nothing else of the program. */
  isShownByBytes(type: TypeId): boolean {
    return isShownByBytes(type, this.#options.types, id => this.hasRenderer(id));
  }

  /** Whether the language shows values of a type in its own way, for which it may read anything of the program. */
  hasRenderer(type: TypeId): boolean {
    const { choice } = this.#tools;
    choice.prepare([{ type, content: { kind: 'deferred' } }]);
    return choice.rendererFor(type) !== undefined;
  }

  /** The text of a value without a preview's cut, for a clipboard or a console. */
  async wholeText(
    value: RawValue,
    reader: StopReader,
    signal?: AbortSignal,
    { hex = false, binary = false }: Omit<Format, 'limit'> = {},
  ): Promise<string> {
    const budget = { ...wholeBudget, ...this.#options.budget };
    const format = { hex, binary };
    const [rendered] = await new RenderRequest(this.#tools, reader, format, budget, signal).views([value]);
    return rendered?.view.text ?? outOfTime;
  }

  #request(reader: StopReader, format: Format, signal: AbortSignal | undefined): RenderRequest {
    return new RenderRequest(this.#tools, reader, this.#limited(format), this.#budget, signal);
  }

  #limited(format: Format): Format & { readonly limit: number } {
    return { ...format, limit: format.limit ?? this.#budget.preview };
  }

  #shown(
    name: string,
    rendered: Rendered,
    format: Format,
    raw?: RawValue,
    path?: string,
    declared?: SourceLocation,
  ): Shown {
    const { view, trouble } = rendered;
    const memory = view.memory ?? (raw === undefined ? undefined : memoryAddress(raw));
    // Written out, because pages of thousands are made of these.
    const shown: { -readonly [Key in keyof Shown]: Shown[Key] } = {
      name,
      text: oneLine(view.text, format.limit ?? this.#budget.preview),
      type: view.type ?? (raw === undefined ? '' : this.#options.types.get(raw.type).name),
    };
    if (view.hint !== undefined) shown.hint = view.hint;
    if (view.children !== undefined) shown.children = view.children;
    if (memory !== undefined) shown.memory = memory;
    if (view.structured !== undefined) shown.structured = view.structured;
    if (view.missing !== undefined) shown.missing = view.missing;
    if (declared !== undefined) shown.declared = declared;
    if (raw !== undefined) shown.raw = raw;
    if (raw?.written !== undefined) shown.written = raw.written;
    if (path !== undefined) shown.path = path;
    if (trouble !== undefined) shown.trouble = trouble;
    return shown;
  }

  #pathTo(owner: Owner, child: string | number): string | undefined {
    const { memberPath, types } = this.#options;
    if (memberPath === undefined || owner.path === undefined || owner.type === undefined) return undefined;
    try {
      return memberPath(owner.path, child, owner.type, types);
    } catch {
      // A value without a path can be looked at all the same.
      return undefined;
    }
  }

  /** What a client that did not page has not been given. */
  #rest(
    children: Children,
    filter: 'named' | 'indexed' | undefined,
    from: number,
    owner: Owner,
  ): Shown | undefined {
    const total =
      filter === 'named'
        ? children.named
        : filter === 'indexed'
          ? children.indexed
          : children.named + children.indexed;
    if (from >= total || from === 0) return undefined;
    const rest: Children = {
      named: 0,
      indexed: total - from,
      list: (wanted, start, count) => (wanted === 'named' ? [] : children.list(filter, from + start, count)),
    };
    const maker = this.#tools.makers.get(children);
    if (maker !== undefined) this.#tools.makers.set(rest, maker);
    if (this.#tools.trusted.has(children)) this.#tools.trusted.add(rest);
    this.#owners.set(rest, owner);
    return { name: '…', text: `${total - from} more`, type: '', hint: { kind: 'virtual' }, children: rest };
  }
}

const ownerOf = (parent: Shown): Owner => ({
  name: parent.name,
  ...(parent.path === undefined ? {} : { path: parent.path }),
  ...(parent.raw === undefined ? {} : { type: parent.raw.type }),
});

/** A child by its name, or by its number where it has one: `[5]`. */
function partName(name: string): string | number {
  const index = name.startsWith('[') ? Number(name.slice(1, -1)) : NaN;
  return Number.isSafeInteger(index) ? index : name;
}

const wholeNumber = (value: number | undefined): number | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : Math.max(0, Math.floor(value));

/** A line where children were to be. */
const note = (text: string): Shown => ({
  name: '',
  text,
  type: '',
  hint: { kind: 'virtual' },
  missing: true,
});

function whyNotListed(
  outcome: { readonly kind: 'late' | 'out-of-time' } | { readonly kind: 'failed'; readonly why: string },
  renderer: string,
): string {
  if (outcome.kind === 'late') return tooLong(renderer);
  return outcome.kind === 'failed' ? `<renderer ${renderer} failed: ${outcome.why}>` : outOfTime;
}
