// Builds an Osprey program for debugging; a program that is an executable already is taken as it is.

import { rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { makeTemporaryFolder } from '@sonde/engine';
import { isExecutable } from '@sonde/engine-native/toolchain';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { compile } from '../toolchain/compile.js';
import type { Memory } from '../toolchain/memory.js';
import { manifestName } from '../toolchain/project/manifest.js';
import { programName, programPath } from '../toolchain/project/program-path.js';
import { ospreyExtensions } from '../toolchain/syntax/flavor.js';
import { buildByUpstream } from './upstream/build.js';
import type { Flavor } from '../toolchain/syntax/words.js';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const path = await programPath(request.program, request.cwd);
  if (!isSource(path) && (await isExecutable(path)))
    return { target: { program: path, temporary: [], image: undefined }, diagnostics: [] };
  const { cc, flavor, memory, linkOptions, compiler } = request.extra;
  if (typeof compiler === 'string') return buildByUpstream(compiler, path, request);
  const folder = await makeTemporaryFolder('build');
  const output =
    request.output === undefined ? join(folder, programName(path)) : resolve(request.cwd, request.output);
  let kept = false;
  try {
    const { program, diagnostics } = await compile({
      path,
      flavor: flavor as Flavor | undefined,
      product: 'program',
      output,
      debug: request.debugInfo,
      memory: memory as Memory | undefined,
      linkOptions: Array.isArray(linkOptions) ? linkOptions.map(String) : [],
      clang: typeof cc === 'string' ? cc : undefined,
      scratch: folder,
      cwd: request.cwd,
      signal: request.signal,
      mostSource: request.mostSource,
      progress: message => request.progress(message),
    });
    if (program === undefined) return { diagnostics };
    kept = request.output === undefined;
    return { target: { program: output, temporary: kept ? [folder] : [], image: undefined }, diagnostics };
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}

const isSource = (path: string): boolean =>
  ospreyExtensions.includes(extname(path)) || basename(path) === manifestName || statSync(path).isDirectory();
