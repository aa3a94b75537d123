// Value access: children behind a variables reference, and values as clients read them.

import type { Variable } from '@sonde/dap';
import { Failure, formatAddress, type FrameId, type NamedValue } from '@sonde/engine';
import type { ExpandRequest, Format, PresentationHint, Shown } from '@sonde/lens';
import type { Client } from './client.js';
import type { DebugSession } from './debug-session.js';
import { paintFor, type Paint } from './paint.js';
import type { ValueContainer } from './value-container.js';

export interface ShownChildren {
  readonly shown: readonly Shown[];
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
  const lens = await session.lens();
  if (container.kind === 'value') {
    const parent = await current(session, container, signal);
    // Who asked for a value in some base wants its members in it too, unless told otherwise.
    const inherited = { ...container.format, ...format };
    const shown = await lens.expand(parent, request, reader, inherited, signal);
    return { shown, frame: container.frame, format: inherited };
  }
  const all = request.filter === 'indexed' ? [] : await scopeVariables(session, container);
  const start = request.start ?? 0;
  const page = all.slice(start, request.count === undefined ? undefined : start + request.count);
  const shown = await lens.show(page.map(withPath), reader, format, signal);
  return { shown, frame: container.frame, format };
}

/** Whose value it is, and who looks at it. */
export interface Viewer {
  readonly session: DebugSession;
  readonly client: Client;
}

type ScopeContainer = Extract<ValueContainer, { kind: 'scope' }>;
type ShownContainer = Extract<ValueContainer, { kind: 'value' }>;

async function scopeVariables(
  session: DebugSession,
  container: ScopeContainer,
): Promise<readonly NamedValue[]> {
  const scopes = await session.evaluator.scopes(session.stopped().stop.id, container.frame);
  return scopes[container.index]?.variables ?? [];
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
  return (await (await session.lens()).show([named], reader, {}, signal))[0]!;
}

/** In a scope a variable's name is the way to it, unless the engine knows better. */
const withPath = (value: NamedValue): NamedValue =>
  value.path === undefined ? { ...value, path: value.name } : value;

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
    const named = (await scopeVariables(session, container)).find(v => v.name === name);
    if (named !== undefined)
      return (await (await session.lens()).show([withPath(named)], session.stopped().reader, {}, signal))[0]!;
  }
  const index = /^\[(\d+)\]$/.exec(name);
  const request: ExpandRequest =
    index === null ? { count: searched } : { filter: 'indexed', start: Number(index[1]), count: 1 };
  const { shown } = await children(session, reference, request, {}, signal);
  const found = shown.find(child => child.name === name);
  if (found === undefined) throw new Failure('not-found', 'user', `there is no "${name}" here.`);
  return found;
}

/** The parts that every body with a value shares. `format` is how it was written, for its members. */
export function valueBody(
  { session, client }: Viewer,
  shown: Shown,
  frame: FrameId | undefined,
  format: Format = {},
) {
  const { supportsVariableType, supportsMemoryReferences } = client.initialize;
  const reference =
    shown.children === undefined
      ? 0
      : session.containers.add({ kind: 'value', shown, frame, format, changes: session.changes });
  const written = shown.raw?.written;
  return {
    variablesReference: reference,
    ...(supportsVariableType === true ? { type: shown.type } : {}),
    ...(shown.children === undefined ? {} : counts(shown.children)),
    ...(shown.memory === undefined || supportsMemoryReferences !== true
      ? {}
      : { memoryReference: formatAddress(shown.memory) }),
    ...(shown.hint === undefined ? {} : { presentationHint: hintBody(shown.hint) }),
    ...(written === undefined ? {} : { valueLocationReference: session.locations.of(written) }),
  };
}

export function variableBody(
  viewer: Viewer,
  shown: Shown,
  frame: FrameId | undefined,
  format: Format,
): Variable {
  const { session, client } = viewer;
  return {
    name: shown.name,
    value: styledValue(shown, paintFor(client)),
    ...valueBody(viewer, shown, frame, format),
    ...(shown.path === undefined ? {} : { evaluateName: shown.path }),
    ...(shown.declared === undefined
      ? {}
      : { declarationLocationReference: session.locations.of(shown.declared) }),
  };
}

/** A value that is not there is set apart from those that are, where the client can show the difference. */
function styledValue({ text, missing, trouble }: Shown, paint: Paint): string {
  const value = missing === true ? paint.dim(text) : text;
  return trouble === undefined ? value : `${value} ${paint.red(`(${trouble})`)}`;
}

function counts(of: { readonly named: number; readonly indexed: number }): {
  namedVariables?: number;
  indexedVariables?: number;
} {
  return {
    ...(of.named === 0 ? {} : { namedVariables: of.named }),
    ...(of.indexed === 0 ? {} : { indexedVariables: of.indexed }),
  };
}

const hintBody = (hint: PresentationHint): NonNullable<Variable['presentationHint']> => ({
  ...(hint.kind === undefined ? {} : { kind: hint.kind }),
  ...(hint.attributes === undefined ? {} : { attributes: [...hint.attributes] }),
  ...(hint.visibility === undefined ? {} : { visibility: hint.visibility }),
  ...(hint.lazy === undefined ? {} : { lazy: hint.lazy }),
});
