// gdb's `record full` on a native program: what recording costs there, and ways back.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Child } from '../frames.js';
import { lines } from '../gdb.js';
import { lineOf } from '../markers.js';
import { percentile } from '../statistics.js';
import { nativeProgram, writeProgram } from './programs.js';
import { residentMB } from './process-tree.js';

export interface GdbRecorded {
  readonly version: string;
  readonly instructions: number;
  readonly perSecond: number;
  /** Of the loop, recorded against not recorded. */
  readonly ratio: number;
  readonly stepBackMs: number;
  /** Against recording the same. */
  readonly reverseRatio: number;
  readonly grownMB: number;
}

/** About 80,000 instructions, which take gdb ten seconds. */
const recordedTurns = 2_000;
const plainTurns = 10_000_000;
const steps = 100;

/** A reason where it cannot be measured. */
export function gdbProblem(): string | undefined {
  for (const command of ['gdb', 'gcc'])
    if (spawnSync(command, ['--version']).status !== 0) return `${command} is not installed`;
  return undefined;
}

export async function gdbRecorded(folder: string): Promise<GdbRecorded> {
  const program = nativeProgram();
  const compiled = (turns: number): { readonly source: string; readonly binary: string } => {
    const source = writeProgram(program, turns, folder);
    const binary = join(folder, `turns-${turns}`);
    execFileSync('gcc', ['-g', '-O0', '-o', binary, source]);
    return { source, binary };
  };
  const plain = compiled(plainTurns);
  const began = performance.now();
  execFileSync(plain.binary);
  const plainMsPerTurn = (performance.now() - began) / plainTurns;
  return recordedRun(compiled(recordedTurns), plainMsPerTurn);
}

async function recordedRun(
  { source, binary }: { readonly source: string; readonly binary: string },
  plainMsPerTurn: number,
): Promise<GdbRecorded> {
  const gdb = new Gdb(binary);
  try {
    await gdb.ask('-gdb-set startup-with-shell off');
    await gdb.ask(`-break-insert ${source}:${lineOf(source, '#begin')}`);
    await gdb.run('-exec-run');
    await gdb.ask('-interpreter-exec console "set record full insn-number-max unlimited"');
    await gdb.ask('-interpreter-exec console "record full"');
    await gdb.ask(`-break-insert ${source}:${lineOf(source, '#end')}`);
    const before = gdb.residentMB;
    const forward = await gdb.run('-exec-continue');
    const grownMB = gdb.residentMB - before;
    const info = await gdb.console('info record');
    const instructions = Number(/contains (\d+) instructions/.exec(info)?.[1]);
    if (!(instructions > 0)) throw new Error(`gdb recorded nothing: ${info}`);
    const back: number[] = [];
    for (let nth = 0; nth < steps; nth++) back.push(await gdb.run('-exec-next --reverse'));
    await gdb.run('-exec-continue');
    await gdb.ask('-break-delete');
    const reverse = await gdb.run('-exec-continue --reverse');
    return {
      version: execFileSync('gdb', ['--version'], { encoding: 'utf8' }).split('\n')[0]!,
      instructions,
      perSecond: (instructions / forward) * 1000,
      ratio: forward / recordedTurns / plainMsPerTurn,
      stepBackMs: percentile(back, 95),
      reverseRatio: reverse / forward,
      grownMB,
    };
  } finally {
    await gdb.close();
  }
}

class Gdb {
  #token = 1;
  readonly #child: Child;

  constructor(binary: string) {
    this.#child = new Child('gdb', ['-nx', '-q', '--interpreter=mi3', binary], lines);
  }

  get residentMB(): number {
    // The debuggee is a child of gdb and tiny.
    return residentMB(this.#child.pid);
  }

  async ask(command: string): Promise<string> {
    const token = String(this.#token++);
    this.#child.write(`${token}${command}\n`);
    const answer = await this.#child.wait((said): said is string => (said as string).startsWith(`${token}^`));
    if (answer.startsWith(`${token}^error`)) throw new Error(`gdb: ${command}: ${answer}`);
    return answer;
  }

  /** What a command of the console prints. */
  async console(command: string): Promise<string> {
    this.#child.forget();
    const printed = this.#child.wait((said): said is string => /^~".*instructions/.test(said as string));
    await this.ask(`-interpreter-exec console "${command}"`);
    return printed;
  }

  /** To the next stop, in milliseconds. */
  async run(command: string): Promise<number> {
    this.#child.forget();
    const began = performance.now();
    const stopped = this.#child.wait((said): said is string => (said as string).startsWith('*stopped'));
    await this.ask(command);
    await stopped;
    return performance.now() - began;
  }

  async close(): Promise<void> {
    this.#child.write('-exec-abort\n-gdb-exit\n');
    await this.#child.end();
  }
}
