// Value access: children behind a variables reference, and values as clients read them.

import type { Variable, WrittenJson } from '@sonde/dap';
import {
  Failure,
  formatAddress,
  type FrameId,
  type NamedValue,
  type Scope,
  type SourceLocation,
} from '@sonde/engine';
import {
  NumberRows,
  type ExpandRequest,
  type Format,
  type PresentationHint,
  type Shown,
  type ShownPage,
} from '@sonde/lens';
import type { Client } from '../clients/client.js';
import type { DebugSession } from '../debug-session.js';
import { numberBodies, writtenNumbers } from './number-bodies.js';
import { paintFor, type Paint } from '../clients/paint.js';
import { runtimeScopes } from './runtime-scopes.js';
import type { ValueContainer } from './value-container.js';

export interface ShownChildren extends ShownPage {
  readonly frame: FrameId | undefined;
  /** How they were written. */
  readonly format: Format;
}

/** The children of a container, rendered. */
export async function children(
  session: DebugSession,
  reference: number,
  request: ExpandRequest,
  format: Format,
  signal?: AbortSignal,
): Promise<ShownChildren> {
  const container = session.containers.get(reference);
  const { reader } = session.stopped();
  const lens = await session.lens(container.frame);
  if (container.kind === 'value') {
    const parent = await current(session, container, signal);
    // Who asked for a value in some base wants its members in it too, unless told otherwise.
    const inherited = { ...container.format, ...format };
    const page = await lens.page(parent, request, reader, inherited, signal);
    return { ...page, frame: container.frame, format: inherited };
  }
  if (container.kind === 'runtime-scope') {
    const { thread, frame, name } = container;
    const found = (await runtimeScopes(session, thread, frame)).find(scope => scope.name === name);
    const shown = found === undefined ? [] : [{ name, text: '', type: '', children: found.children }];
    const page =
      shown[0] === undefined ? { rows: [] } : await lens.page(shown[0], request, reader, format, signal);
    return { ...page, frame, format };
  }
  const scope = await scopeOf(session, container);
  const all = scope === undefined || request.filter === 'indexed' ? [] : asWritten(scope.variables);
  // Addresses and bits, more often than numbers that somebody counted.
  const chosen = scope?.kind === 'registers' ? { hex: true, ...format } : format;
  const start = request.start ?? 0;
  const page = all.slice(start, request.count === undefined ? undefined : start + request.count);
  const rows = await lens.show(page, reader, chosen, signal);
  return { rows, frame: container.frame, format: chosen };
}

/** All of them, each by itself. */
export function shownIn({ rows, rest }: ShownChildren): readonly Shown[] {
  const shown = rows instanceof NumberRows ? rows.shown() : rows;
  return rest === undefined ? shown : [...shown, rest];
}

/** Whose value it is, and who looks at it. */
export interface Viewer {
  readonly session: DebugSession;
  readonly client: Client;
}

type ScopeContainer = Extract<ValueContainer, { kind: 'scope' }>;
type ShownContainer = Extract<ValueContainer, { kind: 'value' }>;

async function scopeOf(session: DebugSession, container: ScopeContainer): Promise<Scope | undefined> {
  return (await session.scopes.of(session.stopped().stop.id, container.frame))[container.index];
}

/** Engines list what is innermost first, so that a name means what it means; people read them as they are written. */
function asWritten(variables: readonly NamedValue[]): readonly NamedValue[] {
  const source = variables[0]?.declared?.source.path;
  if (source === undefined || variables.some(({ declared }) => declared?.source.path !== source))
    return variables;
  return variables.toSorted((a, b) => a.declared!.line - b.declared!.line);
}

/** The value as it is now: a client may keep a reference while it changes what is behind it. */
async function current(
  session: DebugSession,
  container: ShownContainer,
  signal?: AbortSignal,
): Promise<Shown> {
  const { shown, changes } = container;
  const place = shown.raw?.place;
  if (changes === session.changes || shown.raw === undefined || place === undefined) return shown;
  const { reader } = session.stopped();
  const value = await reader.value({ place, type: shown.raw.type }, signal);
  const { name, path, declared } = shown;
  const named: NamedValue = {
    name,
    value,
    ...(path === undefined ? {} : { path }),
    ...(declared === undefined ? {} : { declared }),
  };
  return (await (await session.lens(container.frame)).show([named], reader, {}, signal))[0]!;
}

/** How far a child is looked for by name: beyond this a client has to page anyway. */
const searched = 10_000;

