// A machine on the bench: programs in MVASM, a world of plain texts, no engine and no thread.

import {
  programFiles,
  type Machine,
  type MachineHost,
  type MachinePlace,
  type Outcome,
} from '@sonde/engine-vm';
import { assemble } from '../../toolchain/asm/assemble.js';
import { readHxe } from '../../toolchain/format/hxe-file.js';
import { link } from '../../toolchain/ld/link.js';
import type { HsxImage, HsxProgram } from '../../runtime/image.js';
import { imageOf, programOf } from '../../runtime/load.js';
import { createMachine } from '../../runtime/machine.js';

export interface Assembled {
  readonly program: HsxProgram;
  /** The address of an exported label, or of one that `.entry` names. */
  readonly address: (label: string) => number;
}

/** Throws when it is wrong. */
export function program(source: string, name = 'main'): Assembled {
  const { object, problems } = assemble(source);
  if (object === undefined) throw new Error(JSON.stringify(problems));
  const linked = link([{ name, object }], { appName: name });
  if (linked.image === undefined) throw new Error(JSON.stringify(linked.problems));
  return {
    program: programOf(readHxe(linked.image), name),
    address: label => linked.exported.get(label)!.address,
  };
}

export const image = (source: string, options: Omit<HsxImage, 'programs' | 'tasks'> = {}): HsxImage =>
  imageOf([program(source).program], options);

/** Takes everything, unless told otherwise. */
export class BenchHost implements MachineHost {
  stdout = '';
  stderr = '';
  readonly bytes: Uint8Array[] = [];
  /** How many writes are taken before there is no room. */
  room = Infinity;
  clock = 0;
  readonly lines: (string | null)[] = [];
  readonly args: readonly string[] = [];
  readonly files = programFiles(process.cwd());
  readonly memoryLimit = 256 * 1024 * 1024;
  watching = false;
  readonly touches: { readonly access: 'read' | 'write'; readonly place: MachinePlace }[] = [];
  wants: (access: 'read' | 'write', place: MachinePlace) => boolean = () => false;

  write(stream: string, text: string): boolean {
    if (this.room-- <= 0) return false;
    if (stream === 'stdout') this.stdout += text;
    else this.stderr += text;
    return true;
  }

  writeBytes(_stream: string, bytes: Uint8Array): boolean {
    this.bytes.push(bytes);
    return true;
  }

  readLine(): string | null | undefined {
    return this.lines.shift();
  }

  now(): number {
    return this.clock;
  }

  random(): number {
    return 0;
  }

  startChild(): void {
    throw new Error('there are no other programs here');
  }

  touched(access: 'read' | 'write', place: MachinePlace): boolean {
    this.touches.push({ access, place });
    return this.wants(access, place);
  }
}

export interface Bench {
  readonly machine: Machine;
  readonly host: BenchHost;
  readonly address: (label: string) => number;
}

export function bench(source: string, options: Omit<HsxImage, 'programs' | 'tasks'> = {}): Bench {
  const made = program(source);
  const host = new BenchHost();
  return { machine: createMachine(imageOf([made.program], options), host), host, address: made.address };
}

/** Several programs, a task for each. */
export function benchOf(
  sources: Readonly<Record<string, string>>,
  options: { quantum?: number } = {},
): Bench {
  const programs = Object.entries(sources).map(([name, source]) => program(source, name).program);
  const host = new BenchHost();
  return { machine: createMachine(imageOf(programs, options), host), host, address: () => 0 };
}

/** Runs on until something other than time passes. */
export const go = (machine: Machine, passSite = false, most = 1_000_000): Outcome =>
  machine.run(machine.time + most, passSite);

/** Runs until the program has exited or nothing can go on. */
export function toEnd(machine: Machine): Outcome {
  for (let turns = 0; turns < 1_000; turns++) {
    const outcome = go(machine);
    if (outcome.kind === 'exited' || outcome.kind === 'waiting' || outcome.kind === 'time') return outcome;
  }
  throw new Error('the program does not end');
}
