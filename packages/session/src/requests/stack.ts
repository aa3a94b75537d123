// Threads, stacks and scopes.

import type { StackFrame } from '@sonde/dap';
import { formatAddress, threadId, type Frame, type Scope, type Stack } from '@sonde/engine';
import { clientSource } from '../event-translation.js';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';

export const stackRequests: readonly RequestEntry[] = [
  serve('threads', { needs: 'loaded' }, async ({ session }) => {
    const threads = await (await session.engine()).threads();
    return { threads: threads.filter(t => t.state !== 'finished').map(t => ({ id: t.id, name: t.name })) };
  }),

  serve('stackTrace', { needs: 'stopped' }, async (context, args) => {
    const { session, signal } = context;
    const { stop } = session.stopped();
    const engine = await session.engine();
    const thread = threadId(args.threadId);
    const start = args.startFrame ?? 0;
    const count = args.levels === undefined || args.levels === 0 ? Number.MAX_SAFE_INTEGER : args.levels;
    const pushed = stop.focus === thread ? fromPushed(session.evaluator.pushed, start, count) : undefined;
    const stack = pushed ?? (await engine.stack(stop.id, thread, start, count, signal));
    return {
      stackFrames: stack.frames.map(frame => frameBody(context, thread, frame)),
      ...(stack.total === undefined ? {} : { totalFrames: stack.total }),
    };
  }),

  serve('scopes', { needs: 'stopped' }, async ({ session, client }, args) => {
    const { frame } = session.frames.get(args.frameId);
    const scopes = await session.evaluator.scopes(session.stopped().stop.id, frame.id);
    return {
      scopes: scopes.map((scope, index) => ({
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
      })),
    };
  }),
];

/** The pushed top serves when it covers what was asked. */
function fromPushed(
  top: { readonly frames: readonly Frame[]; readonly total?: number } | undefined,
  start: number,
  count: number,
): Stack | undefined {
  if (top === undefined) return undefined;
  const whole = top.total !== undefined && top.frames.length >= top.total;
  if (!whole && start + count > top.frames.length) return undefined;
  return {
    frames: top.frames.slice(start, start + count),
    ...(top.total === undefined ? {} : { total: top.total }),
  };
}

function frameBody(
  { session, client }: SessionContext,
  thread: ReturnType<typeof threadId>,
  frame: Frame,
): StackFrame {
  const { location } = frame;
  const guessed = frame.confidence === 'guessed' ? ' (guessed)' : '';
  const hint =
    frame.artificial === true || location?.source.dimmed === true
      ? { presentationHint: 'subtle' as const }
      : {};
  return {
    id: session.frames.of({ thread, frame }),
    name: `${frame.function}${guessed}`,
    ...(location === undefined
      ? { line: 0, column: 0 }
      : {
          source: clientSource(session, client, location.source),
          column: 0,
          ...client.translation.range(location),
        }),
    instructionPointerReference: formatAddress(frame.address),
    ...(frame.module === undefined ? {} : { moduleId: frame.module }),
    ...(frame.canRestart === undefined ? {} : { canRestart: frame.canRestart }),
    ...hint,
  };
}

function hintOf(scope: Scope): { presentationHint?: string } {
  return scope.kind === 'other' || scope.kind === 'memory' || scope.kind === 'globals'
    ? {}
    : { presentationHint: scope.kind };
}
