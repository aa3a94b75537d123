// Wild memory, scopes and executable memory of Aria's runtime.

import { describe, expect, it } from 'vitest';
import { allModes, runProgram, toolsMissing, useRuntime, type Mode } from './runtime-programs.js';

const start = `
#include "aria.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FREE(p) __aria_wild_free_at(&p, "w.aria", 9)
#define CHECK(p, offset, size) __aria_wild_check(&p, (uint64_t)(offset), size, "w.aria", 9)
`;

describe.skipIf(toolsMissing)('memory of the Aria runtime', () => {
  const { run, lines, build } = useRuntime();

  /** How one program ends that does each of these things in a process of its own, beside how it should. */
  const endsOf = async (
    mode: Mode,
    prepare: string,
    cases: Readonly<Record<string, string>>,
  ): Promise<{ readonly got: readonly unknown[]; readonly wanted: readonly string[] }> => {
    const program = await build(
      `${start}
      int main(int count, char **names) {
        ${prepare}
        switch (count > 1 ? atoi(names[1]) : -1) {
          ${Object.keys(cases)
            .map((code, index) => `case ${index}: ${code}; break;`)
            .join('\n')}
        }
      }`,
      mode,
    );
    const got: unknown[] = [];
    for (const index of Object.keys(cases).keys()) {
      const { status, stderr } = await runProgram(program, { args: [String(index)] });
      got.push([status, stderr]);
    }
    return { got, wanted: Object.values(cases) };
  };

  it('a wild allocation is zeroed, in the table with an id of its own and its place, until it is freed', async () => {
    const got = await lines(`${start}
      static void table(void) {
        for (uint64_t i = 0; i < __aria_wild_table.count; i++) {
          aria_wild_allocation *it = &__aria_wild_table.entries[i];
          printf("%d@%d %s:%d; ", (int)it->size, (int)it->scope_id, it->file ? it->file : "-", (int)it->line);
        }
        printf("\\n");
      }
      int main(void) {
        aria_fat outside, x, y;
        __aria_wild_alloc(&outside, 0);
        uint64_t scope = __aria_scope_enter();
        __aria_wild_alloc_at(&x, 24, "w.aria", 3);
        __aria_wild_alloc_at(&y, 8, "w.aria", 4);
        __aria_scope_exit(scope);
        table();
        printf("%d %d %d\\n", x.ptr == x.base, ((char *)x.ptr)[23], (int)y.scope_id);
        CHECK(x, 0, 24); CHECK(x, 23, 1); CHECK(y, 0, 8); CHECK(outside, 0, 0);
        __aria_wild_free(&y);
        __aria_wild_free(&x);
        table();
        __aria_wild_free(&outside);
        aria_fat null = {0};
        __aria_wild_free(&null);
        __aria_wild_free(NULL);
        table();
      }`);
    expect(got).toEqual(['0@6 -:0; 24@10 w.aria:3; 8@14 w.aria:4; ', '1 0 14', '0@6 -:0; ', '']);
  });

  it.each(allModes)('a wild pointer used wrongly traps at its place (%s)', async mode => {
    const outside = (what: string): string => `access out of bounds: ${what} of an allocation of 16`;
    const dangling = 'access through a dangling wild pointer: ';
    const said = await endsOf(
      mode,
      `char here[16]; uint64_t scope = __aria_scope_enter(); aria_fat p, local = {here, here, 16, scope};
       __aria_wild_alloc(&p, 16); CHECK(local, 0, 16);`,
      {
        'p.ptr = (char *)p.base + 16; CHECK(p, 0, 1)': outside('1 bytes at offset +16'),
        'CHECK(p, -8, 8)': outside('8 bytes at offset -8'),
        'CHECK(p, 12, 8)': outside('8 bytes at offset +12'),
        'CHECK(p, 0, UINT64_MAX)': outside('18446744073709551615 bytes at offset +0'),
        '__aria_wild_free(&p); CHECK(p, 0, 1)': `${dangling}its memory was freed`,
        '__aria_scope_exit(scope); CHECK(p, 0, 1); CHECK(local, 0, 1)': `${dangling}its scope was left`,
        'memset(&p, 0, sizeof p); CHECK(p, 0, 1)': 'access through a NULL wild pointer',
        'FREE(local)': 'free of wild memory that is not allocated (freed twice?)',
        'local.scope_id = 0; CHECK(local, 8, 16)': outside('16 bytes at offset +8'),
        '__aria_wild_free(&p); FREE(p)': 'free of wild memory that is not allocated (freed twice?)',
        'p.ptr = (char *)p.ptr + 8; FREE(p)':
          'free of a wild pointer that is not the start of its allocation',
      },
    );
    expect(said.got).toEqual(said.wanted.map(message => ['SIGABRT', `w.aria:9: ${message}\n`]));
  });

  it('a stale pointer is found out, also when its memory was given out again', async () => {
    const { stderr } = await run(
      `${start}
      int main(void) {
        aria_fat old, fresh;
        __aria_wild_alloc(&old, 32);
        __aria_wild_free(&old);
        for (int i = 0; i < 100000; i++) {
          __aria_wild_alloc(&fresh, 32);
          if (fresh.base == old.base) break;
          __aria_wild_free(&fresh);
        }
        CHECK(fresh, 0, 32);
        if (fresh.base != old.base) return 0;
        CHECK(old, 0, 1);
      }`,
      { mode: 'optimised' },
    );
    expect(stderr).toBe('w.aria:9: access through a dangling wild pointer: its memory was freed\n');
  });

  it('100,000 allocations come and go, and the table knows each', async () => {
    const got = await lines(
      `${start}
      enum { COUNT = 100000 };
      static aria_fat all[COUNT];
      int main(void) {
        for (int i = 0; i < COUNT; i++) __aria_wild_alloc(&all[i], (uint64_t)(i % 100));
        for (int i = 0; i < COUNT; i += 3) __aria_wild_free(&all[i]);
        for (int i = 0; i < COUNT; i++) if (i % 3 != 0) CHECK(all[i], 0, (uint64_t)(i % 100));
        printf("%d\\n", (int)__aria_wild_table.count);
        uint64_t found = 0;
        for (int i = 0; i < COUNT; i++) if (i % 3 != 0) __aria_wild_free(&all[i]), found++;
        printf("%d %d\\n", (int)found, (int)__aria_wild_table.count);
      }`,
    );
    expect(got).toEqual(['66666', '66666 0']);
  });

  it('more wild memory than there is traps at the place that asked', async () => {
    const { status, stderr } = await run(`${start}
      int main(void) { aria_fat p; __aria_wild_alloc_at(&p, UINT64_MAX, "w.aria", 2); }`);
    expect([status, stderr]).toEqual(['SIGABRT', 'w.aria:2: out of memory: 18446744073709551615 bytes\n']);
  });

  it('scopes are counted up, never used twice, and left in any order', async () => {
    const got = await lines(`${start}
      static void show(void) {
        for (uint64_t i = 0; i < __aria_scopes.count; i++) printf("%d ", (int)__aria_scopes.ids[i]);
        printf("\\n");
      }
      int main(void) {
        uint64_t one = __aria_scope_enter(), two = __aria_scope_enter(), three = __aria_scope_enter();
        show();
        __aria_scope_exit(two);
        show();
        __aria_scope_exit(two);
        __aria_scope_exit(999);
        __aria_scope_exit(three);
        show();
        printf("%d\\n", (int)__aria_scope_enter());
        __aria_scope_exit(one);
        show();
        for (int i = 0; i < 100000; i++) __aria_scope_enter();
        for (uint64_t n = 100004; n > 4; n--) __aria_scope_exit(n << 2 | ARIA_ENDS_WITH_SCOPE);
        show();
      }`);
    // Leaving an outer scope first is a mistake of generated code; it must not lose the inner ones.
    expect(got).toEqual(['5 9 13 ', '5 13 ', '5 ', '17', '17 ', '17 ']);
  });

  const doubling = `
    #if defined(__aarch64__)
    static const uint32_t code[] = {0x8b000000, 0xd65f03c0};
    #else
    static const unsigned char code[] = {0x48, 0x8d, 0x04, 0x3f, 0xc3};
    #endif
  `;

  it.each(allModes)('executable memory is written, sealed, called and freed (%s)', async mode => {
    const got = await lines(
      `${start}${doubling}
      int main(void) {
        void *f = __aria_exec_alloc(sizeof code);
        memcpy(f, code, sizeof code);
        aria_exec_region *region = &__aria_exec_table.entries[0];
        printf("%d %d %d\\n", (int)region->size == (int)sizeof code, (int)region->map_size >= 4096, (int)region->state);
        __aria_exec_seal(f);
        __aria_exec_seal(f);
        printf("%d %lld\\n", (int)region->state, (long long)__aria_exec_call(f, 21));
        __aria_exec_free(f);
        __aria_exec_free(NULL);
        printf("%d\\n", (int)__aria_exec_table.count);
      }`,
      { mode },
    );
    expect(got).toEqual(['1 1 1', '2 42', '0']);
  });

  it.each(allModes)('executable memory used wrongly traps (%s)', async mode => {
    const said = await endsOf(mode, 'void *f = __aria_exec_alloc(100);', {
      '__aria_exec_call(f, 1)': 'call of wildx memory that is not sealed',
      '__aria_exec_call(&f, 1)': 'call of something that is no wildx memory',
      '__aria_exec_seal((char *)f + 1)': 'seal of something that is no wildx memory',
      '__aria_exec_free(f); __aria_exec_free(f)': 'free of something that is no wildx memory (freed twice?)',
      '__aria_exec_alloc(UINT64_MAX)': 'out of memory: 18446744073709551615 bytes',
      '__aria_jit_unload(f)': 'unload of something that was not loaded',
    });
    expect(said.got).toEqual(said.wanted.map(message => ['SIGABRT', `aria: ${message}\n`]));
  });

  it('sealed memory cannot be written', async () => {
    const { status } = await run(
      `${start}
      int main(void) { char *f = __aria_exec_alloc(100); __aria_exec_seal(f); *(volatile char *)f = 1; }`,
      { mode: 'optimised' },
    );
    expect(status).toBe('SIGSEGV');
  });
});
