// What the console says when the program stands still: why, where, the line, what was returned, the displays.

import { historyOf, timelineOf } from '@sonde/client';
import type { EventBody, StackFrame } from '@sonde/dap';
import type { Entry } from './breakpoint-list.js';
import type { ConsoleContext } from './console-command.js';
import { formatListing } from './source-text.js';
import { othersInWords, placeInWords, reasonInWords } from './stop-words.js';
import { evaluated } from './value-text.js';

type Stopped = EventBody<'stopped'>;

export async function showStop(
  context: ConsoleContext,
  body: Stopped,
  others: readonly Stopped[],
): Promise<void> {
  const { screen, debuggee, breakpoints, displays } = context;
  const hits = breakpoints.hit(body.hitBreakpointIds ?? []);
  const reason = reasonInWords(body, hits);
  const sayOthers = (): void => {
    for (const line of othersInWords(others, ids => breakpoints.hit(ids))) screen.say(line);
  };
  try {
    const frame = await debuggee.frameAt(0);
    if (frame === undefined) {
      screen.say(reason);
      sayOthers();
    } else {
      screen.say(
        body.reason === 'step' && body.description === undefined
          ? `Stepped to ${placeInWords(frame)}`
          : `${reason}, in ${placeInWords(frame)}`,
      );
      await showLine(context, frame);
      sayOthers();
      if (!isProgramsOwn(frame) && caughtAnywhere.has(body.reason)) await showNearestSource(context);
      if (body.reason === 'step') await showReturned(context, frame);
      for (const entry of hits) await showChange(context, entry, frame.id);
      await displays.show(debuggee, screen);
    }
    const allHits = breakpoints.hit(
      [body, ...others].flatMap(({ hitBreakpointIds = [] }) => hitBreakpointIds),
    );
    const done = breakpoints.entries.filter(
      entry => entry.untilNextStop === true || (entry.temporary && allHits.includes(entry)),
    );
    if (done.length > 0) await breakpoints.remove(debuggee.client, done);
  } catch (error) {
    // Another client may have set the program going meanwhile; what it stopped for is still worth saying.
    screen.say(`${reason} (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Stops that come wherever the program happens to be: in a library without sources, as a rule. */
const caughtAnywhere: ReadonlySet<string> = new Set(['exception', 'pause']);

/** How far from the top the program's own code is looked for. */
const deepestSource = 32;

/** A library may have a source, too, which is not the one that people are after. */
const isProgramsOwn = (frame: StackFrame): boolean =>
  frame.source !== undefined && frame.presentationHint !== 'subtle';

/** Selects the innermost frame of the program's own: that is whose variables and lines people want to see. */
async function showNearestSource(context: ConsoleContext): Promise<void> {
  const { debuggee } = context;
  for (let index = 1; index < deepestSource; index++) {
    const frame = await debuggee.frameAt(index);
    if (frame === undefined) return;
    if (!isProgramsOwn(frame)) continue;
    await debuggee.selectFrame(index);
    return showPlace(context);
  }
}

/** The selected frame. */
export async function showPlace(context: ConsoleContext): Promise<void> {
  const frame = await context.debuggee.frame();
  context.listPosition = undefined;
  context.screen.say(`#${context.debuggee.frameIndex}  ${placeInWords(frame)}`);
  await showLine(context, frame);
}

async function showLine({ screen, sources, debuggee }: ConsoleContext, frame: StackFrame): Promise<void> {
  if (frame.source === undefined || frame.line < 1) return;
  const lines = await sources.linesOf(debuggee.client, frame.source);
  if (lines === undefined || frame.line > lines.length) return;
  screen.say(
    formatListing({ lines, first: frame.line, last: frame.line, current: frame.line }, screen.style),
  );
}

/** After a step out of a function, or over its end. */
async function showReturned({ screen, debuggee }: ConsoleContext, frame: StackFrame): Promise<void> {
  const { scopes } = await debuggee.client.request('scopes', { frameId: frame.id });
  const returned = scopes.find(scope => scope.presentationHint === 'returnValue');
  if (returned === undefined) return;
  const { variables } = await debuggee.client.request('variables', {
    variablesReference: returned.variablesReference,
  });
  for (const { value } of variables) screen.say(`Returned ${value}`);
}

/** What a watched expression was and is. It may make no sense in the frame that wrote it. */
async function showChange(context: ConsoleContext, entry: Entry, frameId: number): Promise<void> {
  const { screen, debuggee } = context;
  if (entry.wanted.kind !== 'data' || entry.lastValue === undefined) return;
  const { text } = entry.wanted;
  const now = await evaluated(debuggee, text, frameId).catch(() => undefined);
  if (now === undefined) return;
  const before = context.hasTravelled
    ? await valueBefore(context, text, frameId).catch(() => undefined)
    : entry.lastValue;
  if (before === undefined) screen.say(`${text} is ${now.result}`);
  else if (now.result === before) screen.say(`${text} is ${now.result} still`);
  else screen.say(`${text} was ${before}, is now ${now.result}`);
  entry.lastValue = now.result;
}

/** Before the access that one stands behind, in whichever direction one came there. Undefined where there was nothing. */
async function valueBefore(
  { debuggee: { client } }: ConsoleContext,
  expression: string,
  frameId: number,
): Promise<string | undefined> {
  const { values } = await historyOf(client, { expression, frameId, limit: 2 });
  const { here } = await timelineOf(client, { limit: 1 });
  const written = values.at(-1)?.at === here.at;
  return values.at(written ? -2 : -1)?.value;
}
