// Variables: what is behind a reference, and changing it.

import { Failure, type FrameId, type MemoryRange, type RawValue } from '@sonde/engine';
import type { Format } from '@sonde/lens';
import { announceChange } from '../events/change-events.js';
import type { DebugSession } from '../debug-session.js';
import type { EvaluateOptions } from '../values/evaluation-context.js';
import { clientSource } from '../events/event-translation.js';
import { withFormatSuffix } from '../values/format-suffix.js';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';
import {
  childOf,
  children,
  shownIn,
  valueBody,
  variableBodies,
  writtenBody,
} from '../values/value-access.js';
import { viewBodies } from '../values/value-views.js';

export const variableRequests: readonly RequestEntry[] = [
  serve('variables', { needs: 'stopped' }, async (context, args) => {
    const { session, client, signal } = context;
    // Pages are for clients that said they have them; others count on all that is there.
    const { start, count } = client.initialize.supportsVariablePaging === true ? args : {};
    const request = {
      ...(args.filter === undefined ? {} : { filter: args.filter }),
      ...(start === undefined ? {} : { start }),
      ...(count === undefined || count === 0 ? {} : { count }),
    };
    const listed = await children(session, args.variablesReference, request, formatOf(args.format), signal);
    const hasViews = client.declares('supportsStructuredViews');
    const written = hasViews ? undefined : writtenBody(context, listed);
    if (written !== undefined) return written;
    const bodies = variableBodies(context, listed);
    if (!hasViews) return { variables: bodies };
    const views = await viewBodies(context, shownIn(listed), listed.frame, signal);
    return { variables: bodies.map((body, nth) => ({ ...body, ...views[nth] })) };
  }),

  serve(
    'setVariable',
    { needs: 'stopped', byPerson: true, changes: true, capability: 'supportsSetVariable' },
    async (context, args) => {
      const { session, signal } = context;
      const container = session.containers.get(args.variablesReference);
      const child = await childOf(session, args.variablesReference, args.name, signal);
      if (child.raw?.place === undefined)
        throw new Failure('read-only', 'user', `"${args.name}" cannot be changed.`);
      const { frame } = container;
      // Who edits a row of a list asks for a value, and for nothing else to happen. An engine with an evaluator of its
      // own may need the program's help even for the text of a literal.
      const effects = (await session.languageOf(frame)).expressions === undefined;
      const name = child.path === args.name ? args.name : undefined;
      const written = await writable(context, name, child.raw, args.value, {
        ...{ frame, effects, memory: true },
      });
      return changed(context, child.name, child.raw, written, frame, formatOf(args.format));
    },
  ),

  serve(
    'setExpression',
    { needs: 'stopped', byPerson: true, changes: true, capability: 'supportsSetExpression' },
    async (context, args) => {
      const { session, signal } = context;
      const frame = args.frameId === undefined ? undefined : session.frames.get(args.frameId).frame.id;
      const { found: target, format } = await withFormatSuffix(args.expression, formatOf(args.format), text =>
        session.evaluator.evaluate(text, { frame, effects: false, signal }),
      );
      if (target.place === undefined)
        throw new Failure('read-only', 'user', `"${args.expression}" is a result and cannot be changed.`);
      const name = args.expression.trim();
      const written = await writable(context, name, target, args.value, { frame, effects: true });
      return changed(context, args.expression, target, written, frame, format);
    },
  ),

  serve('locations', { needs: 'stopped' }, async ({ session, client }, args) => {
    const location = session.locations.get(args.locationReference);
    return { source: clientSource(session, client, location.source), ...client.translation.range(location) };
  }),
];

type WritingOptions = Pick<EvaluateOptions, 'frame' | 'effects' | 'memory'>;

const valueFor = (
  { session, signal }: SessionContext,
  text: string,
  target: RawValue,
  options: WritingOptions,
): Promise<RawValue> => session.assignments.valueFor(text, target, { ...options, signal });

/** Where a text is to be written, and what it is there. */
interface Writing {
  readonly target: RawValue;
  /** The value, or what has code of the program put it there. */
  readonly value: RawValue | string;
}

/** A name may mean another place than the one it is shown with; what does not fit there may be for the one that is shown. */
async function writable(
  context: SessionContext,
  name: string | undefined,
  shown: RawValue,
  text: string,
  options: WritingOptions,
): Promise<Writing> {
  const { session, signal } = context;
  const asShown = async (): Promise<Writing> => {
    const target = await session.evaluator.referredTo(shown, options.frame, signal);
    const code = await session.assignments.assigning(text, target, options.frame);
    return { target, value: code ?? (await valueFor(context, text, target, options)) };
  };
  if (name === undefined) return asShown();
  try {
    const target = await session.evaluator.meant(name, shown, options.frame, signal);
    if (target !== shown) return { target, value: await valueFor(context, text, target, options) };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'bad-expression') throw error;
    return asShown().catch(() => {
      throw error;
    });
  }
  return asShown();
}

/** Writes and answers with what was read back, as a client shows it; the other clients hear that values changed. */
async function changed(
  context: SessionContext,
  name: string,
  shownAt: RawValue,
  { target, value }: Writing,
  frame: FrameId | undefined,
  format: Format,
) {
  const { session, client, signal } = context;
  const isCode = typeof value === 'string';
  const readBack = isCode
    ? await session.assignments.assign(value, target, { frame, signal })
    : await session.assignments.write(target, value);
  const { reader } = session.stopped();
  const { place, type } = shownAt;
  const written =
    target === shownAt || place === undefined ? readBack : await reader.value({ place, type }, signal);
  const [shown] = await (await session.lens(frame)).show([{ name, value: written }], reader, format, signal);
  // What code has changed besides, nobody knows.
  const range = isCode ? undefined : await memoryOf(session, target);
  // The client knows the new value of this row only; those that it is a part of have changed with it.
  context.afterResponse(success => {
    if (success) client.valuesChanged();
  });
  if (isCode) announceChange(session, client);
  else if (range === undefined) session.valuesChanged(client);
  else announceChange(session, client, { range });
  return { value: shown!.text, ...valueBody(context, shown!, frame, format) };
}

/** The bytes that a value lies in; undefined for one that is not in memory. */
async function memoryOf(session: DebugSession, { place, type }: RawValue): Promise<MemoryRange | undefined> {
  if (place?.kind !== 'memory') return undefined;
  const { types } = await session.engine();
  const bits = place.bits === undefined ? undefined : Math.ceil((place.bits.offset + place.bits.size) / 8);
  const size = place.size ?? bits ?? types.resolve(type).size;
  return size === undefined ? undefined : { address: place.address, size };
}

export const formatOf = (format: { readonly hex?: boolean } | undefined): Format =>
  format?.hex === true ? { hex: true } : {};
