// The way to every part of every container of C++ that is told evaluates to that part; assignments go by it as well.

import type { Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { builds, type Build } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
struct Base { virtual ~Base() {} int b = 1; static int count; static constexpr double PI = 3.14; };
int Base::count = 42;
struct Derived : Base { int d = 2; std::string name = "derived"; std::array<int, 2> pair{5, 6}; };
struct Holder { std::unique_ptr<Derived> owned = std::make_unique<Derived>(); std::array<std::vector<int>, 2> rows{{{1}, {2, 3}}}; };
int main() {
  std::vector<int> numbers{1, 2, 3}; std::array<int, 3> fixed{7, 8, 9}; std::array<std::array<int, 2>, 2> square{{{1, 2}, {3, 4}}};
  std::vector<std::vector<std::string>> texts{{"a", "b"}, {}, {"c"}}; std::vector<bool> bits{true, false};
  std::optional<std::vector<std::map<int, std::string>>> deep{{{{1, "one"}}, {{2, "two"}}}}; std::optional<int> none;
  std::optional<std::array<int, 2>> both{{{4, 5}}};
  auto owned = std::make_unique<Derived>(); std::shared_ptr<Base> shared = std::make_shared<Derived>();
  std::vector<std::unique_ptr<Base>> many; many.push_back(std::make_unique<Derived>()); many.push_back(nullptr);
  std::vector<Holder> holders(2); std::vector<Holder> *there = &holders; auto holder = std::make_shared<Holder>();
  std::unique_ptr<int[]> row(new int[3]{1, 2, 3}); std::span<int> seen(numbers); std::deque<std::pair<int, std::string>> queue{{1, "x"}};
  std::map<std::string, std::vector<int>> map{{"one", {1}}}; std::unordered_map<int, std::string> keyed{{1, "x"}, {2, "y"}};
  std::set<int> set{3, 1}; std::list<int> list{1, 2}; std::tuple<int, double> tuple{1, 2.5}; std::variant<int, std::string> either = "vs";
  std::pair<int, std::string> pair{1, "p"}; auto [one, two] = pair; const auto &alias = texts;
  Base *base = owned.get(); int plain[2][2] = {{1, 2}, {3, 4}}; int outer = 1, *first = numbers.data();
  { int outer = 2;
    return outer + numbers[0] + fixed[0] + (int)alias.size() + base->b + plain[0][0] + one + (int)two.size() + (int)there->size(); // #here
  }
}
`;

async function stopped(build: Build = { cflags: [] }): Promise<TestClient> {
  const file = programs.written('names.cpp', program);
  const client = await clientFor(programs.language);
  const options = { ...build, cflags: ['-std=c++20', ...build.cflags] };
  await client.launch({ program: file, ...options }, () => client.setBreakpoints(file, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

/** Whatever is below a variable, but for the fields underneath a view. */
async function below(client: TestClient, variable: Variable, depth: number): Promise<readonly Variable[]> {
  if (variable.variablesReference === 0 || depth === 0) return [variable];
  const { variables } = await client.request('variables', {
    variablesReference: variable.variablesReference,
    start: 0,
    count: 8,
  });
  const parts = variables.filter(({ name }) => name !== '[raw]');
  const found = await Promise.all(parts.map(part => below(client, part, depth - 1)));
  return [variable, ...found.flat()];
}

describeUnlessMissing('the ways to parts of C++ values', (await nativeTools()).missing, () => {
  describe.each(builds)('built with %s', (_name, build) => {
    it('lead to the same values', { timeout: 120_000 }, async () => {
      const client = await stopped(build);
      const locals = [...(await client.locals()).values()];
      const all = (await Promise.all(locals.map(local => below(client, local, 4)))).flat();
      const named = all.filter(({ evaluateName }) => evaluateName !== undefined);
      const wrong: string[] = [];
      for (const { evaluateName, value } of named) {
        const { result } = await client
          .evaluate(evaluateName!, { context: 'watch' })
          .catch((error: unknown) => ({ result: String(error) }));
        if (result !== value) wrong.push(`${evaluateName!} is ${value}, not ${result}`);
      }
      expect(wrong).toEqual([]);
      const ways = new Set(named.map(({ evaluateName }) => evaluateName!));
      const expected = [
        ...['numbers[2]', 'fixed[0]', 'square[1][0]', 'texts[0][1]', '*deep', '(*deep)[0]', '(*both)[1]'],
        ...['owned->d', 'owned->pair[1]', 'shared->b', 'many[0]->b', 'holders[1].owned->name'],
        ...['(*there)[1].rows[1]', 'holder->rows[1][1]', 'seen[1]', 'queue[0].second', 'pair.first'],
        ...['alias[0][0]', 'plain[1][1]', 'base->b'],
      ];
      expect(expected.filter(way => !ways.has(way))).toEqual([]);
      // An object that is more than it was declared as, and what an inner variable hides.
      expect([...ways].filter(way => /^shared->d|^many\[0\]->d|@|\?/.test(way))).toEqual([]);
    });

    it('are assigned to by the console as by a client', async () => {
      const client = await stopped(build);
      const value = async (text: string): Promise<string> => (await client.evaluate(text)).result;
      expect((await client.evaluate('numbers[0] = 42', { context: 'repl' })).result).toBe('42');
      expect((await client.evaluate('fixed[1] = numbers[0] + 1', { context: 'repl' })).result).toBe('43');
      expect((await client.evaluate('owned->pair[0] = 9', { context: 'repl' })).result).toBe('9');
      expect([await value('numbers'), await value('fixed')]).toEqual(['[42, 2, 3]', '[7, 43, 9]']);
      expect(await value('owned->pair')).toBe('[9, 6]');
      await expect(client.evaluate('numbers[0] = nosuch', { context: 'repl' })).rejects.toThrow(/nosuch/);
    });
  });

  it('lead into rows that begin where a pointer leads', async () => {
    const client = await stopped();
    const value = async (text: string): Promise<string> => (await client.evaluate(text)).result;
    expect(await value('*first@3')).toBe('[1, 2, 3]');
    expect(await value('first,[2]')).toBe('[1, 2]');
    expect(await value('first,2')).toBe('[1, 2]');
    expect(await value('*first@2,x')).toBe('[0x00000001, 0x00000002]');
    // No pointer: the comma is the language's own.
    expect(await value('outer,5')).toBe('5');
    const { variablesReference } = await client.evaluate('*first@3');
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables.map(({ evaluateName }) => evaluateName)).toEqual(
      [0, 1, 2].map(index => `(*first@3)[${index}]`),
    );
    expect(await value('(*first@3)[1]')).toBe('2');
  });

  it('lead into rows that begin at what only LLDB can evaluate', async () => {
    const client = await stopped();
    const value = async (text: string): Promise<string> => (await client.evaluate(text)).result;
    expect(await value('numbers.data(),3')).toBe('[1, 2, 3]');
    expect(await value('*numbers.data()@2')).toBe('[1, 2]');
    expect(await value('*plain@2')).toBe('[[1, 2], [3, 4]]');
    expect(await value('plain[1],[2]')).toBe('[3, 4]');
    const { variablesReference } = await client.evaluate('numbers.data(),3');
    const { variables } = await client.request('variables', { variablesReference });
    expect(await value(variables[2]!.evaluateName!)).toBe('3');
    await expect(value('nothing,3')).rejects.toThrow("use of undeclared identifier 'nothing'.");
    await expect(value('*outer@3')).rejects.toThrow('indirection requires pointer operand');
  });

  it('tell constants of classes, and what has no value', async () => {
    const client = await stopped();
    const value = async (text: string): Promise<string> =>
      client.evaluate(text, { context: 'watch' }).then(
        ({ result }) => result,
        (error: unknown) => String(error),
      );
    expect(await value('Base::PI')).toBe('3.14');
    expect(await value('Base::count')).toBe('42');
    expect(await value('1/0')).toMatch(/division by zero/);
    expect(await value('outer % (2 - 2)')).toMatch(/division by zero/);
    expect(await value('fixed[3]')).toMatch(/there is no element 3 among 3 elements/);
    // A key is no number of an element.
    expect(await value('keyed[1]')).not.toMatch(/first/);
  });
});
