// Evaluate: watches, hovers, the console, and the program's input when it waits for some.

import { Failure, topOf, type FrameId, type OfferedName, type RawValue } from '@sonde/engine';
import type { ExpressionLanguage } from '@sonde/language';
import { announceChange } from '../events/change-events.js';
import { withFormatSuffix } from '../values/format-suffix.js';
import { graphWordsIn } from '../object-graph/graph-words.js';
import { serve, serveCustom, type RequestEntry, type SessionContext } from '../request-table.js';
import { valueBody } from '../values/value-access.js';
import { viewBodies } from '../values/value-views.js';
import { formatOf } from './variables.js';

/** How long a console line waits for a running program to ask for it. */
const inputPatienceMs = 500;

export const evaluateRequests: readonly RequestEntry[] = [
  serve(
    'evaluate',
    { needs: 'loaded', byPerson: args => isTyped(args['context']) },
    async (context, args) => {
      const { session, client, signal } = context;
      const console = isTyped(args.context);
      if (console && session.state === 'running' && (await session.inputWait.soon(inputPatienceMs)))
        return typeInput(context, args.expression);
      const frame =
        args.frameId === undefined ? await topFrame(context) : session.frames.get(args.frameId).frame.id;
      const words = console ? graphWordsIn(args.expression) : undefined;
      if (words !== undefined) {
        // Few sessions ask for it, and all would wait for it to load.
        const { graphText } = await import('../object-graph/graph-text.js');
        return { result: await graphText(session, words, frame, signal), variablesReference: 0 };
      }
      const full = client.rights === 'full';
      const effects = console && full;
      const calls = full && !isUnasked(args.context);
      const changes = session.changes;
      // Even one that failed may have changed something on its way. A call that a watch makes is not told as a change: it would
      // make clients ask for the watch again.
      const { found, format, expression } = await withFormatSuffix(
        args.expression,
        formatOf(args.format),
        text => session.evaluator.evaluate(text, { frame, effects, calls, signal }),
      ).finally(() => {
        if (effects && session.changes !== changes) announceChange(session, client);
      });
      const { reader } = session.stopped();
      const lens = await session.lens(frame);
      const named = { name: args.expression, value: found, path: expression };
      const written = isRegister(found, expression) ? { hex: true, ...format } : format;
      const [shown] = await lens.show([named], reader, written, signal);
      // A copy must be the whole text, however long; elsewhere a preview is enough.
      const whole =
        args.context === 'clipboard' ? await lens.wholeText(found, reader, signal, written) : shown!.text;
      const [view] = await viewBodies(context, [shown!], frame, signal);
      return {
        result: shown!.trouble === undefined ? whole : `${whole} (${shown!.trouble})`,
        ...valueBody(context, shown!, frame, written),
        ...view,
      };
    },
  ),

  serve(
    'completions',
    { needs: 'loaded', capability: 'supportsCompletionsRequest' },
    async (context, args) => {
      const { session, client } = context;
      if (session.state !== 'stopped') return { targets: [] };
      const frame =
        args.frameId === undefined ? await topFrame(context) : session.frames.get(args.frameId).frame.id;
      const { expressions } = await session.languageOf(frame);
      if (expressions?.complete === undefined) return { targets: [] };
      const engine = await session.engine();
      const names = await engine.names(session.stopped().stop.id, frame);
      const line =
        args.text.split('\n')[client.translation.fromLine(args.line ?? client.translation.line(1)) - 1];
      const before = (line ?? '').slice(0, client.translation.fromColumn(args.column)! - 1);
      const offered = await offeredBy(context, expressions, frame, before);
      const found = expressions.complete(before, {
        ...session.evaluator.expressionContext(names, session.evaluator.sourceOf(frame)),
        ...(offered === undefined ? {} : { offered }),
      });
      return {
        targets: found.map(c => ({
          label: c.label,
          type: c.kind,
          start: client.translation.column(before.length - c.replaces + 1),
          length: c.replaces,
          ...(c.detail === undefined ? {} : { detail: c.detail }),
        })),
      };
    },
  ),

  /** Text for the program's standard input as it is; without `text` the input ends. */
  serveCustom('sonde/input', { needs: 'loaded', changes: true }, async ({ session }, args) => {
    const text = args['text'];
    if (text !== undefined && typeof text !== 'string')
      throw new Failure('bad-arguments', 'user', '"text" must be a string.');
    await session.input(text);
    return {};
  }),
];

/** What somebody typed to be evaluated once. */
const isTyped = (context: unknown): boolean => context === 'repl' || context === undefined;

/** What a client evaluates by itself, where the mouse is or for its list of variables: nobody wrote that to be run. */
const isUnasked = (context: string | undefined): boolean => context === 'hover' || context === 'variables';

/** What the engine's own evaluator would take there. Where it fails, the names in sight are offered all the same. */
async function offeredBy(
  { session, signal }: SessionContext,
  expressions: ExpressionLanguage,
  frame: FrameId | undefined,
  text: string,
): Promise<readonly OfferedName[] | undefined> {
  const engine = await session.engine();
  if (engine.completeText === undefined || frame === undefined) return undefined;
  if (expressions.native?.asksEngine?.(text) !== true) return undefined;
  try {
    return await engine.completeText(session.stopped().stop.id, frame, text, signal);
  } catch (error) {
    if (!(error instanceof Failure) || signal.aborted) throw error;
    return undefined;
  }
}

/** The register itself, as its scope shows it, and not a variable that lives in it. */
const isRegister = ({ place }: RawValue, expression: string): boolean =>
  place?.kind === 'register' && expression.trim() === `$${place.name}`;

async function typeInput({ session, client }: SessionContext, line: string) {
  if (client.rights !== 'full') throw new Failure('read-only', 'user', 'this connection may only look.');
  await session.input(`${line}\n`);
  return { result: '', variablesReference: 0 };
}

/** Without a frame the focused thread's top one is meant: what a person at a console expects. */
async function topFrame({ session, signal }: SessionContext) {
  const { stop } = session.stopped();
  const pushed = (await topOf(stop))?.frames[0];
  if (pushed !== undefined) return pushed.id;
  const stack = await (await session.engine()).stack(stop.id, stop.focus, 0, 1, signal);
  return stack.frames[0]?.id;
}
