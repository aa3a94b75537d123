// One conversation with the console debugger, from the greeting to the exit code.

import type { Streams } from '../command.js';
import { signalCode } from '../signals.js';
import { styleFor } from '../style.js';
import { completeLine } from './completion.js';
import { Console, type ConsoleOptions } from './console.js';
import { pipedInput, scriptInput, TerminalInput } from './line-input.js';
import { Screen } from './screen.js';

export interface ConversationOptions extends Omit<ConsoleOptions, 'screen'> {
  readonly streams: Streams;
  readonly greeting: string;
  /** Commands that come before anything is read; without a terminal they are all there is. */
  readonly script: string | undefined;
}

export async function converseWith(options: ConversationOptions): Promise<number> {
  const { streams, script } = options;
  const screen = new Screen(streams.output, styleFor(streams.output));
  const console = new Console({ ...options, screen });
  const interrupted = (): void => console.interrupt();
  process.on('SIGINT', interrupted);
  const reader = { gone: false };
  const readerLeft = (): void => {
    reader.gone = true;
    console.leave();
  };
  streams.output.once('error', readerLeft);
  try {
    screen.say(screen.style.bold(options.greeting));
    if (!(await console.load())) {
      await console.end();
      return reader.gone ? signalCode('SIGPIPE') : 1;
    }
    if (script !== undefined) await console.converse(scriptInput(script));
    const interactive = streams.input.isTTY === true && streams.output.isTTY === true;
    if (interactive) await atTerminal(console, streams, screen);
    else {
      if (script === undefined) await withPipe(console, streams);
      await console.finishScript();
    }
    const code = await console.end();
    return reader.gone ? signalCode('SIGPIPE') : code;
  } finally {
    streams.output.off('error', readerLeft);
    process.off('SIGINT', interrupted);
    // A stream that is still read would keep the process alive.
    streams.input.destroy();
  }
}

async function withPipe(console: Console, streams: Streams): Promise<void> {
  const input = pipedInput(streams.input);
  await console.converse(input);
  input.close();
}

async function atTerminal(console: Console, streams: Streams, screen: Screen): Promise<void> {
  const terminal = new TerminalInput(
    streams.input,
    streams.output,
    line => completeLine(line, console.debuggeeIfAny),
    { typed: () => screen.lineWasTyped(), interrupted: () => console.interrupt() },
  );
  await console.converse(terminal, terminal);
  terminal.close();
}
