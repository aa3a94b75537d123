// Builds a program: compiles its source or reads a compiled one, links its modules, writes the result where that is asked for.

import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { asFailure, Failure, passTooMuchSource } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import type { BuildRequest, BuildResult, Diagnostic } from '@sonde/language';
import { writeNgo } from '../toolchain/format/ngo-writer.js';
import { verifyModule } from '../toolchain/format/verify.js';
import { link, type LoadedModule } from '../toolchain/linker/link.js';
import { compileProgram, loadCompiled, type CompiledProgram } from '../toolchain/compile.js';
import { readUpTo } from '../toolchain/modules.js';
import { SourceProblem } from '../toolchain/source.js';

export const compiledExtension = '.ngo';

/** As the original compiler ends when it refuses a program. */
const refusedExitCode = 255;

export async function build(request: BuildRequest): Promise<BuildResult> {
  const path = resolve(request.cwd, request.program);
  const upstreamCompatible = request.extra['upstreamCompatible'] === true;
  try {
    const load = extname(path) === compiledExtension ? loadCompiled : compileProgram;
    const program = load(path, { upstreamCompatible }, undefined, readUpTo(request.mostSource));
    const modules = request.debugInfo ? program.modules : program.modules.map(withoutDebugInfo);
    const [main] = modules;
    if (request.output !== undefined && main !== undefined)
      writeFileSync(resolve(request.cwd, request.output), writeNgo(main.module, main));
    const { image, symbols, loaded } = link(modules, { upstreamCompatible });
    const target: MachineImage = { code: image, symbols, loaded };
    return {
      target: { program: path, temporary: [], image: target },
      diagnostics: warningsOf(program),
    };
  } catch (error) {
    passTooMuchSource(error);
    if (error instanceof SourceProblem) return refused(error, path);
    return { diagnostics: [{ severity: 'error', message: messageOf(error, path) }] };
  }
}

const withoutDebugInfo = ({ name, path, module, importedModules }: LoadedModule): LoadedModule => ({
  name,
  path,
  module,
  importedModules,
});

/** What is odd about compiled modules and does not keep them from running. */
const warningsOf = ({ modules, problems }: CompiledProgram): readonly Diagnostic[] =>
  [
    ...problems,
    ...modules.flatMap(({ path, module }) => verifyModule(module).map(({ text }) => `${path}: ${text}`)),
  ].map(message => ({ severity: 'warning', message }));

/** Standard output gets what the original compiler prints, so that programs can be compared with it. */
function refused(problem: SourceProblem, path: string): BuildResult {
  const { file, at, text, hint } = problem;
  const diagnostic: Diagnostic = {
    severity: 'error',
    message: text,
    location: {
      source: { name: nameOf(file?.path ?? path), path: file?.path ?? path },
      line: at.line,
      column: at.column,
    },
    sourceLine: file?.text.split('\n')[at.line - 1] ?? '',
    ...(hint === undefined ? {} : { hint }),
  };
  return {
    diagnostics: [diagnostic],
    verdict: { output: `${problem.verdict}\n`, exitCode: refusedExitCode },
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function messageOf(error: unknown, path: string): string {
  if (error instanceof Failure) return `${path}: ${error.text}`;
  return asFailure(error).message;
}
