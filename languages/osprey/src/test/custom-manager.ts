// A memory manager as a user would write one, for tests: an arena without headers, which tells a debugger nothing.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findClang } from '@sonde/native-compiler';
import { ospreyCompiler } from '../toolchain/own-compiler.js';

const source = `#include "memory.h"
#include <stdio.h>
#include <stdlib.h>

const osp_memory_manager osp_memory = {OSP_LAYOUT_VERSION, OSP_MEMORY_CUSTOM, 0, 0, "arena"};
static int64_t given;

void osp_memory_start(void) {}
void osp_memory_end(void) { fprintf(stderr, "the arena gave %lld objects\\n", (long long)given); }
void *osp_alloc(int64_t size, const osp_type *type) {
  __atomic_add_fetch(&given, 1, __ATOMIC_RELAXED);
  return calloc(1, (size_t)size);
}
void osp_retain(void *object) {}
void osp_release(void *object) {}
`;

/** Gives the path of the object file. */
export async function customManager(folder: string): Promise<string> {
  const [path, object] = [join(folder, 'arena.c'), join(folder, 'arena.o')];
  await writeFile(path, source);
  const clang = await findClang(ospreyCompiler, undefined);
  await promisify(execFile)(clang.path, ['-c', '-O1', '-I', ospreyCompiler.runtime, path, '-o', object]);
  return object;
}
