// Variables: what is behind a reference, and changing it.

import { Failure, type FrameId, type RawValue } from '@sonde/engine';
import type { Format } from '@sonde/lens';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';
import { childOf, children, valueBody, variableBody } from '../value-access.js';

export const variableRequests: readonly RequestEntry[] = [
  serve('variables', { needs: 'stopped' }, async ({ session, signal }, args) => {
    const request = {
      ...(args.filter === undefined ? {} : { filter: args.filter }),
      ...(args.start === undefined ? {} : { start: args.start }),
      ...(args.count === undefined || args.count === 0 ? {} : { count: args.count }),
    };
    const { shown, frame } = await children(
      session,
      args.variablesReference,
      request,
      formatOf(args.format),
      signal,
    );
    return { variables: shown.map(child => variableBody(session, child, frame)) };
  }),

  serve(
    'setVariable',
    { needs: 'stopped', changes: true, capability: 'supportsSetVariable' },
    async (context, args) => {
      const { session, signal } = context;
      const container = session.containers.get(args.variablesReference);
      const child = await childOf(session, args.variablesReference, args.name, signal);
      if (child.raw?.place === undefined)
        throw new Failure('read-only', 'user', `"${args.name}" cannot be changed.`);
      return changed(context, child.name, child.raw, args.value, container.frame, formatOf(args.format));
    },
  ),

  serve(
    'setExpression',
    { needs: 'stopped', changes: true, capability: 'supportsSetExpression' },
    async (context, args) => {
      const { session, signal } = context;
      const frame = args.frameId === undefined ? undefined : session.frames.get(args.frameId).frame.id;
      const target = await session.evaluator.evaluate(args.expression, { frame, effects: false, signal });
      if (target.place === undefined)
        throw new Failure('read-only', 'user', `"${args.expression}" is a result and cannot be changed.`);
      return changed(context, args.expression, target, args.value, frame, formatOf(args.format));
    },
  ),
];

/** Writes and answers with what was read back, as a client shows it; the other clients hear that values changed. */
async function changed(
  { session, client, signal }: SessionContext,
  name: string,
  target: RawValue,
  text: string,
  frame: FrameId | undefined,
  format: Format,
) {
  const value = await session.evaluator.valueFor(text, target, { frame, effects: true, signal });
  const written = await session.evaluator.write(target, value);
  const [shown] = await (
    await session.lens()
  ).show([{ name, value: written }], session.stopped().reader, format, signal);
  session.valuesChanged(client);
  return { value: shown!.text, ...valueBody(session, shown!, frame) };
}

export const formatOf = (format: { readonly hex?: boolean } | undefined): Format =>
  format?.hex === true ? { hex: true } : {};
