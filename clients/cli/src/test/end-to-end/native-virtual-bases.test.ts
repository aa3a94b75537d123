// Calls of methods on objects with virtual bases, for which LLDB's evaluator calls whatever it finds.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <cstdio>
struct Base {
  virtual ~Base() { printf("ended\\n"); }
  virtual int id() const { return 1; }
  virtual int twice(int n) const { return 2 * n; }
};
struct Middle : virtual Base { int middle = 11; };
struct Derived : Middle { int id() const override { return 2; } };
template <typename T> struct Held : Derived { T value{}; int id() const override { return 3; } };
struct Pair { Derived inner; Middle *other; };
int main() {
  Derived object;
  Held<int> held;
  Pair pair{{}, &object};
  Base *base = &object;
  Middle *middle = &object, *hidden = &held;
  Middle &reference = object;
  int sum = base->id() + object.id() + middle->id() + hidden->id() + reference.id() + pair.inner.id();
  printf("%d %d\\n", sum, object.twice(4)); // #here
}
`;

describeUnlessMissing('a method of an object with virtual bases', (await nativeTools()).missing, () => {
  for (const [compiler, cc] of compilers) {
    it(`is the one that the program would call, with ${compiler}`, async () => {
      const file = programs.written('virtual.cpp', program);
      const client = await clientFor(programs.language);
      const launch = { program: file, ...(cc === undefined ? {} : { cc }) };
      await client.launch(launch, () => client.setBreakpoints(file, ['#here']));
      await client.waitForStop({ reason: 'breakpoint' });
      const { id: frameId } = await client.topFrame();
      const answers = {
        'base->id()': '2',
        'object.id()': '2',
        'middle->id()': '2',
        'reference.id()': '2',
        'held.Base::id()': '1',
        'pair.inner.id() + pair.other->id()': '4',
        'object.twice(4)': '8',
      };
      for (const [expression, answer] of Object.entries(answers)) {
        const { result } = await client.evaluate(expression, { frameId, context: 'repl' });
        expect({ [expression]: result }).toEqual({ [expression]: answer });
      }
      const refused = client.evaluate('hidden->id()', { frameId, context: 'repl' });
      await expect(refused).rejects.toThrow('cannot be called: Held<int> has virtual bases');
      await client.runToEnd();
      expect(client.output({ category: 'stdout' }).replaceAll('\r', '')).toMatch(/^13 8\n(?:ended\n){3}$/);
    });
  }
});
