// Builds a program with the language's own compiler, as its editor extension does: FILE --debug --compile -o PROGRAM.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Failure, makeTemporaryFolder } from '@sonde/engine';
import { findTool } from '@sonde/engine-native/toolchain';
import type { BuildRequest, BuildResult, Diagnostic } from '@sonde/language';
import { programName } from '../../toolchain/project/program-path.js';
import { requireReadableVersion } from './compiler-version.js';

export async function buildByUpstream(
  compiler: string,
  path: string,
  request: BuildRequest,
): Promise<BuildResult> {
  const tool = await findTool({
    ...{ name: 'osprey', variable: 'OSPREY_COMPILER', commands: ['osprey'], explicit: compiler },
    ...{ install: 'Install the compiler of the language, or leave out the option compiler.' },
  });
  await requireReadableVersion(tool, request.signal);
  const folder = await makeTemporaryFolder('build');
  const output =
    request.output === undefined ? join(folder, programName(path)) : resolve(request.cwd, request.output);
  const args = [path, ...(request.debugInfo ? ['--debug'] : []), '--compile', '-o', output];
  request.progress(`compiling ${basename(path)} with ${tool}`);
  const { ending, said } = await ran(tool, args, request);
  const failed = ending ?? (existsSync(output) ? undefined : 'ended well, but wrote no program');
  const kept = failed === undefined && request.output === undefined;
  if (!kept) await rm(folder, { recursive: true, force: true });
  if (failed !== undefined) return { diagnostics: mistakesIn(said, path, `${tool} ${failed}`) };
  return { target: { program: output, temporary: kept ? [folder] : [], image: undefined }, diagnostics: [] };
}

function ran(
  tool: string,
  args: readonly string[],
  { cwd, signal }: BuildRequest,
): Promise<{ readonly ending?: string; readonly said: string }> {
  return new Promise((done, fail) => {
    execFile(tool, args, { cwd, signal, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const said = `${stderr}${stdout}`;
      if (error === null) return done({ said });
      if (typeof error.code === 'number') return done({ ending: `ended with exit code ${error.code}`, said });
      if (typeof error.signal === 'string') return done({ ending: `was ended by ${error.signal}`, said });
      const reason = error.message;
      fail(
        new Failure(
          'build-failed',
          'environment',
          `${tool} cannot be run: ${reason}.`,
          'Check the option compiler.',
        ),
      );
    });
  });
}

/** `path:line:column: message` with columns from 0, or `path: message`; then how it ended. */
function mistakesIn(said: string, path: string, ending: string): readonly Diagnostic[] {
  const lines = sourceLines(path);
  const found = said.split('\n').flatMap((text): Diagnostic[] => {
    const placed = /^(?:error: )?(.+?):(\d+):(\d+): (.+)$/.exec(text);
    const source = { name: basename(path), path };
    if (placed !== null) {
      const [line, column] = [Number(placed[2]), Number(placed[3]) + 1];
      const location = { source, line, column };
      return [{ severity: 'error', message: placed[4]!, location, sourceLine: lines[line - 1] ?? '' }];
    }
    return text.trim() === '' ? [] : [{ severity: 'error', message: text.trim() }];
  });
  return found.length > 0
    ? [...found, { severity: 'note', message: ending }]
    : [{ severity: 'error', message: `${ending} and said nothing` }];
}

function sourceLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
