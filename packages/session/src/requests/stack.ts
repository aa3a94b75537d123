// Threads, stacks and scopes.

import type { StackFrame } from '@sonde/dap';
import {
  address,
  formatInstruction,
  frameId,
  threadId,
  type Frame,
  type Scope,
  type Thread,
  type ThreadId,
} from '@sonde/engine';
import type { DebugSession } from '../debug-session.js';
import { clientSource } from '../events/event-translation.js';
import { frameNames } from '../stops/frame-name.js';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';
import { runtimeScopes } from '../values/runtime-scopes.js';
import { stackRows, type StackRow } from '../stops/stack-rows.js';

export const stackRequests: readonly RequestEntry[] = [
  serve('threads', { needs: 'loaded', afterEnd: { threads: [] } }, async ({ session }) => {
    const threads = await threadsOf(session);
    return {
      threads: threads.filter(t => t.state !== 'finished').map(t => ({ id: t.id, name: shownName(t) })),
    };
  }),

  serve('stackTrace', { needs: 'stopped' }, async (context, args) => {
    const { session } = context;
    const { stop } = session.stopped();
    const thread = threadId(args.threadId);
    await session.builtSources.listed();
    const start = args.startFrame ?? 0;
    const count = args.levels === undefined || args.levels === 0 ? Number.MAX_SAFE_INTEGER : args.levels;
    const pushed = stop.focus === thread ? await session.scopes.pushed() : undefined;
    const wanted = { start, count, pushed };
    const { rows, total } = await stackRows(await session.engine(), stop.id, thread, wanted, context);
    const frames = rows.flatMap(row => (row.kind === 'frame' ? [row.frame] : []));
    session.sawFrames(frames);
    const names = await frameNames(session, stop.id, frames, args.format, context);
    let nth = 0;
    return {
      stackFrames: rows.map(row =>
        row.kind === 'label'
          ? labelBody(context, thread, row)
          : frameBody(context, thread, row.frame, names[nth++]!),
      ),
      totalFrames: total,
    };
  }),

  serve('scopes', { needs: 'stopped' }, async ({ session, client }, args) => {
    const { frame, thread, label } = session.frames.get(args.frameId);
    if (label === true) return { scopes: [] };
    const scopes = await session.scopes.of(session.stopped().stop.id, frame.id);
    const ofRuntime = (await runtimeScopes(session, thread, frame.id)).map(({ name, children }) => ({
      name,
      variablesReference: session.containers.add({ kind: 'runtime-scope', name, thread, frame: frame.id }),
      expensive: true,
      namedVariables: children.named,
      indexedVariables: children.indexed,
    }));
    const ofFrame = offered(scopes).map(({ scope, index }) => ({
      name: scope.name,
      variablesReference: session.containers.add({ kind: 'scope', index, frame: frame.id }),
      expensive: scope.expensive ?? false,
      namedVariables: scope.variables.length,
      ...hintOf(scope),
      ...(scope.location === undefined
        ? {}
        : {
            source: clientSource(session, client, scope.location.source),
            ...client.translation.range(scope.location),
          }),
    }));
    return { scopes: [...ofFrame, ...ofRuntime] };
  }),
];

/** Those that hold anything, by their places; locals first, because clients open the first one. */
function offered(scopes: readonly Scope[]): readonly { readonly scope: Scope; readonly index: number }[] {
  const filled = scopes
    .map((scope, index) => ({ scope, index }))
    .filter(({ scope }) => scope.variables.length > 0);
  const isLocals = ({ scope }: { readonly scope: Scope }): boolean => scope.kind === 'locals';
  return [...filled.filter(isLocals), ...filled.filter(each => !isLocals(each))];
}

/** Clients ask whenever they heard of a change, so the end may overtake the question. */
async function threadsOf(session: DebugSession): Promise<readonly Thread[]> {
  try {
    return await (await session.engine()).threads();
  } catch (error) {
    if (session.state === 'ended') return [];
    throw error;
  }
}

function frameBody(
  { session, client }: SessionContext,
  thread: ThreadId,
  frame: Frame,
  name: string,
): StackFrame {
  const { location } = frame;
  const hint =
    frame.artificial === true || location?.source.dimmed === true
      ? { presentationHint: 'subtle' as const }
      : {};
  return {
    id: session.frames.of({ thread, frame }),
    name,
    ...(location === undefined
      ? { line: 0, column: 0 }
      : {
          source: clientSource(session, client, location.source),
          // A line without a column is meant from its beginning; 0 means something only to clients that count from there.
          column: client.translation.column(1),
          ...client.translation.range(location),
        }),
    instructionPointerReference: formatInstruction(frame.address),
    ...(frame.module === undefined ? {} : { moduleId: frame.module }),
    ...(frame.canRestart === undefined ? {} : { canRestart: frame.canRestart }),
    ...hint,
  };
}

/** A caption above the frames of an asynchronous fragment. */
function labelBody(
  { session }: SessionContext,
  thread: ThreadId,
  { description, nth }: Extract<StackRow, { kind: 'label' }>,
): StackFrame {
  const frame: Frame = {
    id: frameId(`fragment ${nth}`),
    function: description,
    address: address(0),
    confidence: 'exact',
  };
  return {
    id: session.frames.of({ thread, frame, label: true }),
    name: description,
    line: 0,
    column: 0,
    canRestart: false,
    presentationHint: 'label',
  };
}

function hintOf(scope: Scope): { presentationHint?: string } {
  return scope.kind === 'other' || scope.kind === 'memory' || scope.kind === 'globals'
    ? {}
    : { presentationHint: scope.kind };
}

/** Of a task or fiber that waits, also for what: the protocol has no other place for it. */
const shownName = ({ name, kind, awaiting }: Thread): string =>
  (kind === 'task' || kind === 'fiber') && awaiting !== undefined ? `${name} (waits: ${awaiting})` : name;
