// A program that the test started itself, as a user would outside of any debugger: it can be talked to and must live on.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

export class OutsideProgram {
  readonly #lines: AsyncIterator<string>;

  private constructor(readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    onTestFinished(() => this.end());
  }

  /** Answers when it has said its first line. */
  static async start(command: string, ...args: readonly string[]): Promise<OutsideProgram> {
    const program = new OutsideProgram(spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
    await program.line();
    return program;
  }

  get id(): number {
    return this.child.pid!;
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) throw new Error('the program prints no more');
    return next.value;
  }

  say(text: string): void {
    this.child.stdin.write(`${text}\n`);
  }

  /** What it answers to a line: proof that it runs. */
  ask(text: string): Promise<string> {
    this.say(text);
    return this.line();
  }

  /** Ends its input and tells how it ended. */
  async finish(): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    const exited = once(this.child, 'exit') as Promise<[number | null, string | null]>;
    this.child.stdin.end();
    const [code, signal] = await exited;
    return { code, signal };
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
