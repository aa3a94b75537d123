// Values of C++ as people type them for a variable: texts that need memory, characters of an array, odd numbers, bits.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { builds, type Build } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <bitset>
#include <map>
#include <string>
#include <string_view>
#include <vector>
struct Point { int x, y; };
struct Person { std::string name; int age; };
int main() {
  std::string text = "short"; std::wstring wide = L"wide"; std::string_view view = text;
  std::vector<std::string> texts{"one", "two"}; std::map<int, Person> people{{1, {"Ann", 30}}};
  char buffer[8] = "hello"; wchar_t letters[4] = L"abc"; const char *pointer = "old"; const wchar_t *far = L"far";
  __int128 large = 5; unsigned __int128 larger = 6; double real = 1.5; float small = 2.5f; double inf = 7; long lowest = 1; unsigned short high = 1;
  std::vector<bool> bits(20, false); std::bitset<10> set(5); Point point{1, 2}; std::vector<int> numbers{1, 2};
  text += "!"; wide += L"!"; // #here
  return (int)(text.size() + texts.size() + view.size() + people.size()) + buffer[0] + (int)letters[0] + *pointer + (int)*far
    + (int)large + (int)larger + (int)real + (int)small + (int)inf + (int)lowest + high + bits[3] + set[2] + point.x + numbers[0]; // #end
}
`;

async function stopped(build: Build = { cflags: [] }): Promise<TestClient> {
  const file = programs.written('set.cpp', program);
  const client = await clientFor(programs.language);
  await client.launch({ program: file, ...build }, () => client.setBreakpoints(file, ['#here', '#end']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

/** Sets what a path of names in the variables leads to, and answers with how it is shown, or why not. */
async function set(client: TestClient, path: readonly string[], value: string): Promise<string> {
  let reference = await client.localsReference(await client.topFrame());
  for (const name of path.slice(0, -1)) {
    const { variables } = await client.request('variables', { variablesReference: reference });
    reference = variables.find(variable => variable.name === name)!.variablesReference;
  }
  const name = path.at(-1)!;
  return client.request('setVariable', { variablesReference: reference, name, value }).then(
    body => body.value,
    (error: unknown) => String(error),
  );
}

describeUnlessMissing('what is typed for a C++ variable', (await nativeTools()).missing, () => {
  describe.each(builds)('built with %s', (_name, build) => {
    it('is put there, and stays when the program goes on', async () => {
      const client = await stopped(build);
      const value = async (text: string): Promise<string> => (await client.evaluate(text)).result;
      const long = '"a text that is longer than what fits into a small one"';
      expect(await set(client, ['text'], long)).toBe(long);
      expect(await set(client, ['wide'], 'L"weit"')).toBe('"weit"');
      expect(await set(client, ['texts', '[1]'], '"second"')).toBe('"second"');
      expect(await set(client, ['people', '[1]', 'name'], '"Bea"')).toBe('"Bea"');
      expect(await set(client, ['buffer'], '"a\\tb"')).toBe('"a\\tb"');
      expect(await set(client, ['letters'], 'L"ä"')).toBe('"ä"');
      expect(await set(client, ['pointer'], '"new"')).toMatch(/^→ "new" at 0x[0-9a-f]+$/);
      expect(await set(client, ['far'], 'L"near"')).toMatch(/^→ "near" at 0x[0-9a-f]+$/);
      expect(await set(client, ['point'], '{5, 6}')).toBe('{x: 5, y: 6}');
      const { id: frameId } = await client.topFrame();
      const expression = { frameId, expression: 'texts[0]', value: '"first"' };
      expect((await client.request('setExpression', expression)).value).toBe('"first"');
      // Texts have memory that nothing else takes, also where the console gives them.
      await client.evaluate('pointer = "newer"', { context: 'repl' });
      await client.evaluate('text.size()', { context: 'repl' });
      await client.continue();
      expect(await value('text')).toBe(`${long.slice(0, -1)}!"`);
      expect(await value('wide')).toBe('"weit!"');
      expect(await value('texts')).toBe('["first", "second"]');
      expect(await value('people')).toBe('{1: {name: "Bea", age: 30}}');
      expect(await value('buffer')).toBe('"a\\tb"');
      expect(await value('pointer')).toMatch(/^→ "newer" at 0x[0-9a-f]+$/);
      expect(await value('far')).toMatch(/^→ "near" at 0x[0-9a-f]+$/);
      await client.runToEnd();
    });

    it('may be a number without a literal, or one bit', async () => {
      const client = await stopped(build);
      const value = async (text: string): Promise<string> => (await client.evaluate(text)).result;
      const largest = '170141183460469231731687303715884105727';
      expect(await set(client, ['large'], largest)).toBe(largest);
      expect(await set(client, ['large'], `-${largest}`)).toBe(`-${largest}`);
      expect(await set(client, ['larger'], '0xffffffffffffffffffffffffffffffff')).toBe(
        '340282366920938463463374607431768211455',
      );
      expect(await set(client, ['large'], `${largest}0`)).toMatch(/is no value of type __int128/);
      expect(await set(client, ['lowest'], '-9223372036854775808')).toBe('-9223372036854775808');
      expect(await set(client, ['lowest'], '9223372036854775808')).toMatch(/is no value of type long/);
      expect(await set(client, ['high'], '-1')).toBe('65535');
      expect(await set(client, ['high'], '-70000')).toMatch(/is no value of type unsigned short/);
      expect(await set(client, ['real'], 'nan')).toBe('nan');
      expect(await set(client, ['small'], '-infinity')).toBe('-inf');
      // A variable of the name is what it says.
      expect(await set(client, ['real'], 'inf')).toBe('7');
      expect(await set(client, ['bits', '[13]'], 'true')).toBe('true');
      expect(await set(client, ['set', '[0]'], 'false')).toBe('false');
      expect(await set(client, ['set', '[9]'], '1')).toBe('true');
      expect((await value('bits')).match(/true|false/g)!.indexOf('true')).toBe(13);
      expect(await value('set')).toBe('[false, false, true, false, false, false, false, false, false, true]');
    });
  });

  it('is refused where it cannot be there, in words', async () => {
    const client = await stopped();
    expect(await set(client, ['buffer'], '"eight ch"')).toMatch(
      /does not fit into char\[8\]: it takes 9 with the zero at its end/,
    );
    expect(await set(client, ['view'], '"x"')).toMatch(/holds no text of its own/);
    expect(await set(client, ['numbers'], '{1, 2}')).toMatch(/a list cannot be put into a std::vector<int>/);
    expect((await client.evaluate('buffer')).result).toBe('"hello"');
  });
});
