// gdb through its machine interface (MI), asked for the same things.
import { performance } from 'node:perf_hooks';
import type { Debugger, Place, Program, Session } from './debuggers.js';
import { Child, type Framing } from './frames.js';
import { lineOf } from './markers.js';

const newline = 10;

/** Of the machine interface: a message is a line. */
export const lines: Framing = {
  size(bytes) {
    const end = bytes.indexOf(newline);
    return end < 0 ? undefined : end + 1;
  },
  said: line => line.toString('utf8', 0, line.length - 1),
};

export const gdbDebugger = (version: string): Debugger => ({
  name: 'gdb',
  version,
  async open(program, marker, args) {
    const child = new Child('gdb', ['-nx', '-q', '--interpreter=mi3', program.binary], lines);
    const session = new GdbSession(child, program);
    await session.start(marker, args);
    return session;
  },
});

class GdbSession implements Session {
  #token = 1;
  readonly #lists = new Map<string, string>();

  constructor(
    private readonly child: Child,
    private readonly program: Program,
  ) {}

  async start(marker: string, args: readonly string[]): Promise<void> {
    await this.#ask('-gdb-set startup-with-shell off');
    if (args.length > 0) await this.#ask(`-exec-arguments ${args.join(' ')}`);
    await this.breakpoints([{ marker }]);
    await this.#run('-exec-run');
  }

  async firstScreen(): Promise<void> {
    await this.#ask('-thread-info');
    await this.#ask('-stack-list-frames 0 20');
    await this.#ask('-stack-list-variables --all-values');
  }

  step(): Promise<void> {
    return this.#run('-exec-next');
  }

  async evaluate(expression: string): Promise<void> {
    await this.#ask(`-data-evaluate-expression "${expression}"`);
  }

  async elements(expression: string, start: number, count: number): Promise<number> {
    if (!this.#lists.has(expression)) {
      const made = await this.#ask(`-var-create - * "${expression}"`);
      this.#lists.set(expression, /name="([^"]*)"/.exec(made)![1]!);
    }
    const name = this.#lists.get(expression)!;
    const began = performance.now();
    const page = await this.#ask(`-var-list-children --all-values ${name} ${start} ${start + count}`);
    const length = /numchild="(\d+)"/.exec(page)?.[1];
    if (length !== String(count)) throw new Error(`asked for ${count} elements, got ${length ?? 'none'}`);
    return this.child.arrived - began;
  }

  async breakpoints(places: readonly Place[]): Promise<void> {
    await this.#ask('-break-delete');
    for (const { marker, condition, passes } of places) {
      const where = `${this.program.source}:${lineOf(this.program.source, marker)}`;
      const how = [
        ...(condition === undefined ? [] : [`-c "${condition}"`]),
        ...(passes === undefined ? [] : [`-i ${passes - 1}`]),
      ];
      await this.#ask(`-break-insert ${how.join(' ')} ${where}`);
    }
  }

  resume(): Promise<void> {
    return this.#run('-exec-continue');
  }

  async close(): Promise<void> {
    await this.#ask('-gdb-exit');
    await this.child.end();
  }

  async #run(command: string): Promise<void> {
    const stopped = this.child.wait((said): said is string => (said as string).startsWith('*stopped'));
    await this.#ask(command);
    await stopped;
    this.child.forget();
  }

  async #ask(command: string): Promise<string> {
    const token = String(this.#token++);
    this.child.write(`${token}${command}\n`);
    const answer = await this.child.wait((said): said is string => (said as string).startsWith(`${token}^`));
    if (answer.startsWith(`${token}^error`)) throw new Error(`gdb: ${command}: ${answer}`);
    return answer;
  }
}
