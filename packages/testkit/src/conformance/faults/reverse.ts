// Faults of what an adapter asks of its client, one for each check of the same name.
import type { Request } from '@sonde/dap';
import type { Fault, FaultyLine } from './fault.js';
import { eventOf } from './seeds.js';
import { argumentsOf, seeing } from './seen-session.js';
import type { SeenSession } from './seen-session.js';

export const reverseFaults: readonly Fault[] = [
  {
    check: 'reverse/terminal',
    does: 'says that a program in a terminal stands still when it has ended',
    seed: stoppedAtTheEnd,
  },
  {
    check: 'reverse/shell-arguments',
    does: 'wants a shell of clients that have none to offer',
    seed: changedReverse('runInTerminal', (args, { client }) =>
      client.supportsArgsCanBeInterpretedByShell === false
        ? { ...args, argsCanBeInterpretedByShell: true }
        : args,
    ),
  },
  {
    check: 'reverse/child',
    does: 'asks for a session without saying of what',
    seed: changedReverse('startDebugging', args => ({ ...args, configuration: {} })),
  },
];

/** Of programs in a terminal, where the client has a shell to offer. */
function stoppedAtTheEnd(): FaultyLine {
  return seeing(seen => {
    let isInTerminal = false;
    return {
      fromAdapter(message, line) {
        if (message.type === 'request' && message.command === 'runInTerminal')
          isInTerminal = seen.client.supportsArgsCanBeInterpretedByShell === true;
        if (isInTerminal && message.type === 'event' && message.event === 'terminated')
          line.toClient(eventOf('stopped', { reason: 'pause', allThreadsStopped: true }));
        line.toClient(message);
      },
    };
  })();
}

type Arguments = Readonly<Record<string, unknown>>;

/** What the adapter asks with this command is changed on its way. */
function changedReverse(
  command: string,
  change: (args: Arguments, seen: SeenSession) => Arguments,
): () => FaultyLine {
  return seeing(seen => ({
    fromAdapter(message, line) {
      const isAsked = message.type === 'request' && message.command === command;
      line.toClient(isAsked ? withArguments(message, change(argumentsOf(message), seen)) : message);
    },
  }));
}

const withArguments = (request: Request, args: Arguments): Request => ({ ...request, arguments: args });
