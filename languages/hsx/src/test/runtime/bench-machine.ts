// A machine on the bench: programs in MVASM, a world of plain texts, no engine and no thread.

import type { Machine, Outcome } from '@sonde/engine-vm';
import { BenchHost } from '@sonde/engine-vm/driver';
import { assemble } from '../../toolchain/asm/assemble.js';
import { readHxe } from '../../toolchain/format/hxe-file.js';
import { link } from '../../toolchain/ld/link.js';
import type { HsxImage, HsxProgram } from '../../runtime/image.js';
import { imageOf, programOf } from '../../runtime/load.js';
import { createMachine } from '../../runtime/machine.js';

export { BenchHost };

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
