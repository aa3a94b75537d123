// Checks of what an adapter asks of its client: a terminal for the program, a session for another one.
import type { RunInTerminalRequestArguments, WireMessage } from '@sonde/dap';
import type { TestClient } from '../../client.js';
import { CheckFailure, CheckSkipped, expectThat } from '../check.js';
import type { Check } from '../check.js';
import { during } from '../looking.js';
import type { Subject } from '../subject.js';

export const reverseChecks: readonly Check[] = [
  {
    id: 'reverse/terminal',
    title: 'A program for which a terminal is asked runs in it',
    reference: { in: 'specification', page: 'Reverse_Requests_RunInTerminal' },
    why: 'Programs that read keys or draw on the screen cannot be debugged.',
    needs: { section: 'terminal' },
    async run(subject) {
      const { prints } = subject.section('terminal');
      const client = await launchedInTerminal(subject);
      const [terminal] = client.terminals;
      expectThat(
        terminal !== undefined,
        'the program was launched in a terminal, but the adapter did not ask for one with `runInTerminal`',
      );
      await during('a program in a terminal', client.waitForEnd());
      if (prints === undefined) return;
      await terminal.output.waitFor(new RegExp(escaped(prints)), subject.timeoutMs);
    },
  },
  {
    id: 'reverse/shell-arguments',
    title: 'Arguments for a shell to interpret are sent only to clients that declared to take them',
    reference: { in: 'specification', page: 'Reverse_Requests_RunInTerminal' },
    why: 'What was meant for a shell is run as it stands, or the other way round.',
    needs: { section: 'terminal' },
    async run(subject) {
      const client = await subject.open({ initialize: { supportsArgsCanBeInterpretedByShell: false } });
      // Whether the program then runs is for another check to say.
      await Promise.race([
        client.launch(subject.launchArguments('terminal')).catch(() => undefined),
        answered(client, subject.timeoutMs).catch(() => undefined),
      ]);
      const asked = client.timeline.entries.find(
        entry => entry.kind === 'message' && entry.direction === 'received' && isFor(entry.message),
      );
      if (asked?.kind !== 'message' || asked.message.type !== 'request')
        throw new CheckSkipped('the adapter did not ask for a terminal');
      const args = asked.message.arguments as Partial<RunInTerminalRequestArguments> | undefined;
      expectThat(
        args?.argsCanBeInterpretedByShell !== true,
        'a client without supportsArgsCanBeInterpretedByShell is asked to run arguments through a shell',
      );
    },
  },
  {
    id: 'reverse/child',
    title: 'A session that `startDebugging` asks for can be started as it says',
    reference: { in: 'specification', page: 'Reverse_Requests_StartDebugging' },
    why: 'Programs that the program starts run without their breakpoints, or not at all.',
    needs: { section: 'child' },
    async run(subject) {
      const { prints } = subject.section('child');
      const client = await subject.launch('child');
      const child = await during('starting the session that startDebugging asked for', client.child());
      await during('the other program', child.waitForEnd());
      expectThat(
        prints === undefined || child.output().includes(prints),
        `the other program was to print ${JSON.stringify(prints)}; its session says ${JSON.stringify(child.output())}`,
      );
    },
  },
];

/** A request of `runInTerminal`, or the answer to one. */
const isFor = (message: WireMessage): boolean =>
  message.type !== 'event' && message.command === 'runInTerminal';

/** The client has done what `runInTerminal` asked for, or said that it cannot. */
const answered = (client: TestClient, timeoutMs: number): Promise<true> =>
  client.timeline.waitFor('the answer to runInTerminal', { timeoutMs }, entry =>
    entry.kind === 'message' && entry.direction === 'sent' && isFor(entry.message) ? true : undefined,
  );

async function launchedInTerminal(subject: Subject): Promise<TestClient> {
  const client = await subject.open();
  try {
    await client.launch(subject.launchArguments('terminal'));
  } catch (error) {
    const answer = client.timeline.entries.find(
      entry => entry.kind === 'message' && entry.direction === 'sent' && isFor(entry.message),
    );
    if (answer?.kind !== 'message' || answer.message.type !== 'response' || answer.message.success)
      throw error;
    const { message = 'without a reason' } = answer.message;
    throw new CheckFailure(`what \`runInTerminal\` asks for cannot be done: ${message}`, { cause: error });
  }
  return client;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
