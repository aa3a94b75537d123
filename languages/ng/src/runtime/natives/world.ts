// Natives that deal with the world: input, output, files.

import { Failure } from '@sonde/engine';
import { fromBytes, fromRawBytes, toBytes, toRawBytes } from '../../toolchain/format/byte-text.js';
import type { ByteText } from '../../toolchain/format/ngo.js';
import { printLine } from '../printing.js';
import { rootsOf } from '../roots.js';
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
    const makeRoom = (bytes: number): void => processor.gauge.makeRoom(bytes, () => rootsOf(processor));
    try {
      return { value: fromRawBytes(processor.host.files.read(fromBytes(path), makeRoom)) };
    } catch (error) {
      throw notOpened('readFile', path, error);
    }
  },
  writeFile: (processor, args) => {
    processor.refuseEffect();
    const path = textArgument('writeFile', args, 0);
    const content = textArgument('writeFile', args, 1);
    try {
      processor.host.files.write(fromBytes(path), toRawBytes(content));
    } catch (error) {
      throw notOpened('writeFile', path, error);
    }
    return { value: undefined };
  },
  runNgi: () => {
    throw new ProgramError('runNgi() is not supported: Sonde lets no program start another one');
  },
  currentExecutablePath: ({ host }) => ({ value: toBytes(host.executable) }),
};

/** The original's words, and the reason where the file is there and may not be used. */
function notOpened(name: string, path: ByteText, error: unknown): ProgramError {
  if (error instanceof ProgramError) return error;
  const why = error instanceof Failure ? toBytes(` (${error.message})`) : '';
  return new ProgramError(`${name}() failed to open: ${path}${why}`);
}
