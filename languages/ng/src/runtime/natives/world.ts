// Natives that deal with the world: input, output, files.

import { readFileSync, writeFileSync } from 'node:fs';
import { fromBytes, fromRawBytes, toBytes, toRawBytes } from '../../toolchain/format/byte-text.js';
import { printLine } from '../printing.js';
import { show } from '../show.js';
import { ProgramError } from '../values.js';
import { refuseArgument, textArgument, type Natives } from './native.js';

export const worldNatives: Natives = {
  print: (processor, args) =>
    printLine(processor, 'stdout', args.map(show).join(', ')) ? { value: undefined } : { waiting: 'output' },
  assert: (_, args) => {
    args.forEach((value, nth) => {
      if (typeof value !== 'boolean') throw refuseArgument('assert', nth, 'a boolean');
      if (!value) throw new ProgramError('Assertion Failed', 'false');
    });
    return { value: undefined };
  },
  readLine: processor => {
    processor.refuseEffect();
    const line = processor.host.readLine();
    if (line === undefined) return { waiting: 'input' };
    // At the end of the input there are only empty lines.
    return { value: toBytes(line ?? '') };
  },
  readFile: (processor, args) => {
    processor.refuseEffect();
    const path = textArgument('readFile', args, 0);
    try {
      return { value: fromRawBytes(readFileSync(fromBytes(path))) };
    } catch {
      throw new ProgramError(`readFile() failed to open: ${path}`);
    }
  },
  writeFile: (processor, args) => {
    processor.refuseEffect();
    const path = textArgument('writeFile', args, 0);
    const content = textArgument('writeFile', args, 1);
    try {
      writeFileSync(fromBytes(path), toRawBytes(content));
    } catch {
      throw new ProgramError(`writeFile() failed to open: ${path}`);
    }
    return { value: undefined };
  },
  runNgi: () => {
    throw new ProgramError('runNgi() is not supported: Sonde lets no program start another one');
  },
  currentExecutablePath: () => ({ value: toBytes(process.execPath) }),
};
