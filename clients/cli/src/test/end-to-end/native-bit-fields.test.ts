// Conditions on bit fields, which are checked inside the program: what they say is compared with what the program calculates.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const conditions = [
  'f->one == 1',
  '!f->one && f->small == -4',
  'f->small < 0 || f->wide > 1000',
  'f->small * 2 == f->kind',
  'f->wide - 3 > f->long_one % 5',
  'f->long_one > 4000000000ul',
  'f->negative < -1000000000l',
  'f->kind == square',
  'f->flag && f->kind != none',
  '(f->wide & 7) == (unsigned)f->one + 2',
  'f->inner.deep == f->plain',
  // All that fits into them fits into an \`int\`, which they therefore are in arithmetic.
  'f->wide > f->small',
  'f->one > -1',
  'f->one - 2 < 0',
  '-f->wide < f->plain',
  'f->inner.deep - 40 < f->small',
  '(f->short_one - 8 < 0) == (f->one < 1)',
  '(f->all > -1) == (f->one > 0)',
];

const program = `#include <stdbool.h>
enum kind { none, round, square };
struct fields {
  unsigned one : 1;
  int small : 3;
  unsigned wide : 20;
  bool flag : 1;
  enum kind kind : 2;
  unsigned long long_one : 40;
  long negative : 33;
  unsigned long short_one : 20;
  unsigned all : 32;
  int plain;
  struct { unsigned char before : 3; unsigned char deep : 5; } inner;
};
static long seen;
${conditions
  .map(
    (condition, nth) => `static void look${nth}(const struct fields *f, int last) {
  int wanted = (${condition}) != 0;
  seen += wanted; // #look${nth}
}`,
  )
  .join('\n')}
int main(void) {
  for (unsigned long i = 0; i < 50000; i++) {
    struct fields f;
    f.one = i & 1;
    f.small = (int)(i % 8) - 4;
    f.wide = i * 13;
    f.flag = i % 3 == 0;
    f.kind = (enum kind)(i % 3);
    f.long_one = i * 1000003;
    f.negative = (long)(i * 77777) - 2000000000l;
    f.short_one = i % 16;
    f.all = i * 86028121u;
    f.plain = i % 32;
    f.inner.before = i % 8;
    f.inner.deep = i % 31;
    int last = i == 49999;
${conditions.map((_, nth) => `    look${nth}(&f, last);`).join('\n')}
  }
  return seen == 0;
}
`;

describeUnlessMissing('conditions on bit fields', (await nativeTools()).missing, () => {
  for (const [compiler, cc] of compilers) {
    it(`are what the program calculates itself, with ${compiler}`, async () => {
      const file = programs.written('fields.cpp', program);
      const client = await clientFor(programs.language);
      const places = conditions.map((condition, nth) => ({
        at: `#look${nth}` as const,
        condition: `last || ((${condition}) != 0) != wanted`,
      }));
      await client.launch({ program: file, ...(cc === undefined ? {} : { cc }) }, async () => {
        const set = await client.setBreakpoints(file, places);
        expect(set.map(({ message }) => message)).toEqual(conditions.map(() => undefined));
      });
      for (const [nth, condition] of conditions.entries()) {
        await (nth === 0 ? client.waitForStop({ reason: 'breakpoint' }) : client.continue());
        const { name, id: frameId } = await client.topFrame();
        const { result } = await client.evaluate('last', { frameId, context: 'watch' });
        expect({ condition, name, last: result }).toEqual({ condition, name: `look${nth}`, last: '1' });
      }
      await client.runToEnd();
    });
  }
});
