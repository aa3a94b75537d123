// What the machine and the engine are told of linked programs: code, where the variables are, symbols.

import type { SymbolData } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import { imageOf } from '../runtime/load.js';
import { arenaName } from '../runtime/arena.js';
import type { HsxImage, HsxProgram } from '../runtime/image.js';
import type { SymFile } from '../toolchain/format/sym-file.js';
import { machineTypes, shapesOf } from './debug-types.js';
import type { BuildOptions } from './launch-options.js';
import { describePrograms } from './symbols.js';

/** A linked program with its symbols, wherever both come from. */
export type DescribedProgram = HsxProgram & {
  readonly path: string;
  /** Where relative names of sources count from. */
  readonly folder: string;
  readonly sym?: SymFile;
};

export function describedImage(
  described: readonly DescribedProgram[],
  options: Pick<BuildOptions, 'quantum' | 'trace'>,
): MachineImage & { readonly symbols: SymbolData } {
  const { symbols, tables } = describePrograms(described);
  const programs = described.map(
    ({ name, code: words, data, bss, entry, metadata, sym }, nth): HsxProgram => ({
      ...{ name, code: words, data, entry },
      ...(bss === undefined ? {} : { bss }),
      ...(metadata === undefined ? {} : { metadata }),
      ...tables[nth]!,
      ...mainOf(sym),
      ...arenaOf(sym),
    }),
  );
  const code: HsxImage = imageOf(programs, {
    ...(options.quantum === undefined ? {} : { quantum: options.quantum }),
    ...(options.trace === undefined ? {} : { traceSize: options.trace }),
    types: {
      word: machineTypes.word,
      code: machineTypes.code,
      flags: machineTypes.flags,
      shapes: shapesOf(symbols.types),
    },
  });
  return { code, symbols, loaded: symbols.modules.map(({ id }) => id) };
}

/** Where a C program begins for who wrote it. */
function mainOf(sym: SymFile | undefined): Pick<HsxProgram, 'main'> {
  const main = sym?.debug?.functions.find(({ name }) => name === 'main');
  return main === undefined ? {} : { main: main.body };
}

/** By the name that the C library has for it. */
function arenaOf(sym: SymFile | undefined): Pick<HsxProgram, 'arena'> {
  const labels = Object.entries(sym?.symbols.data_labels ?? {});
  const found = labels.find(([, names]) => names.includes(arenaName));
  return found === undefined ? {} : { arena: Number(found[0]) };
}
