// Code that appears at run time: loaded from an object file, relocated, called, and seen by a debugger.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { allModes, compile, debug, runProgram, toolsMissing, useRuntime } from './runtime-programs.js';

const code = `
#include <stdint.h>
int8_t __aria_tbb8_add(int8_t, int8_t);
int puts(const char *);
extern int64_t outside;
static int64_t counter = 5;
static int64_t zeros[100];
static const char *const words[] = {"even", "odd"};
int64_t triple(int64_t n) {
  int64_t twice = n * 2; // #first
  counter += twice;
  zeros[n] = counter;
  puts(words[n % 2]); // #second
  return twice + n + zeros[n] + __aria_tbb8_add(100, 100) + outside;
}
`;
const line = (marker: string): number =>
  code.split('\n').findIndex(text => text.includes(`// #${marker}`)) + 1;

const host = `
#include "aria.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int64_t outside = 1000;
static const aria_symbol table[] = {{"outside", &outside}};
int main(int count, char **names) {
  __aria_streams_init();
  __aria_jit_symbols(table, 1);
  static char bytes[1 << 20];
  FILE *file = fopen(names[1], "rb");
  size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  void *one = __aria_jit_load(bytes, size, count > 2 ? names[2] : "triple");
  if (one == NULL) { printf("%s; %d regions\\n", __aria_jit_error(), (int)__aria_exec_table.count); return 0; }
  void *two = __aria_jit_load(bytes, size, "triple");
  printf("%d regions\\n", (int)__aria_exec_table.count);
  printf("%lld\\n", (long long)__aria_exec_call(one, 7));
  printf("%lld\\n", (long long)__aria_exec_call(one, 7));
  printf("%lld\\n", (long long)__aria_exec_call(two, 8));
  __aria_jit_unload(one);
  printf("%d %lld\\n", (int)__aria_exec_table.count, (long long)__aria_exec_call(two, 8));
  __aria_jit_unload((char *)two + 1);
  printf("%d regions\\n", (int)__aria_exec_table.count);
}
`;

