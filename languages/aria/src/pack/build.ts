// Builds an Aria program for debugging; a program that is an executable already is taken as it is.

import { rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { makeTemporaryFolder } from '@sonde/engine';
import { canonicalPath, isExecutable } from '@sonde/engine-native/toolchain';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { compile } from '../toolchain/compile.js';
import { ariaExtensions } from '../toolchain/extensions.js';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const path = await canonicalPath(request.program, request.cwd);
  if (!ariaExtensions.includes(extname(path)) && (await isExecutable(path))) {
    return { target: { program: path, temporary: [], image: undefined }, diagnostics: [] };
  }
  const { cc, linkOptions } = request.extra;
  const folder = await makeTemporaryFolder('build');
  const output =
    request.output === undefined
      ? join(folder, basename(path, extname(path)))
      : resolve(request.cwd, request.output);
  let kept = false;
  try {
    const { program, diagnostics } = await compile({
      path,
      product: 'program',
      output,
      release: !request.debugInfo,
      // Also a program that nobody debugs can say in which line it ended.
      debugInfo: true,
      clang: typeof cc === 'string' ? cc : undefined,
      linkOptions: Array.isArray(linkOptions) ? linkOptions.map(String) : [],
      scratch: folder,
      cwd: request.cwd,
      signal: request.signal,
      mostSource: request.mostSource,
      progress: message => request.progress(message),
    });
    if (program === undefined) return { diagnostics };
    kept = request.output === undefined;
    // Expressions compare types of the program by identity, which a thread cannot pass on; debug information has to do.
    const image = isMainThread ? program : undefined;
    return { target: { program: output, temporary: kept ? [folder] : [], image }, diagnostics };
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}
