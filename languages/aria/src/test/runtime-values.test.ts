// Arithmetic, strings and traps of Aria's runtime, in programs that call it.

import { describe, expect, it } from 'vitest';
import { allModes, toolsMissing, useRuntime } from './runtime-programs.js';

/** Prints a string and a line end. */
const show = `
#include "aria.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((unused)) static void show(aria_string s) {
  if (s.data[s.length] != 0) abort();
  printf("%.*s\\n", (int)s.length, s.data);
}
__attribute__((unused)) static aria_string text(const char *s) {
  return (aria_string){s, (int64_t)strlen(s)};
}
`;

/** What tbb arithmetic must give, said another way: exactly, then checked against the range. */
function expected(bits: number, operation: string, a: bigint, b: bigint): bigint {
  const error = -(1n << BigInt(bits - 1));
  if (a === error || b === error) return error;
  if ((operation === 'div' || operation === 'mod') && b === 0n) return error;
  const exact = {
    add: a + b,
    sub: a - b,
    mul: a * b,
    div: b === 0n ? 0n : a / b,
    mod: b === 0n ? 0n : a % b,
  }[operation]!;
  return exact <= error || exact >= -error ? error : exact;
}

describe.skipIf(toolsMissing)('values of the Aria runtime', () => {
  const { run, lines } = useRuntime();

  it.each([8, 16, 32, 64])('tbb%i arithmetic keeps errors and makes them of overflow', async bits => {
    const most = (1n << BigInt(bits - 1)) - 1n;
    const samples = [
      -most - 1n,
      -most,
      -most + 1n,
      -100n,
      -2n,
      -1n,
      0n,
      1n,
      2n,
      3n,
      50n,
      most / 2n,
      most - 1n,
      most,
    ];
    const operations = ['add', 'sub', 'mul', 'div', 'mod'];
    const numbers = samples.map(value => (value < 0n ? `${value + 1n}LL - 1` : `${value}LL`)).join(', ');
    const got = await lines(`${show}
      int main(void) {
        static const int64_t samples[] = {${numbers}};
        for (int i = 0; i < ${samples.length}; i++)
          for (int k = 0; k < ${samples.length}; k++) {
            int${bits}_t a = (int${bits}_t)samples[i], b = (int${bits}_t)samples[k];
            ${operations
              .map(name => `printf("%lld ", (long long)__aria_tbb${bits}_${name}(a, b));`)
              .join('\n')}
            printf("%lld\\n", (long long)__aria_tbb${bits}_neg(a));
          }
      }`);
    const wanted = samples.flatMap(a =>
      samples.map(b =>
        [...operations.map(name => expected(bits, name, a, b)), a === -most - 1n ? a : -a].join(' '),
      ),
    );
    expect(got).toEqual(wanted);
  });

  it('conversion between tbb widths maps errors to errors and makes them of what does not fit', async () => {
    expect(
      await lines(`${show}
      int main(void) {
        printf("%lld\\n", (long long)__aria_tbb_convert(-128, 8, 16));
        printf("%lld\\n", (long long)__aria_tbb_convert(-127, 8, 64));
        printf("%lld\\n", (long long)__aria_tbb_convert(128, 16, 8));
        printf("%lld\\n", (long long)__aria_tbb_convert(INT64_MIN, 64, 32));
        printf("%lld\\n", (long long)__aria_tbb_convert(-128, 0, 16));
        printf("%lld\\n", (long long)__aria_tbb_convert(-128, 0, 8));
        printf("%lld\\n", (long long)__aria_tbb_convert(200, 8, 32));
        printf("%lld\\n", (long long)__aria_tbb_from_uint64(UINT64_MAX, 64));
        printf("%lld\\n", (long long)__aria_tbb_from_uint64(127, 8));
      }`),
    ).toEqual(
      ['-32768', '-127', '-128', '-2147483648', '-128', '-128', '-2147483648'].concat(
        '-9223372036854775808',
        '127',
      ),
    );
  });

  it('numbers become text', async () => {
    expect(
      await lines(`${show}
      int main(void) {
        show(__aria_string_from_int64(INT64_MIN));
        show(__aria_string_from_uint64(UINT64_MAX));
        show(__aria_string_from_bool(1));
        show(__aria_string_from_bool(0));
        show(__aria_string_from_tbb(-128, 8));
        show(__aria_string_from_tbb(0x80, 8));
        show(__aria_string_from_tbb(-128, 16));
        show(__aria_string_from_tbb(INT64_MIN, 64));
        show(__aria_string_from_pointer(NULL));
        show(__aria_string_from_pointer((void *)0xbeef));
      }`),
    ).toEqual([
      ...['-9223372036854775808', '18446744073709551615', 'true', 'false'],
      ...['ERR', 'ERR', '-128', 'ERR', 'NULL', '0xbeef'],
    ]);
  });

  it('floating-point numbers are written as JavaScript writes them', async () => {
    const samples = [0, 1, -1, 0.1, 0.5, 1 / 3, 100, 1e20, 1e21, 1.5e300, 123456789.125, 1e-6, 1e-7, -2.5e-9];
    const more = [
      5e-324,
      Number.MAX_VALUE,
      2 ** 53,
      0.1 + 0.2,
      4.35,
      1234567890123456800,
      9007199254740993e5,
    ];
    const random: number[] = [];
    let seed = 12345;
    const next = (): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31);
    for (let i = 0; i < 300; i++) random.push((next() / 7919) * 10 ** ((next() % 60) - 30));
    const all = [...samples, ...more, ...random];
    const got = await lines(`${show}
      int main(void) {
        static const double all[] = {${all.map(value => value.toExponential(20)).join(', ')}};
        for (int i = 0; i < ${all.length}; i++) show(__aria_string_from_flt64(all[i]));
        show(__aria_string_from_flt64(-0.0));
        show(__aria_string_from_flt64(NAN));
        show(__aria_string_from_flt64(-INFINITY));
      }`);
    expect(got).toEqual([...all.map(String), '0', 'NaN', '-Infinity']);
  });

  it('strings are joined and compared by their bytes, whatever they hold', async () => {
    expect(
      await lines(`${show}
      int main(void) {
        show(__aria_string_concat(text("one "), text("two")));
        show(__aria_string_concat(text(""), text("right")));
        show(__aria_string_concat((aria_string){NULL, 0}, (aria_string){NULL, -5}));
        aria_string nul = __aria_string_from_bytes("a\\0b", 3);
        printf("%d %d\\n", (int)nul.length, __aria_string_equal(nul, text("a")));
        printf("%d %d %d\\n", __aria_string_compare(text("a"), text("b")), __aria_string_compare(text("ab"), text("a")),
               __aria_string_compare(text("\\xff"), text("a")));
        show(__aria_string_from_c(NULL));
        aria_string s = text("");
        for (int i = 0; i < 5000; i++) s = __aria_string_concat(s, text("xy"));
        printf("%d %c %d\\n", (int)s.length, s.data[9999], s.data[10000]);
      }`),
    ).toEqual(['one two', 'right', '', '3 0', '-1 1 1', '', '10000 y 0']);
  });

  it('a string beyond all memory is a trap, not an overflow', async () => {
    const { status, stderr } = await run(`${show}
      int main(void) { __aria_string_concat((aria_string){"", INT64_MAX}, text("x")); }`);
    expect([status, stderr]).toEqual(['SIGABRT', 'aria: out of memory: 18446744073709551615 bytes\n']);
  });

  it.each(allModes)('a trap tells its place after what was printed before it (%s)', async mode => {
    const outcome = await run(
      `${show}
      int main(void) { __aria_streams_init(); printf("before"); __aria_trap("division by zero", "sum.aria", 12); }`,
      { mode },
    );
    expect(outcome).toMatchObject({
      status: 'SIGABRT',
      stdout: 'before',
      stderr: 'sum.aria:12: division by zero\n',
    });
  });

  it('a wrong index, a failed main and an exit end the program with what they mean', async () => {
    const source = `${show}
      int main(int count, char **names) {
        (void)names;
        printf("printed");
        if (count == 1) __aria_trap_index(7, 3, "a.aria", 5);
        if (count == 2) __aria_fail_main(7);
        __aria_exit(3);
      }`;
    const ends = await Promise.all([[], ['x'], ['x', 'y']].map(args => run(source, { args })));
    expect(ends.map(({ status, stdout, stderr }) => [status, stdout, stderr])).toEqual([
      ['SIGABRT', 'printed', 'a.aria:5: index 7 is outside of 0..2\n'],
      [7, 'printed', 'aria: the program failed with error 7\n'],
      [3, 'printed', ''],
    ]);
  });

  it('a message of any length ends in one line', async () => {
    const { stderr } = await run(`${show}
      int main(void) { static char m[5000]; memset(m, 'm', 4999); __aria_trap(m, "f.aria", 1); }`);
    expect(stderr).toMatch(/^f\.aria:1: m{900,}\n$/);
  });
});