describe.skipIf(toolsMissing)('code loaded by the Aria runtime', () => {
  const { folder, build, lines } = useRuntime();
  let source: string, object: string;

  beforeAll(async () => {
    source = join(folder(), 'triple.c');
    object = join(folder(), 'triple.o');
    await writeFile(source, code);
    await compile(['-g', '-O0', '-c', source, '-o', object]);
  });

  it.each([
    ...allModes.map(mode => [mode, '-O0'] as const),
    ['optimised', '-fno-pie -mcmodel=large'] as const,
    ['optimised', '-fPIC -O2 -ffunction-sections'] as const,
    ['optimised', '-fPIC -fno-plt'] as const,
  ])('runs with its own data each time it is loaded (%s, compiled with %s)', async (mode, flags) => {
    const made = join(folder(), `triple${flags.replaceAll(' ', '')}.o`);
    await compile(['-g', ...flags.split(' '), '-c', source, '-o', made]);
    // 14 + 7 + 19 - 128 + 1000, and so on with the counter that stays.
    expect(await lines(host, { mode, args: [made] })).toEqual([
      ...['2 regions', 'odd', '912', 'odd', '926', 'even', '917', 'even', '1 933', '0 regions'],
    ]);
  });

  it('what cannot be loaded says why and leaves nothing behind', async () => {
    const program = await build(host);
    const said = async (bytes: Buffer, symbol = 'triple'): Promise<string> => {
      const path = join(folder(), 'wrong.o');
      await writeFile(path, bytes);
      return (await runProgram(program, { args: [path, symbol] })).stdout.trim();
    };
    const good = await readFile(object);
    const changed = (at: number, value: number): Buffer => {
      const copy = Buffer.from(good);
      copy[at] = value;
      return copy;
    };
    expect(await said(Buffer.alloc(0))).toBe('not an ELF file; 0 regions');
    expect(await said(Buffer.from('#!/bin/sh\n'.repeat(20)))).toBe('not an ELF file; 0 regions');
    expect(await said(changed(4, 1))).toBe('not 64-bit little-endian ELF; 0 regions');
    expect(await said(changed(16, 2))).toBe('not a relocatable object (compile with -c); 0 regions');
    expect(await said(changed(18, 40))).toBe('made for another machine; 0 regions');
    expect(await said(good.subarray(0, good.length - 100))).toBe(
      'the section table is outside of the file; 0 regions',
    );
    expect(await said(good, 'quadruple')).toBe("the object does not define 'quadruple'; 0 regions");
    const unknown = join(folder(), 'unknown.c');
    await writeFile(unknown, 'long nowhere(void);\nlong triple(long n) { return n + nowhere(); }\n');
    await compile(['-c', unknown, '-o', `${unknown}.o`]);
    expect(await said(await readFile(`${unknown}.o`))).toBe("undefined symbol 'nowhere'; 0 regions");
  });

  it('a damaged object never crashes the loader', async () => {
    const program = await build(`
      #include "aria.h"
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      int main(int count, char **names) {
        (void)count;
        static char good[1 << 20];
        static int64_t outside;
        static const aria_symbol table[] = {{"outside", &outside}};
        __aria_jit_symbols(table, 1);
        FILE *file = fopen(names[1], "rb");
        size_t size = fread(good, 1, sizeof good, file);
        fclose(file);
        char *room = malloc(size + 1), *bytes = room + 1; /* aligned to nothing */
        int loaded = 0, refused = 0;
        uint64_t seed = 88172645463325252ULL;
        for (int round = 0; round < 3000; round++) {
          memcpy(bytes, good, size);
          for (int i = 0; i < 3; i++) {
            seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
            // The headers and the tables at the end are where a change hurts.
            size_t at = seed % 3 == 0 ? seed / 8 % 64 : seed % 3 == 1 ? seed / 8 % size : size - 1 - seed / 8 % 1500;
            bytes[at] = (char)(seed >> 40);
          }
          void *code = __aria_jit_load(bytes, size, "triple");
          if (code != NULL) __aria_jit_unload(code), loaded++;
          else if (*__aria_jit_error() != 0) refused++;
        }
        printf("%d %d %d\\n", loaded + refused, loaded > 100, refused > 100);
        free(room);
      }`);
    const { status, stdout, stderr } = await runProgram(program, { args: [object] });
    expect([status, stdout, stderr]).toEqual([0, '3000 1 1\n', '']);
  });

  it('relocations of aarch64 put values where its instructions have them', async () => {
    const got = await lines(`
      #include <stdio.h>
      #include <string.h>
      #include "elf-format.h"
      static void apply(uint32_t type, uint32_t word, uint64_t value, uint64_t address) {
        uint8_t place[8] = {0};
        memcpy(place, &word, sizeof word);
        bool fits = aria_elf_apply(elf_aarch64, type, place, value, address);
        memcpy(&word, place, sizeof word);
        printf("%08x%s\\n", word, fits ? "" : " out of reach");
      }
      int main(void) {
        apply(283, 0x94000000, 0x10000, 0x8000);        /* bl forward */
        apply(282, 0x14000000, 0x8000, 0x10000);        /* b backward */
        apply(283, 0x94000000, 0x10000000, 0);          /* 256 MiB are too far */
        apply(275, 0x90000000, 0x12345678, 0x10000010); /* adrp */
        apply(277, 0x91000000, 0x12345678, 0);          /* add */
        apply(286, 0xf9400000, 0x12345678, 0);          /* ldr x */
        apply(285, 0xb9400000, 0x12345674, 0);          /* ldr w */
        apply(286, 0xf9400000, 0x12345671, 0);          /* not aligned */
        apply(280, 0x54000000, 0x8010, 0x8000);         /* b.eq */
        apply(258, 0, 0xffffffff80000000, 0);           /* ABS32 */
        apply(261, 0, 0x1000, 0x2000);                  /* PREL32 */
        apply(311, 0x90000000, 0x3000, 0x1000);         /* adrp of the table */
      }`);
    expect(got).toEqual([
      ...['94002000', '17ffe000', '94000000 out of reach', 'b0011a20', '9119e000', 'f9433c00', 'b9467400'],
      ...['f9400000 out of reach', '54000080', '80000000', 'fffff000', 'd0000000'],
    ]);
  });

  it('a breakpoint set by file and line before the code is loaded stops in it', async () => {
    const program = await build(host, 'optimised');
    const commands = [
      'settings set plugin.jit-loader.gdb.enable on',
      `breakpoint set --file triple.c --line ${line('second')}`,
      'run',
      'thread backtrace --count 1',
      'frame variable',
      'target variable counter',
      'thread step-over',
      'breakpoint delete --force',
      'continue',
    ];
    const said = await debug(commands, [program, object]);
    expect(said).toMatch(/breakpoint set --file triple\.c[^\n]*\n\S+ 1: no locations \(pending\)/i);
    expect(said).toMatch(/stop reason = breakpoint 1\.1/);
    expect(said).toMatch(
      new RegExp(`frame #0: \\S+ JIT\\(0x[0-9a-f]+\\)\`triple\\(n=7\\) at triple\\.c:${line('second')}`),
    );
    expect(said).toMatch(/\(int64_t\) n = 7\n\(int64_t\) twice = 14\n/);
    expect(said).toMatch(/\(int64_t\) counter = 19\n/);
    expect(said).toMatch(new RegExp(`stop reason = step over[^]*at triple\\.c:${line('second') + 1}`));
    expect(said).toMatch(/exited with status = 0/);
  });
});