/** The child of that name, as `setVariable` and data breakpoints name it. */
export async function childOf(
  session: DebugSession,
  reference: number,
  name: string,
  signal?: AbortSignal,
): Promise<Shown> {
  const container = session.containers.get(reference);
  if (container.kind === 'scope') {
    const scope = await scopeOf(session, container);
    const named = scope === undefined ? undefined : scope.variables.find(v => v.name === name);
    if (named !== undefined) {
      const lens = await session.lens(container.frame);
      return (await lens.show([named], session.stopped().reader, {}, signal))[0]!;
    }
  }
  const index = /^\[(\d+)\]$/.exec(name);
  const asked = async (request: ExpandRequest): Promise<Shown | undefined> => {
    const listed = await children(session, reference, request, {}, signal);
    return shownIn(listed).find(child => child.name === name);
  };
  const found =
    (index === null ? undefined : await asked({ filter: 'indexed', start: Number(index[1]), count: 1 })) ??
    // A number may be the key of an entry, which is not the place that it has.
    (await asked({ count: searched }));
  if (found === undefined) throw new Failure('not-found', 'user', `there is no "${name}" here.`);
  return found;
}

/** The parts that every body with a value shares. `format` is how it was written, for its members. */
export function valueBody(
  viewer: Viewer,
  shown: Shown,
  frame: FrameId | undefined,
  format: Format = {},
): ValueBody {
  const body: ValueBody = { variablesReference: referenceTo(viewer, shown, frame, format) };
  describe(body, viewer, shown);
  return body;
}

/** The whole body of a response, where it can be written in less time than it takes to make one. */
export const writtenBody = ({ client }: Viewer, { rows, rest }: ShownChildren): WrittenJson | undefined =>
  rows instanceof NumberRows && rest === undefined ? writtenNumbers(rows, client) : undefined;

export function variableBodies(
  viewer: Viewer,
  { rows, rest, frame, format }: ShownChildren,
): readonly Variable[] {
  const listed =
    rows instanceof NumberRows
      ? numberBodies(rows, viewer.client)
      : rows.map(shown => variableBody(viewer, shown, frame, format));
  return rest === undefined ? listed : [...listed, variableBody(viewer, rest, frame, format)];
}

function variableBody(viewer: Viewer, shown: Shown, frame: FrameId | undefined, format: Format): Variable {
  const { session, client } = viewer;
  const { path, declared } = shown;
  const body: Unlocked<Variable> & { declaration?: object } = {
    name: shown.name,
    value: styledValue(shown, paintFor(client)),
    variablesReference: referenceTo(viewer, shown, frame, format),
  };
  describe(body, viewer, shown);
  if (path !== undefined) body.evaluateName = path;
  if (declared === undefined) return body;
  body.declarationLocationReference = session.locations.of(declared);
  // A client that draws wants to know it of each at once: values that stand in the source belong to their lines.
  if (client.declares('supportsStructuredViews'))
    body.declaration = { line: client.translation.line(declared.line), ...pathOf(viewer, declared) };
  return body;
}

function pathOf({ session, client }: Viewer, { source }: SourceLocation): { readonly path?: string } {
  if (source.path === undefined) return {};
  const { path } = client.translation.source(source, session.sourceMap, ref => session.sources.of(ref));
  return path === undefined ? {} : { path };
}

type Unlocked<T> = { -readonly [Key in keyof T]: T[Key] };

type ValueBody = Pick<
  Unlocked<Variable>,
  | 'variablesReference'
  | 'type'
  | 'namedVariables'
  | 'indexedVariables'
  | 'memoryReference'
  | 'presentationHint'
  | 'valueLocationReference'
>;

function referenceTo({ session }: Viewer, shown: Shown, frame: FrameId | undefined, format: Format): number {
  if (shown.children === undefined) return 0;
  return session.containers.add({ kind: 'value', shown, frame, format, changes: session.changes });
}

/** Into a body that was begun: pages of thousands are made of these, and each copy of one would be felt. */
function describe(body: ValueBody, { session, client }: Viewer, shown: Shown): void {
  const { supportsVariableType, supportsMemoryReferences } = client.initialize;
  const { children: within, hint, written } = shown;
  if (supportsVariableType === true) body.type = shown.type;
  if (within !== undefined && within.named !== 0) body.namedVariables = within.named;
  if (within !== undefined && within.indexed !== 0) body.indexedVariables = within.indexed;
  const memory = supportsMemoryReferences === true ? shown.memory : undefined;
  if (memory !== undefined) body.memoryReference = formatAddress(memory);
  if (hint !== undefined) body.presentationHint = hintBody(hint);
  if (written !== undefined) body.valueLocationReference = session.locations.of(written);
}

/** A value that is not there is set apart from those that are, where the client can show the difference. */
function styledValue({ text, missing, trouble }: Shown, paint: Paint): string {
  const value = missing === true ? paint.dim(text) : text;
  return trouble === undefined ? value : `${value} ${paint.red(`(${trouble})`)}`;
}

const hintBody = (hint: PresentationHint): NonNullable<Variable['presentationHint']> => ({
  ...(hint.kind === undefined ? {} : { kind: hint.kind }),
  ...(hint.attributes === undefined ? {} : { attributes: [...hint.attributes] }),
  ...(hint.visibility === undefined ? {} : { visibility: hint.visibility }),
  ...(hint.lazy === undefined ? {} : { lazy: hint.lazy }),
});
