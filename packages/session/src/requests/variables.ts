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
      const { frame } = container;
      // Who edits a row of a list asks for a value, and for nothing else to happen. An engine with an evaluator of its
      // own may need the program's help even for the text of a literal.
      const effects = session.language.expressions === undefined;
      const value = await valueFor(context, args.value, child.raw, { frame, effects });
      return changed(context, child.name, child.raw, value, frame, formatOf(args.format));
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
      const value = await valueFor(context, args.value, target, { frame, effects: true });
      return changed(context, args.expression, target, value, frame, formatOf(args.format));
    },
  ),
];

const valueFor = (
  { session, signal }: SessionContext,
  text: string,
  target: RawValue,
  options: { readonly frame: FrameId | undefined; readonly effects: boolean },
): Promise<RawValue> => session.evaluator.valueFor(text, target, { ...options, signal });

/** Writes and answers with what was read back, as a client shows it; the other clients hear that values changed. */
async function changed(
  { session, client, signal }: SessionContext,
  name: string,
  target: RawValue,
  value: RawValue,
  frame: FrameId | undefined,
  format: Format,
) {
  const written = await session.evaluator.write(target, value);
  const [shown] = await (
    await session.lens()
  ).show([{ name, value: written }], session.stopped().reader, format, signal);
  session.valuesChanged(client);
  return { value: shown!.text, ...valueBody(session, shown!, frame) };
}

export const formatOf = (format: { readonly hex?: boolean } | undefined): Format =>
  format?.hex === true ? { hex: true } : {};
