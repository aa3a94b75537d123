// A machine on the bench: no engine, no thread, a world of plain texts.

import type { Outcome } from '@sonde/engine-vm';
import { BenchHost } from '@sonde/engine-vm/driver';
import type { LoadedModule } from '../../toolchain/linker/link.js';
import { link } from '../../toolchain/linker/link.js';
import type { ProgramImage } from '../../runtime/image.js';
import { createMachine } from '../../runtime/machine.js';
import { assemble, type Tables } from './assembly.js';

export type Machine = ReturnType<typeof createMachine>;

export { BenchHost };

export interface BenchOptions extends Tables {
  readonly upstreamCompatible?: boolean;
  /** By the name that imports use. */
  readonly others?: ReadonlyMap<string, string>;
}

export interface Bench {
  readonly machine: Machine;
  readonly host: BenchHost;
  readonly image: ProgramImage;
  /** The address of a label: `function.label`. */
  readonly address: (label: string) => number;
}

export function bench(source: string, options: BenchOptions = {}, host = new BenchHost()): Bench {
  const main = assemble(source, options);
  const others = [...(options.others ?? new Map<string, string>())];
  const indices = new Map(others.map(([name], nth) => [name, nth + 1]));
  const modules: LoadedModule[] = [
    { name: 'main', path: '/main.ngo', module: main.module, importedModules: indices },
    ...others.map(([name, text]) => ({
      name,
      path: `/${name}.ngo`,
      module: { ...assemble(text).module, name },
      importedModules: new Map<string, number>(),
    })),
  ];
  const { image } = link(modules, { upstreamCompatible: options.upstreamCompatible ?? false });
  return {
    machine: createMachine(image, host),
    host,
    image,
    address: label => {
      const [name] = /^(.*)\.[^.]*$/.exec(label)?.slice(1) ?? [];
      const index = main.module.functions.findIndex(f => f.name === name);
      const before = main.module.functions.slice(0, index).reduce((sum, f) => sum + f.code.length, 0);
      return image.modules[0]!.base + before + main.labels.get(label)!;
    },
  };
}

/** Runs on until something other than time passes. */
export function go(machine: Machine, passSite = false, most = 10_000_000): Outcome {
  return machine.run(machine.time + most, passSite);
}

/** To the end; an error ends it too. */
export function toEnd(machine: Machine): number {
  for (let turns = 0; turns < 1_000; turns++) {
    const outcome = go(machine);
    if (outcome.kind === 'exited') return outcome.code;
    if (outcome.kind === 'time' || outcome.kind === 'waiting') break;
  }
  throw new Error('the program does not end');
}

/** What a program prints on standard output. */
export function output(source: string, options: BenchOptions = {}): string {
  const { machine, host } = bench(source, options);
  toEnd(machine);
  return host.stdout;
}

/** Prints what the instructions leave on the stack. */
export const shown = (instructions: string, rest = '', options: BenchOptions = {}): string =>
  output(`${instructions}\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN\n${rest}`, options).replace(/\n$/, '');
