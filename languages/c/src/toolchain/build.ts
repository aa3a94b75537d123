// Builds a C program for debugging; a program that is an executable already is taken as it is.

import { spawn } from 'node:child_process';
import { open, realpath, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { clangTool, findTool } from '@sonde/engine-native';
import { cancelled, Failure, makeTemporaryFolder } from '@sonde/engine';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { parseDiagnostics } from './diagnostics.js';

/** Compilers can say a lot about one mistake; nobody reads more. */
const mostText = 1 << 20;

export async function build(request: BuildRequest): Promise<BuildResult> {
  const program = await sourceOf(request);
  if (await isExecutable(program)) {
    return { target: { program, temporary: [], image: undefined }, diagnostics: [] };
  }
  const { cc, cflags } = request.extra;
  const compiler = await findTool(clangTool(typeof cc === 'string' ? cc : undefined));
  const folder = request.output === undefined ? await makeTemporaryFolder('build') : undefined;
  const output = folder === undefined ? resolve(request.cwd, request.output!) : join(folder, nameOf(program));
  request.progress(`compiling ${basename(program)}`);
  try {
    const { code, said } = await run(
      compiler,
      argumentsFor(request, program, output, cflags),
      folder,
      request,
    );
    const diagnostics = await parseDiagnostics(said, request.cwd, code !== 0);
    if (code === 0) {
      const temporary = folder === undefined ? [] : [folder];
      return { target: { program: output, temporary, image: undefined }, diagnostics };
    }
    await discard(folder);
    return { diagnostics };
  } catch (error) {
    await discard(folder);
    throw error;
  }
}

async function sourceOf(request: BuildRequest): Promise<string> {
  const path = resolve(request.cwd, request.program);
  try {
    // As debug information and editors will both spell it.
    return await realpath(path);
  } catch {
    throw new Failure('not-found', 'user', `${path} does not exist.`, 'Check the path of the program.');
  }
}

/** By its first bytes, since an executable may have any name. */
async function isExecutable(path: string): Promise<boolean> {
  if (extname(path) === '.c') return false;
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(4);
    await file.read(start, 0, 4, 0);
    return start.equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46])) || start.readUInt32LE(0) === 0xfeedfacf;
  } catch (error) {
    throw new Failure('bad-arguments', 'user', `${path} cannot be read as a program.`, 'Name a file.', {
      cause: error,
    });
  } finally {
    await file.close();
  }
}

const nameOf = (source: string): string => basename(source, extname(source));

function argumentsFor(
  { debugInfo }: BuildRequest,
  source: string,
  output: string,
  cflags: unknown,
): readonly string[] {
  const debugging = ['-g', '-gdwarf-5', '-O0', '-fno-omit-frame-pointer'];
  const extra = Array.isArray(cflags) ? cflags.map(String) : [];
  return [
    ...(debugInfo ? debugging : ['-O2']),
    '-fdiagnostics-color=never',
    // Whatever the file is called: it was given to us as C.
    ...(extname(source) === '.c' ? [source] : ['-x', 'c', source]),
    ...['-o', output, '-pthread', '-lm'],
    ...extra,
  ];
}

/** A compiler starts others; all of them are over when this is, and what they wrote on the way lies in `scratch`. */
function run(
  compiler: string,
  args: readonly string[],
  scratch: string | undefined,
  { cwd, signal }: BuildRequest,
): Promise<{ readonly code: number; readonly said: string }> {
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((done, failed) => {
    let said = '';
    const env = scratch === undefined ? process.env : { ...process.env, TMPDIR: scratch };
    // A group of its own, so that a cancel reaches the linker as well.
    const child = spawn(compiler, [...args], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const abort = (): void => endGroup(child.pid);
    signal.addEventListener('abort', abort, { once: true });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < mostText) said += chunk.toString('utf8');
    });
    child.once('error', error => {
      signal.removeEventListener('abort', abort);
      failed(new Failure('tool-missing', 'environment', `${compiler} does not run: ${error.message}.`));
    });
    child.once('close', (code, killer) => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) return failed(cancelled());
      if (killer !== null) said += `\n${compiler} was ended by ${killer}`;
      done({ code: code ?? 1, said });
    });
  });
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It ended by itself just now.
  }
}

async function discard(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
