// Conditions that name enumerators, by whatever name the program may: checked inside the program like any other.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `enum color { RED, GREEN, BLUE = 7 };
typedef enum { OFF, ON } power;
enum { DIRTY = 4, LOCKED = 8 };
namespace shapes {
enum class kind : unsigned char { round, square = 200 };
struct box { enum side { left, right }; side open; int number;
  int look() {
    return number + (open == right); // #member
  }
};
}
static int same(int value) { return value; }
static int look(color c, power p, unsigned flags, shapes::kind k, int i) {
  return same(i) + (c == RED) + (p == ON) + (int)(flags & DIRTY) + (int)k; // #look
}
int main() {
  int sum = 0;
  for (int i = 0; i < 300000; i++) {
    shapes::box box{i % 2 ? shapes::box::right : shapes::box::left, i};
    sum += look(i % 3 == 2 ? BLUE : color(i % 3), i % 2 ? ON : OFF, i % 16, i % 5 ? shapes::kind::round : shapes::kind::square, i);
    sum += box.look();
  }
  return sum == 0;
}
`;

const conditions: readonly (readonly [
  marker: `#${string}`,
  condition: string,
  number: string,
  expected: string,
])[] = [
  ['#look', 'c == BLUE && p == ON && i > 299000', 'i', '299003'],
  ['#look', '(flags & (DIRTY | LOCKED)) == (DIRTY | LOCKED) && i > 299000', 'i', '299004'],
  ['#look', 'k == shapes::kind::square && p != OFF && i > 299000', 'i', '299005'],
  ['#look', 'color::BLUE == c && ::ON == p && i > 299004', 'i', '299009'],
  ['#member', 'open == right && number > 299000', 'number', '299009'],
  ['#member', 'open == shapes::box::left && number > 299000', 'number', '299010'],
];

describeUnlessMissing('enumerators in conditions', (await nativeTools()).missing, () => {
  for (const [compiler, cc] of compilers) {
    it(`are numbers inside the program, with ${compiler}`, async () => {
      const file = programs.written('enumerators.cpp', program);
      const client = await clientFor(programs.language);
      await client.launch({ program: file, ...(cc === undefined ? {} : { cc }) }, () =>
        client.setBreakpoints(file, ['#look']),
      );
      await client.waitForStop({ reason: 'breakpoint' });
      for (const [at, condition, name, expected] of conditions) {
        // From where the one before has stopped; each passes a few more, the first nearly all.
        const [breakpoint] = await client.setBreakpoints(file, [{ at, condition }]);
        expect(breakpoint).toMatchObject({ verified: true });
        expect(breakpoint?.message, condition).toBeUndefined();
        await client.continue();
        const { result } = await client.evaluate(name, {
          frameId: (await client.topFrame()).id,
          context: 'watch',
        });
        expect([condition, result]).toEqual([condition, expected]);
      }
    });

    it(`are known where a condition calls, with ${compiler}`, async () => {
      const file = programs.written('enumerators.cpp', program);
      const client = await clientFor(programs.language);
      const condition = 'same(p) == ON && c == BLUE';
      await client.launch({ program: file, ...(cc === undefined ? {} : { cc }) }, () =>
        client.setBreakpoints(file, [{ at: '#look', condition }]),
      );
      const stop = await client.waitForStop({ reason: 'breakpoint' });
      expect(stop.body.text).toBeUndefined();
      const { result } = await client.evaluate('i', {
        frameId: (await client.topFrame()).id,
        context: 'watch',
      });
      expect(result).toBe('5');
    });
  }
});
