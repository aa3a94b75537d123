// Builds what is to be debugged: the program, and those that run beside it.

import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Failure, passTooMuchSource, sourceReader } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { programOf } from '../runtime/load.js';
import { writeSym } from '../toolchain/format/sym-reader.js';
import { diagnosticsOf, failedWith } from './diagnostics.js';
import type { ExecutiveImage } from './executive/protocol.js';
import { describedImage } from './image.js';
import type { BuildOptions } from './launch-options.js';
import { folderOf, loadProgram, type LoadedProgram } from './load-program.js';
import { projectExtension, readProject, type ProjectTask } from './project-file.js';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const program = resolve(request.cwd, request.program);
  const options = request.extra as BuildOptions;
  const read = sourceReader(request.mostSource);
  try {
    const isProject = extname(program) === projectExtension;
    const main: readonly ProjectTask[] = isProject
      ? readProject(program, read(program))
      : [{ sources: [program] }];
    const beside = (options.tasks ?? []).map(path => ({ sources: [resolve(request.cwd, path)] }));
    const symbols = options.symbols === undefined ? {} : { symbols: resolve(request.cwd, options.symbols) };
    const loaded: LoadedProgram[] = [];
    for (const task of [...main, ...beside])
      loaded.push(
        await loadProgram({
          ...task,
          debugInfo: request.debugInfo,
          options,
          // Those of the program itself; others have theirs beside them.
          ...(loaded.length === 0 ? symbols : {}),
          read,
          progress: message => request.progress(message),
        }),
      );
    if (request.output !== undefined) write(resolve(request.cwd, request.output), loaded, request.debugInfo);
    return {
      target: { program, temporary: [], image: imageFor(loaded, options) },
      diagnostics: loaded.flatMap(({ diagnostics }) => diagnostics),
    };
  } catch (error) {
    passTooMuchSource(error);
    // No mistake of the program: editors offer to install what is missing.
    if (error instanceof Failure && error.code === 'tool-missing') throw error;
    return { diagnostics: diagnosticsOf(error, program) };
  }
}

function imageFor(loaded: readonly LoadedProgram[], options: BuildOptions): MachineImage {
  const image = describedImage(
    loaded.map(program => ({
      ...programOf(program.image, program.name),
      name: program.name,
      folder: folderOf(program),
      path: program.path,
      ...(program.sym === undefined ? {} : { sym: program.sym }),
    })),
    options,
  );
  if (options.executive === undefined) return image;
  const linked = loaded.map(({ name, bytes, sym }) => ({
    name,
    bytes,
    ...(sym === undefined ? {} : { sym: new TextDecoder().decode(writeSym(sym)) }),
  }));
  const forExecutive: ExecutiveImage = { ...image, linked };
  return forExecutive;
}

/** The program, and beside it what a debugger needs. */
function write(output: string, loaded: readonly LoadedProgram[], debugInfo: boolean): void {
  const [only, another] = loaded;
  if (only === undefined || another !== undefined)
    throw failedWith('several programs cannot be written into one file.', 'Build each of them by itself.');
  writeFileSync(output, only.bytes);
  if (debugInfo && only.sym !== undefined)
    writeFileSync(`${output.replace(/\.hxe$/, '')}.sym`, writeSym(only.sym));
}
