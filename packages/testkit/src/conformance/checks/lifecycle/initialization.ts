// Checks of the first words: `initialize` and `initialized`.
import type { Check } from '../../check.js';
import { expectThat } from '../../check.js';
import { answerTo, ask, sendAny } from '../../answers.js';
import { describeEntry } from '../../../timeline-text.js';
import type { TestClient } from '../../../client.js';
import type { MessageEntry } from '../../../timeline.js';
import { wholeRun } from './whole-run.js';

export const initializationChecks: readonly Check[] = [
  {
    id: 'lifecycle/initialize-first',
    title: 'A request that comes before `initialize` does not succeed',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'A client that mixed up its start is told nothing, and works with an adapter that knows nothing of it.',
    async run(subject) {
      const client = await subject.open();
      const early = sendAny(client, 'stackTrace', { threadId: 1 });
      // Whoever keeps it until it has been initialized is given the chance.
      const initialize = client.initialize();
      const { response } = await answerTo(client, early, '`stackTrace` before `initialize`');
      await initialize;
      expectThat(
        !response.success,
        '`stackTrace` was sent before `initialize` and answered with success, though there is no program yet; expected an error',
      );
    },
  },
  {
    id: 'lifecycle/initialized-after-response',
    title: '`initialized` comes after the response to `initialize`',
    reference: { in: 'specification', page: 'Events_Initialized' },
    why: 'Clients begin to configure before they know what the adapter can do, or miss the event and wait for ever.',
    async run(subject) {
      const client = await subject.open();
      await client.initialize();
      const early = before(client, 'initialize').filter(isInitialized);
      expectThat(early.length === 0, 'the event `initialized` came before the response to `initialize`');
    },
  },
  {
    id: 'lifecycle/nothing-before-initialize',
    title: 'No other event and no request is sent before the response to `initialize`',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'Before it the client is not set up: what comes too early is dropped, or breaks it.',
    async run(subject) {
      const client = await subject.open();
      await client.initialize();
      const early = before(client, 'initialize').filter(entry => !isInitialized(entry));
      expectThat(
        early.length === 0,
        `before the response to \`initialize\` came:\n${early.map(describeEntry).join('\n')}`,
      );
    },
  },
  {
    id: 'lifecycle/initialized-once',
    title: '`initialized` comes once in a session',
    reference: { in: 'specification', page: 'Events_Initialized' },
    why: 'Clients send all breakpoints and `configurationDone` again for each, in the middle of the run.',
    async run(subject) {
      const client = await wholeRun(subject);
      const { length } = client.timeline.events('initialized');
      expectThat(length === 1, `the event \`initialized\` came ${length} times, expected once`);
    },
  },
  {
    id: 'lifecycle/second-initialize',
    title: 'A second `initialize` is answered and disturbs nothing',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'A confused client restarts its configuration in the middle of a session, or loses the program.',
    async run(subject) {
      const { client, stop, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const second = sendAny(client, 'initialize', { adapterID: subject.profile.adapterID });
      await answerTo(client, second, 'the second `initialize`');
      const threads = await ask(client, 'threads');
      expectThat(threads.success, 'after a second `initialize`, `threads` fails, though it worked before');
      const again = client.timeline.events('initialized', { after: second });
      expectThat(again.length === 0, 'a second `initialize` made the event `initialized` come again');
      const now = await client.topFrame(stop.threadId);
      expectThat(
        now.line === frame.line,
        `a second \`initialize\` moved the program from line ${frame.line} to line ${now.line}`,
      );
    },
  },
];

/** What was received before the answer to this command. */
function before(client: TestClient, command: string): readonly MessageEntry[] {
  const received = client.timeline.entries.filter(
    (entry): entry is MessageEntry => entry.kind === 'message' && entry.direction === 'received',
  );
  const answer = received.findIndex(
    ({ message }) => message.type === 'response' && message.command === command,
  );
  return answer < 0 ? received : received.slice(0, answer);
}

const isInitialized = ({ message }: MessageEntry): boolean =>
  message.type === 'event' && message.event === 'initialized';
