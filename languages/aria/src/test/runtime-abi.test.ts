// The layouts of Aria's runtime that generated code and the debugger's lens rely on, and that it compiles everywhere.

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, runtimeFolder, toolsMissing, useRuntime } from './runtime-programs.js';

/** Offsets of members, and the size under ''. A change here is a new layout version. */
const layouts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  aria_string: { data: 0, length: 8, '': 16 },
  aria_result_string: { err: 0, val: 8, '': 24 },
  aria_type: { name: 0, size: 8, pointer_count: 16, pointer_offsets: 24, '': 32 },
  'struct aria_gc_type_table': { types: 0, count: 8 },
  aria_gc_span: { start: 0, used: 8, end: 16, '': 24 },
  'struct aria_gc_nursery': { first: 0, last: 8, spans: 16, span_count: 24, current: 32 },
  aria_gc_old_object: { object: 0, size: 8, '': 16 },
  'struct aria_gc_old_objects': { entries: 0, count: 8, capacity: 16 },
  'struct aria_gc_statistics': { minor_collections: 0, full_collections: 8, old_bytes: 64, collecting: 88 },
  'struct aria_roots': { previous: 0, count: 8, slots: 16, '': 16 },
  'struct aria_scopes': { ids: 0, count: 8, capacity: 16 },
  aria_fat: { ptr: 0, base: 8, size: 16, scope_id: 24, '': 32 },
  aria_wild_allocation: { base: 0, size: 8, scope_id: 16, file: 24, line: 32, '': 40 },
  'struct aria_wild_table': { entries: 0, count: 8, capacity: 16 },
  aria_exec_region: { ptr: 0, size: 8, map_size: 16, state: 24, jit_entry: 32, '': 40 },
  'struct aria_exec_table': { entries: 0, count: 8, capacity: 16 },
  'struct CoroutineFrame': {
    ...{ resume_pc: 0, frame_pointer: 8, waiting_on: 16, waiter: 24, state: 32, err: 36, name: 40, file: 48 },
    ...{ line: 56, awaiting: 64, id: 72, promise: 80, promise_size: 88, stack_pointer: 96, stack_low: 104 },
    ...{ stack_high: 112, next: 120, previous: 128, next_waiter: 136, roots: 144, args: 152 },
  },
  'struct aria_coroutines': { first: 0, count: 8, finished: 16, finished_count: 24, current: 32 },
};

const assertions = Object.entries(layouts).flatMap(([type, members]) =>
  Object.entries(members).map(([member, value]) =>
    member === ''
      ? `_Static_assert(sizeof(${type}) == ${value}, "size of ${type}");`
      : `_Static_assert(offsetof(${type}, ${member}) == ${value}, "${type}.${member}");`,
  ),
);

describe.skipIf(toolsMissing)('the ABI of the Aria runtime', () => {
  const { folder } = useRuntime();

  it('has the layouts of version 2', async () => {
    const source = join(folder(), 'layouts.c');
    const version = '_Static_assert(ARIA_LAYOUT_VERSION == 2, "version");';
    await writeFile(
      source,
      ['#include "aria.h"', '#include <stddef.h>', version, ...assertions, ''].join('\n'),
    );
    await compile([`-I${runtimeFolder}`, '-c', source, '-o', `${source}.o`]);
    await writeFile(source, '#include "aria.h"\n_Static_assert(sizeof(aria_fat) == 24, "wrong");\n');
    await expect(compile([`-I${runtimeFolder}`, '-c', source, '-o', `${source}.o`])).rejects.toThrow('wrong');
  });

  it.each(['-O0', '-O2'])('compiles without a warning (%s)', async level => {
    const sources = (await readdir(runtimeFolder)).filter(name => name.endsWith('.c'));
    await compile([level, '-c', ...sources.map(name => join(runtimeFolder, name))], folder());
  });

  it('the header is C++ too', async () => {
    const source = join(folder(), 'header.cpp');
    await writeFile(source, '#include "aria.h"\nunsigned version() { return __aria_layout_version; }\n');
    await compile([
      '-std=c++17',
      '-Wno-c99-extensions',
      `-I${runtimeFolder}`,
      '-c',
      source,
      '-o',
      `${source}.o`,
    ]);
  });
});
