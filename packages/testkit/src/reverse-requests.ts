// What an adapter may ask of its client: run a program in a terminal, start another session.
import type { RunInTerminalRequestArguments, RunInTerminalResponseBody } from '@sonde/dap';
import { OutputText, OwnedProcess } from '@sonde/dap/node';

/** A program that runs on behalf of `runInTerminal`: with pipes instead of a screen, so that tests can read and type. */
export class TestTerminal {
  readonly arguments: RunInTerminalRequestArguments;
  readonly process: OwnedProcess;
  readonly output = new OutputText();

  private constructor(args: RunInTerminalRequestArguments, process: OwnedProcess) {
    this.arguments = args;
    this.process = process;
    process.stdout.setEncoding('utf8').on('data', (text: string) => this.output.append(text));
    process.stdout.on('close', () => this.output.end());
  }

  static async run(args: RunInTerminalRequestArguments): Promise<TestTerminal> {
    const [command, ...rest] = args.args;
    if (command === undefined) throw new Error('runInTerminal has no command in its args');
    const process = await OwnedProcess.start(command, rest, {
      cwd: args.cwd,
      ...(args.env === undefined ? {} : { env: args.env }),
      ...(args.argsCanBeInterpretedByShell === true ? { shell: true } : {}),
    });
    return new TestTerminal(args, process);
  }

  /** With a shell in between only the shell's process is known. */
  get response(): RunInTerminalResponseBody {
    const { pid } = this.process;
    return this.arguments.argsCanBeInterpretedByShell === true ? { shellProcessId: pid } : { processId: pid };
  }

  type(text: string): void {
    this.process.stdin.write(text);
  }

  /** A terminal that is closed hangs up on its program; one that is still there afterwards is killed. */
  async close(deadlineMs: number): Promise<void> {
    this.process.kill('SIGHUP');
    await this.process.end(deadlineMs);
  }
}
