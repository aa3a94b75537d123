// C++ exceptions: where they are thrown and caught, for those who ask.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

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

const again = `#include <cstdio>
#include <stdexcept>
static int work(int i) {
  int n = i * 2; // #here
  if (i % 10 == 9) throw std::runtime_error("nine");
  return n;
}
static int inner(int i) {
  try {
    return work(i);
  } catch (...) {
    throw;
  }
}
int main() {
  int caught = 0;
  for (int i = 0; i < 30; i++) {
    try {
      inner(i);
    } catch (const std::exception &) {
      caught++;
    }
  }
  std::printf("%d\\n", caught);
  return 0;
}
`;

const uncaught = `#include <stdexcept>
#include <cstdlib>
struct Odd : std::logic_error { using std::logic_error::logic_error; };
int main(int count, char **) {
  try {
    throw Odd("caught before");
  } catch (const Odd &) {
    if (count == 4) std::abort();
  }
  if (count == 1) throw std::runtime_error("nobody there");
  if (count == 2) throw 42;
  if (count == 3) throw Odd("derived");
  std::terminate();
}
`;

const trapped = `#include <csignal>
#include <cstdio>
static void took(int) { std::puts("taken"); }
int main(int count, char **) {
  if (count > 1) std::signal(SIGTRAP, took);
  std::raise(SIGTRAP);
  std::puts("behind");
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
    const program = programs.written('throwing.cpp', throwing);
    const client = await clientFor(programs.language);
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

  it('say what they were made with, where that can be read without calling anything', async () => {
    const program = programs.written('throwing.cpp', throwing);
    const client = await clientFor(programs.language);
    await client.launch({ program }, () => client.request('setExceptionBreakpoints', { filters: ['throw'] }));
    for (const expected of ['odd', 'thrown']) {
      const { threadId } = await client.waitForStop({ reason: 'exception' });
      const { description, details } = await client.request('exceptionInfo', { threadId });
      expect([description, details?.message]).toEqual([expected, expected]);
      await client.resume();
    }
    await client.waitFor('terminated');
  });

  it('are told when they are thrown again too, and conditions go on beside them', async () => {
    const program = programs.written('again.cpp', again);
    const client = await clientFor(programs.language);
    await client.launch({ program }, async () => {
      await client.setBreakpoints(program, [{ at: '#here', condition: 'i == 15 || i == 25' }]);
      await client.request('setExceptionBreakpoints', { filters: ['throw'] });
    });
    const stops: string[] = [];
    const thrown = ['std::runtime_error', 'C++ exception'];
    for (const expected of [...thrown, 'i 15', ...thrown, 'i 25', ...thrown]) {
      const { reason, threadId } = await client.waitForStop();
      stops.push(
        reason === 'exception'
          ? (await client.request('exceptionInfo', { threadId })).exceptionId
          : `i ${(await client.evaluate('i')).result}`,
      );
      expect(stops.at(-1)).toBe(expected);
      await client.resume();
    }
    await client.waitFor('terminated');
    expect(client.output({ category: 'stdout' })).toBe('3\n');
  });

  it.each([
    [[], 'std::runtime_error', 'SIGABRT: uncaught std::runtime_error: nobody there'],
    [['1'], 'int', 'SIGABRT: uncaught int'],
    [['1', '2'], 'Odd', 'SIGABRT: uncaught Odd: derived'],
    [['1', '2', '3'], 'SIGABRT', 'SIGABRT'],
    [['1', '2', '3', '4'], 'SIGABRT', 'SIGABRT'],
  ])('that nobody catches are told where they end the program: %j', async (args, typeName, message) => {
    const program = programs.written('uncaught.cpp', uncaught);
    const client = await clientFor(programs.language);
    await client.launch({ program, args });
    const { threadId, body } = await client.waitForStop({ reason: 'exception' });
    expect(body).toMatchObject({ description: 'Stopped at SIGABRT', text: message });
    expect(await client.request('exceptionInfo', { threadId })).toMatchObject({
      exceptionId: 'SIGABRT',
      details: { typeName, message },
    });
  });

  it.each([
    [[], 'the program sent itself SIGTRAP, which would have ended it without a debugger', 'behind\n'],
    [['handled'], 'the program sent itself SIGTRAP', 'taken\nbehind\n'],
  ])('are no traps, which a program sends itself for a debugger: %j', async (args, told, output) => {
    const program = programs.written('trapped.cpp', trapped);
    const client = await clientFor(programs.language);
    await client.launch({ program, args });
    const { body } = await client.waitForStop();
    expect(body).toMatchObject({ description: 'The program asked for the debugger', text: told });
    await client.resume();
    await client.waitForEnd();
    expect(client.output({ category: 'stdout' })).toBe(output);
  });
});
