// Checks of what a client says at `initialize`: what it cannot take it does not get, and numbers come as it counts.
import { pathToFileURL } from 'node:url';
import type { InitializeRequestArguments, StackFrame } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { ask, reverseRequests, sendAny, answerTo } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { during, findVariable, refusalOf } from '../../looking.js';
import type { SectionName } from '../../profile.js';
import type { Subject } from '../../subject.js';
import { describeEntry } from '../../../timeline-text.js';
import { sayGoodbye } from './whole-run.js';

export const clientWishChecks: readonly Check[] = [
  {
    id: 'lifecycle/unwanted-events',
    title: 'A client that does not take progress, `invalidated` or `memory` events gets none',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'Clients without a handler for an event may report it as an error, or break.',
    async run(subject) {
      const client = await changedProgram(subject, {
        supportsProgressReporting: false,
        supportsInvalidatedEvent: false,
        supportsMemoryEvent: false,
      });
      await ask(client, 'threads');
      const unwanted = client.timeline.entries.filter(
        entry =>
          entry.kind === 'message' &&
          entry.message.type === 'event' &&
          optionalEvents.has(entry.message.event),
      );
      expectThat(
        unwanted.length === 0,
        `the client said that it does not take them, but there came:\n${unwanted.map(describeEntry).join('\n')}`,
      );
    },
  },
  {
    id: 'lifecycle/unwanted-terminal',
    title: 'A client that cannot run programs in a terminal is not asked to',
    reference: { in: 'specification', page: 'Reverse Requests_RunInTerminal' },
    why: 'The launch waits for an answer that the client has no code for.',
    needs: { section: 'terminal' },
    run: subject =>
      expectNotAsked(subject, 'terminal', 'runInTerminal', { supportsRunInTerminalRequest: false }),
  },
  {
    id: 'lifecycle/unwanted-session',
    title: 'A client that cannot start further sessions is not asked to',
    reference: { in: 'specification', page: 'Reverse Requests_StartDebugging' },
    why: 'The program that was started waits for a debugger that never comes.',
    needs: { section: 'child' },
    run: subject =>
      expectNotAsked(subject, 'child', 'startDebugging', { supportsStartDebuggingRequest: false }),
  },
  {
    id: 'lifecycle/lines-from-0',
    title: 'With `linesStartAt1: false` all lines are counted from 0',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'Breakpoints and the current line are off by one in clients that count so.',
    async run(subject) {
      const from1 = await stackAtStop(subject, {});
      const from0 = await stackAtStop(subject, { linesStartAt1: false });
      expectOneLess(from1, from0, 'line');
    },
  },
  {
    id: 'lifecycle/columns-from-0',
    title: 'With `columnsStartAt1: false` all columns are counted from 0',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'Inline breakpoints and the place in the line are off by one in clients that count so.',
    async run(subject) {
      const from1 = await stackAtStop(subject, {});
      if (!from1.some(({ column }) => column > 0))
        throw new CheckSkipped('the frames of this adapter have no columns');
      const from0 = await stackAtStop(subject, { columnsStartAt1: false });
      expectOneLess(from1, from0, 'column');
    },
  },
  {
    id: 'lifecycle/uri-paths',
    title: 'With `pathFormat: "uri"` paths come and go as URIs',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'Clients that asked for URIs cannot open the sources, and their breakpoints are never hit.',
    async run(subject) {
      const stack = await stackAtStop(subject, { pathFormat: 'uri' });
      const paths = stack.flatMap(({ source }) => source?.path ?? []);
      const strange = paths.filter(path => !/^[a-z][a-z\d+.-]+:/i.test(path));
      expectThat(
        strange.length === 0,
        `the client asked for URIs, but frames have the paths ${[...new Set(strange)].join(', ')}`,
      );
    },
  },
];

const optionalEvents: ReadonlySet<string> = new Set([
  'progressStart',
  'progressUpdate',
  'progressEnd',
  'invalidated',
  'memory',
]);

type Wishes = Partial<InitializeRequestArguments>;

/** A session in which values and memory were changed, which is what such events are about. */
async function changedProgram(subject: Subject, initialize: Wishes): Promise<TestClient> {
  const { profile, capabilities } = subject;
  const section = profile.set === undefined ? 'stop' : 'set';
  const { client, frame } = await subject.stoppedAt(profile.set?.at ?? profile.stop.at, section, {
    initialize,
  });
  if (profile.set === undefined) return client;
  const { variable, value } = profile.set;
  if (capabilities.supportsSetVariable === true) {
    const { container } = await findVariable(client, frame, variable);
    await ask(client, 'setVariable', { variablesReference: container, name: variable, value });
  }
  if (capabilities.supportsSetExpression === true)
    await ask(client, 'setExpression', { expression: variable, value, frameId: frame.id });
  await ask(client, 'evaluate', { expression: variable, frameId: frame.id, context: 'repl' });
  return client;
}

/** Whether such a program can be launched without is the adapter's to say. */
async function expectNotAsked(
  subject: Subject,
  section: SectionName,
  command: string,
  initialize: Wishes,
): Promise<void> {
  const client = await subject.open({ initialize });
  const launched = await refusalOf(client.launch(subject.launchArguments(section)));
  if (!launched.refused) await client.waitForEnd();
  await sayGoodbye(client);
  expectThat(
    !reverseRequests(client).some(request => request.command === command),
    `the client said that it does not take \`${command}\`, and was asked for it all the same`,
  );
}

/** The frames that have a source, at the stop of the profile, for a client that counts and writes paths like this. */
async function stackAtStop(subject: Subject, wishes: Wishes): Promise<readonly StackFrame[]> {
  const client = await subject.open({ initialize: wishes });
  const welcome = await refusalOf(client.initialize());
  if (welcome.refused) throw new CheckSkipped(`the adapter refuses such a client: ${welcome.reason}`);
  const { stop } = subject.profile;
  const line = subject.line(stop.at, 'stop') - (wishes.linesStartAt1 === false ? 1 : 0);
  const path = subject.source('stop');
  const source = { path: wishes.pathFormat === 'uri' ? pathToFileURL(path).href : path };
  await client.launch(subject.launchArguments('stop'), async each => {
    const sent = sendAny(each, 'setBreakpoints', { source, breakpoints: [{ line }] });
    await answerTo(each, sent, '`setBreakpoints`');
  });
  const said = JSON.stringify(wishes);
  await during(
    `a client that said ${said} set a breakpoint in line ${line} of ${source.path}`,
    client.waitForStop(),
  );
  const stack = (await client.stack()).filter(frame => frame.source !== undefined);
  const { variable } = await findVariable(client, await client.topFrame(), stop.variable.name);
  expectThat(
    fits(variable.value, stop.variable.value),
    `a client that said ${said} set a breakpoint in line ${line}; where the program stopped, ${variable.name} is ${variable.value}, expected ${wanted(stop.variable.value)}: that is another line`,
  );
  return stack;
}

function expectOneLess(
  from1: readonly StackFrame[],
  from0: readonly StackFrame[],
  what: 'line' | 'column',
): void {
  const shown = (frames: readonly StackFrame[]): string => frames.map(frame => frame[what]).join(', ');
  const expected = from1.map(frame => Math.max(0, frame[what] - 1));
  expectThat(
    from0.length === from1.length && from0.every((frame, index) => frame[what] === expected[index]),
    `at the same stop the ${what}s of the frames are ${shown(from1)} counted from 1, and ${shown(from0)} for a client that counts from 0; expected ${expected.join(', ')}`,
  );
}
