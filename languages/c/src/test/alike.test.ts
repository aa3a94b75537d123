// Templates that GNU's compiler writes alike in the debug information, of which LLDB reads only the first.

import { describe, expect, it } from 'vitest';
import { gnu } from './gnu-compiler.js';
import { toolsMissing, usePrograms, type Sight } from './programs.js';

const program = [
  '#include <memory>\n#include <optional>\n#include <string>\n#include <tuple>\n#include <vector>',
  'struct Item { int count = 4; std::vector<int> sizes{7, 8}; virtual ~Item() {} };',
  'struct Special : virtual Item { int more = 5; };',
  'struct Ender { int code; void operator()(Item *item) { delete item; } };',
  'struct Owner { int before; std::tuple<char, std::string> lost; std::unique_ptr<Item> item; int behind; };',
  'struct Two { std::tuple<long, long> first; int between; std::tuple<float, std::string> second; };',
  'struct alignas(64) Spread { char small; alignas(32) int large; };',
  'int inside(const std::tuple<short, std::string> &given) {',
  '  return std::get<0>(given); // #inner',
  '}',
  'int main() {',
  '  auto alone = std::make_unique<Item>(); std::unique_ptr<Item> base = std::make_unique<Special>(), none;',
  '  std::unique_ptr<int[]> row(new int[3]{5, 6, 7}); std::unique_ptr<Item, Ender> ended(new Item, Ender{3});',
  '  std::vector<std::unique_ptr<Item>> items; items.push_back(std::make_unique<Item>());',
  '  std::optional<std::string> text{"text"}, nothing; std::optional<std::vector<int>> numbers{{1, 2, 3}};',
  '  std::vector<std::optional<std::string>> texts{{"one"}, {}}; auto inner = std::optional(std::make_unique<int>(9));',
  '  std::tuple<int, std::string> pair{1, "x"}; std::tuple<double, std::string> other{2.5, "y"};',
  '  Owner owner{1, {\'t\', "in"}, std::make_unique<Item>(), 9}; Spread spread{}; auto &same = alone;',
  '  Two two{{1, 2}, 3, {4, "four"}};',
  '  auto &alias = other; int sum = inside({5, "five"});',
  '  return sum + alone->count + (int)text->size(); // #look',
  '}',
].join('\n');

describe.skipIf(toolsMissing || gnu === undefined)('templates that look alike', () => {
  const { source, shownAt } = usePrograms();

  const look = async (where = 'look'): Promise<Sight> =>
    shownAt(await source('alike.cpp', program), where, {
      extra: { cc: gnu, cflags: ['-std=c++20'] },
    });

  const evaluated = async (sight: Sight, text: string): Promise<string> =>
    sight.text(await sight.evaluate(text));

  it('smart pointers are shown by what they lead to', async () => {
    const sight = await look();
    expect((await sight.show('alone')).text).toMatch(/^→ \{count: 4, sizes: \[7, 8\]\} at 0x\w+$/);
    expect((await sight.show('base')).text).toMatch(/^→ Special \{.*more: 5\} at 0x\w+$/);
    expect((await sight.show('ended')).text).toMatch(/^→ \{count: 4, /);
    expect((await sight.show('none')).text).toBe('null');
    expect((await sight.show('items')).text).toMatch(/^\[0x\w+\]$/);
    expect((await sight.lines('items'))[0]).toMatch(/^\[0\] = → \{count: 4, /);
  });

  it('a path through a smart pointer is followed, and LLDB survives it', async () => {
    const sight = await look();
    for (const path of ['alone->count', 'base->count', 'ended->count', 'items[0]->count', 'same->count'])
      expect([path, await evaluated(sight, path)]).toEqual([path, '4']);
    expect(await evaluated(sight, 'owner.item->sizes[1]')).toBe('8');
    expect(await evaluated(sight, 'row[1]')).toBe('6');
    expect(await evaluated(sight, '*alone')).toBe('{count: 4, sizes: [7, 8]}');
    expect(await evaluated(sight, '&alone->count')).toMatch(/^→ 4 at 0x\w+$/);
    expect(await evaluated(sight, '&alone')).toMatch(/^→ 0x\w+ at 0x\w+$/);
    await expect(sight.evaluate('none->count')).rejects.toThrow('none is null.');
    expect(await evaluated(sight, 'alone')).toMatch(/→ \{count: 4, /);
  });

  it('an optional that holds a value never looks empty', async () => {
    const sight = await look();
    expect((await sight.show('text')).text).toBe('"text"');
    expect((await sight.show('nothing')).text).toBe('nullopt');
    expect((await sight.show('numbers')).text).toBe('[1, 2, 3]');
    expect((await sight.show('texts')).text).toBe('["one", nullopt]');
    expect((await sight.lines('inner'))[0]).toMatch(/^value = → 9 at 0x\w+$/);
    expect(await evaluated(sight, '*numbers')).toBe('[1, 2, 3]');
    await expect(sight.evaluate('*nothing')).rejects.toThrow('nothing holds no value.');
  });

  it('every tuple is shown, with its elements in its name', async () => {
    const sight = await look();
    const shown = await Promise.all(['pair', 'other', 'alias'].map(name => sight.show(name)));
    expect(shown.map(({ type, text }) => [type, text])).toEqual([
      ['std::tuple<int, std::string>', '[1, "x"]'],
      ['std::tuple<double, std::string>', '[2.5, "y"]'],
      ['std::tuple<double, std::string> &', '[2.5, "y"]'],
    ]);
    const inner = await look('inner');
    expect((await inner.show('given')).text).toBe('[5, "five"]');
    expect((await inner.show('given')).type).toBe('const std::tuple<short, std::string> &');
    await expect(sight.evaluate('&other')).rejects.toThrow('LLDB could not read the type of other.');
  });

  it('a member of such a type is there', async () => {
    const sight = await look();
    expect((await sight.lines('owner')).filter(line => !line.startsWith('item'))).toEqual([
      ...['before = 1', 'lost = [\'t\' 116, "in"]', 'behind = 9'],
    ]);
  });

  it('a member that stays lost is missed, room between members is not', async () => {
    const sight = await look();
    const lines = await sight.lines('two');
    expect(lines).toContain('between = 3');
    expect(lines).toContain('? = <LLDB could not read what the compiler wrote about this part>');
    expect((await sight.show('spread')).text).toBe("{small: '\\0' 0, large: 0}");
  });
});
