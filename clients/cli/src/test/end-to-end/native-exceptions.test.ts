// C++ exceptions: where they are thrown and caught, for those who ask.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const throwing = `#include <cstdio>
#include <stdexcept>
namespace tests { struct Odd : std::runtime_error { using std::runtime_error::runtime_error; }; }
static int half(int n) {
  if (n == 1) throw tests::Odd("odd"); // #odd
  if (n == 3) throw 42; // #number
  return n / 2;
}
int main() {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    try {
      sum += half(i);
    } catch (const tests::Odd &e) {
      std::puts(e.what()); // #odd caught
    } catch (int) {
      std::puts("number"); // #number caught
    }
  }
  return sum;
}
`;

describeUnlessMissing('exceptions of C++', (await nativeTools()).missing, () => {
  it.each([
    [['throw'], ['tests::Odd in half', 'int in half']],
    [['catch'], ['C++ exception in main', 'C++ exception in main']],
    [
      ['throw', 'catch'],
      ['tests::Odd in half', 'C++ exception in main', 'int in half', 'C++ exception in main'],
    ],
    [[], []],
  ])('stop the program with the filters %j', async (filters, stops) => {
    const program = written('throwing.cpp', throwing, testFolder());
    const client = await clientFor(c);
    await client.launch({ program }, () => client.request('setExceptionBreakpoints', { filters }));
    for (const expected of stops) {
      const { threadId } = await client.waitForStop({ reason: 'exception' });
      const { exceptionId } = await client.request('exceptionInfo', { threadId });
      const own = (await client.stack(threadId)).find(({ source }) => source?.path === program);
      expect(`${exceptionId} in ${own?.name}`).toBe(expected);
      await client.resume();
    }
    await client.waitFor('terminated');
    expect(client.output({ category: 'stdout' })).toBe('odd\nnumber\n');
  });
});
