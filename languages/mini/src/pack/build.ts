// Builds a program: compiles its source, or reads a compiled one, and writes it where that is asked for.

import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { asFailure, moduleId, passTooMuchSource, sourceReader, type Target } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import { decodeImage, encodeImage, Mistake, withoutDebugInfo, type Assembled } from '@sonde/engine-vm/kit';
import type { BuildRequest, BuildResult, Diagnostic } from '@sonde/language';
import { compile } from '../toolchain/compiler.js';

export const imageExtension = '.minib';
const imageFormat = { magic: 'mini-image', version: 1 };

export async function build(request: BuildRequest): Promise<BuildResult> {
  const program = resolve(request.cwd, request.program);
  try {
    const whole = read(program, request.mostSource);
    const assembled = request.debugInfo ? whole : withoutDebugInfo(whole);
    if (request.output !== undefined)
      writeFileSync(resolve(request.cwd, request.output), encodeImage(imageFormat, assembled));
    return { target: targetOf(program, assembled), diagnostics: [] };
  } catch (error) {
    passTooMuchSource(error);
    return { diagnostics: [diagnosticOf(error, program)] };
  }
}

/** For programs that a program starts. */
export const buildChild = async (program: string): Promise<Target> => targetOf(program, read(program));

const read = (program: string, mostSource?: number): Assembled =>
  extname(program) === imageExtension
    ? (decodeImage(imageFormat, sourceReader(mostSource)(program).toString('utf8')) as Assembled)
    : compile(program, mostSource);

function targetOf(program: string, { code, symbols }: Assembled): Target {
  return { program, temporary: [], image: { code, symbols, loaded: [moduleId('0')] } satisfies MachineImage };
}

function diagnosticOf(error: unknown, program: string): Diagnostic {
  if (error instanceof Mistake && error.file !== undefined) {
    const { message, at, hint, file } = error;
    const location = { source: file.source, line: at.line, column: at.column };
    const sourceLine = file.text.split('\n')[at.line - 1] ?? '';
    return { severity: 'error', message, location, sourceLine, ...(hint === undefined ? {} : { hint }) };
  }
  // The parser is recursive; nobody writes what is too deep for it.
  if (error instanceof RangeError) return { severity: 'error', message: `${program} is nested too deeply.` };
  return { severity: 'error', message: `${program}: ${asFailure(error).text}` };
}
