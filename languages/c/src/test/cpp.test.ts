// C++ with real tools: containers, classes and what lies behind references, as people read them.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gnu } from './gnu-compiler.js';
import { examples, toolsMissing, usePrograms, type Sight } from './programs.js';

describe.skipIf(toolsMissing)('C++', () => {
  const { build, source, shownAt } = usePrograms();

  const texts = async (sight: Sight, names: readonly string[]): Promise<Record<string, string>> => {
    const shown = await Promise.all(names.map(name => sight.show(name)));
    return Object.fromEntries(shown.map(({ name, text }) => [name, text]));
  };

  it('is compiled as such by the extension of the file, with a mistake told like those of C', async () => {
    const wrong = await source('wrong.cc', 'int main() {\n  return nosuch::value;\n}\n');
    const { target, diagnostics } = await build(wrong);
    expect(target).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: 'error', location: { line: 2 }, sourceLine: '  return nosuch::value;' },
    ]);
    for (const extension of ['cpp', 'cxx', 'C']) {
      const right = await source(`right.${extension}`, 'class A {};\nint main() { A a; (void)a; }\n');
      expect((await build(right)).diagnostics).toEqual([]);
    }
  });

  it('shows containers by what they contain', async () => {
    const sight = await shownAt(join(examples, 'containers.cpp'), 'look');
    const simple = ['names', 'counts', 'prices', 'sale', 'open', 'apples', 'plums'];
    expect(await texts(sight, simple)).toEqual({
      names: '["apple", "pear", "quince"]',
      counts: '[12, 7, 3]',
      prices: '[2.25, 0, 0.5]',
      sale: '["pear", 2, true]',
      open: '90000 ms',
      apples: '12',
      plums: '"no plum here"',
    });
    expect((await sight.show('stock')).type).toBe('std::map<std::string, Item>');
    const entries = await sight.lines('stock');
    expect(entries.slice(0, 3)).toEqual([
      '["apple"] = {name: "apple", count: 12, price: 0.5}',
      '["pear"] = {name: "pear", count: 7, price: nullopt}',
      '["quince"] = {name: "quince", count: 3, price: 2.25}',
    ]);
    expect(entries[3]).toMatch(/^\[raw\] = \{_M_t/);
    expect((await sight.show('letters')).text).toContain('"pear": 4');
    expect((await sight.show('best')).text).toMatch(
      /^→ \{name: "apple", count: 12, .* at 0x\w+ \(1 owner\)$/,
    );
    const alone = await sight.expand(await sight.show('alone'));
    expect(alone.map(child => child.text).slice(0, 3)).toEqual(['1', '2', '3']);
  });

  it('pages a vector of a million, and shows the fields underneath', async () => {
    const sight = await shownAt(join(examples, 'containers.cpp'), 'look');
    const many = await sight.show('many');
    expect(many.text).toMatch(/^\[0, 3, 6, .*\] \(1000000\)$/);
    expect(many.children).toMatchObject({ indexed: 1_000_000, named: 1 });
    const page = await sight.expand(many, { filter: 'indexed', start: 999_998, count: 10 });
    expect(page.map(({ name, text, path }) => [name, text, path])).toEqual([
      ['[999998]', '2999994', 'many[999998]'],
      ['[999999]', '2999997', 'many[999999]'],
    ]);
    const [raw] = await sight.expand(many, { filter: 'named' });
    expect(raw?.name).toBe('[raw]');
    expect((await sight.expand(raw!)).map(field => field.name)).toEqual(['_M_impl']);
  });

  it('writes paths that LLDB understands', async () => {
    const sight = await shownAt(join(examples, 'containers.cpp'), 'look');
    const [first] = await sight.expand(await sight.show('delivered'), { count: 1 });
    const fields = await sight.expand(first!);
    const prices = await sight.expand(fields.find(field => field.name === 'price')!);
    const best = await sight.expand(await sight.show('best'));
    const found = [first!, ...fields, prices[0]!, best[1]!];
    expect(found.map(child => child.path)).toEqual([
      ...['delivered[0]', 'delivered[0].name', 'delivered[0].count', 'delivered[0].price'],
      ...['*delivered[0].price', 'best->count'],
    ]);
    for (const { path, text } of found) expect(await sight.text(await sight.evaluate(path!))).toBe(text);
    const stock = await sight.expand(await sight.show('stock'));
    expect(stock.map(child => child.path)).toEqual([
      ...['stock.at("apple")', 'stock.at("pear")', 'stock.at("quince")', undefined],
    ]);
  });

  it('changes an element, an entry and what an optional holds', async () => {
    const sight = await shownAt(join(examples, 'containers.cpp'), 'look');
    const child = async (name: string, wanted: string) =>
      (await sight.expand(await sight.show(name))).find(item => item.name === wanted)!;
    await sight.write((await child('counts', '[1]')).raw!, 70n);
    await sight.write((await child('letters', '["pear"]')).raw!, 40n);
    const [first] = await sight.expand(await sight.show('delivered'), { count: 1 });
    const price = (await sight.expand(first!)).find(field => field.name === 'price')!;
    await sight.write((await sight.expand(price))[0]!.raw!, 9.5);
    expect((await sight.show('counts')).text).toBe('[12, 70, 3]');
    expect((await sight.show('letters')).text).toContain('"pear": 40');
    expect((await sight.show('delivered')).text).toContain('price: 9.5');
  });

  it('shows objects as what they are, behind pointers and references to their base', async () => {
    const sight = await shownAt(join(examples, 'shapes.cpp'), 'one');
    expect((await sight.show('one')).text).toBe('Circle {name: "circle", colour: green (5), radius: 2}');
    expect((await sight.expand(await sight.show('one'))).map(({ name, path }) => [name, path])).toEqual([
      ['name', 'one.name'],
      ['colour', 'one.colour'],
      // The declared type knows nothing of it.
      ['radius', undefined],
    ]);
    const shapes = await sight.expand(await sight.show('shapes'));
    expect(shapes[0]?.text).toMatch(/^→ Circle \{name: "circle", .*radius: 2\} at 0x\w+$/);
    expect(shapes[1]?.text).toMatch(/^→ Rectangle \{/);
    expect((await sight.show('each')).text).toMatch(/^→ main::\$_0/);
    // What the compiler keeps for the loop, and constants of the library, are nobody's variables.
    expect(sight.names).toEqual(['shapes', 'each', 'one', 'shape', 'sum']);
  });

  it('shows what a lambda captured, templates, pointers to members and a caught exception', async () => {
    const inside = await shownAt(join(examples, 'shapes.cpp'), 'inside');
    expect(await inside.lines('this')).toEqual(['range = {low: 1, high: 10}', 'calls = 1']);
    const caught = await shownAt(join(examples, 'shapes.cpp'), 'caught');
    expect((await caught.show('end')).text).toBe('offset 8');
    expect((await caught.show('problem')).type).toBe('const std::invalid_argument &');
    expect((await caught.show('limited')).text).toBe('{range: {low: 1, high: 10}, calls: 2}');
  });

  it('shows pointers to methods, of another base and not set yet too, and what is beside them', async () => {
    const program = await source(
      'methods.cpp',
      [
        'struct A { int a = 1; virtual ~A() {} virtual int v() { return a; } };',
        'struct B { int b = 2; int f() { return b; } };',
        'struct D : A, B { int own() { return a + b; } };',
        'int (D::*shifted)() = &B::f;',
        'int main() {',
        '  int n = 5;',
        '  int (D::*unset)();',
        '  for (int i = 0; i < 6; i++) n++; // #early',
        '  unset = &D::own; int (D::*plain)() = &D::own; int (A::*called)() = &A::v;',
        '  D d; n += (d.*shifted)() + (d.*unset)() + (d.*plain)() + (d.*called)();',
        '  return n > 0 ? 0 : 1; // #look',
        '}',
      ].join('\n'),
    );
    const early = await shownAt(program, 'early');
    expect((await early.show('n')).text).toBe('5');
    // Whatever the stack holds where they will be.
    for (const name of ['unset', 'plain', 'called', 'shifted'])
      expect((await early.show(name)).text).not.toBe('');
    const sight = await shownAt(program, 'look');
    expect((await sight.show('plain')).text).toContain('D::own');
    expect((await sight.show('shifted')).text).toContain('B::f');
    expect((await sight.show('called')).text).not.toBe('');
    expect((await sight.show('n')).text).toBe('20');
  });

  it('shows exceptions that are caught by their base, where the program only declares them too', async () => {
    const program = await source(
      'caught.cpp',
      [
        '#include <new>\n#include <stdexcept>\n#include <string>',
        '#ifdef OWN',
        'struct Own : std::runtime_error { int code; Own() : std::runtime_error("own"), code(7) {} };',
        '#endif',
        'void thrown(int n) {',
        '  if (n > 0) throw std::runtime_error("big " + std::to_string(n));',
        '#ifdef OWN',
        '  if (n == 0) throw Own();',
        '#endif',
        '  throw std::bad_alloc();',
        '}',
        'static int seen = 0;',
        'int caught(int n) {',
        '  try { thrown(n); } catch (const std::exception &e) {',
        '    const std::exception *at = &e;',
        '    seen += at != nullptr; // #caught',
        '  }',
        '  return seen;',
        '}',
        'int main(int argc, char **) { return caught(NUMBER) == argc ? 0 : 1; }',
      ].join('\n'),
    );
    const at = (number: number, ...own: readonly string[]): Promise<Sight> =>
      shownAt(program, 'caught', { extra: { cflags: [`-DNUMBER=${number}`, ...own] } });
    for (const own of [[], ['-DOWN']]) {
      const plain = await at(4, ...own);
      expect((await plain.show('e')).text).toBe('std::runtime_error: "big 4"');
      expect((await plain.show('at')).text).toMatch(/^→ std::runtime_error: "big 4" at 0x\w+$/);
      const frame = plain.stop.top!.frames[0]!.id;
      for (const text of ['e.what()', 'at->what()']) {
        const said = await plain.engine.evaluateText!(plain.stop.id, frame, text, undefined, 'calls');
        expect(await plain.text(said)).toMatch(/^→ "big 4" at 0x\w+$/);
      }
    }
    expect((await (await at(-1)).show('e')).text).toBe('std::bad_alloc');
    expect((await (await at(0, '-DOWN')).show('e')).text).toMatch(/^Own \{.*"own".*code: 7\}$/);
  });

  it('says of containers that nobody initialised that they are, at once', async () => {
    const program = await source(
      'early.cpp',
      [
        '#include <map>\n#include <string>\n#include <vector>\n#include <deque>\n#include <list>',
        'int fill(unsigned char *at, int size) { for (int i = 0; i < size; i++) at[i] = 0x40 + i / 8 * 4; return 0; }',
        'template <typename T> struct Raw {',
        '  alignas(T) unsigned char bytes[sizeof(T)]; int done = fill(bytes, sizeof(T));',
        '  T &get() { return *reinterpret_cast<T *>(bytes); }',
        '};',
        'int main() {',
        '  Raw<std::vector<int>> a; Raw<std::string> b; Raw<std::map<int, int>> c; Raw<std::deque<int>> d;',
        '  Raw<std::list<int>> e;',
        '  auto &vector = a.get(); auto &string = b.get(); auto &map = c.get(); auto &deque = d.get();',
        '  auto &list = e.get();',
        '  return (int)(sizeof vector + sizeof string + sizeof map + sizeof deque + sizeof list); // #look',
        '}',
      ].join('\n'),
    );
    const sight = await shownAt(program, 'look');
    const shown = await texts(sight, ['vector', 'string', 'map', 'deque', 'list']);
    for (const text of Object.values(shown)) expect(text).toMatch(/not initialised yet, or damaged/);
  });

  it('shows the rest of the library: wrappers, adaptors, times and wide texts', async () => {
    const program = await source(
      'rest.cpp',
      [
        '#include <array>\n#include <atomic>\n#include <bitset>\n#include <chrono>\n#include <complex>\n#include <deque>',
        '#include <forward_list>\n#include <functional>\n#include <memory>\n#include <queue>\n#include <span>',
        '#include <stack>\n#include <string>\n#include <string_view>\n#include <unordered_set>\n#include <vector>',
        'enum class Level : unsigned char { low, high = 7 };',
        'int main() {',
        '  std::wstring wide = L"wide"; std::u16string sixteen = u"sixteen"; std::u32string thirty = U"thirty";',
        '  std::string_view seen = "seen"; std::string longer(5000, \'x\'), empty;',
        '  std::array<int, 3> array{1, 2, 3}; std::span<int> span(array); std::vector<bool> bits{true, false};',
        '  std::vector<std::vector<int>> nested{{1}, {2, 3}}; std::deque<int> deque(1000, 4); deque.push_front(1);',
        '  std::queue<int> queue; queue.push(5); std::stack<int> stack; stack.push(6);',
        '  std::priority_queue<int> heap; heap.push(7); std::forward_list<int> chain{1, 2};',
        '  std::atomic<int> atomic{8}; std::complex<double> complex{1, -2}; std::bitset<3> set{5};',
        '  std::reference_wrapper<int> wrapped(array[1]); std::function<int()> function;',
        '  std::chrono::seconds seconds{5}; std::chrono::duration<double> fraction{0.5};',
        '  std::chrono::system_clock::time_point moment{std::chrono::milliseconds{1700000000500}};',
        '  std::weak_ptr<int> weak; { auto gone = std::make_shared<int>(1); weak = gone; }',
        '  std::unique_ptr<int> nothing; auto number = std::make_unique<int>(9); Level level = Level::high;',
        '  std::vector<int> *pointer = &nested[1]; std::nullptr_t null = nullptr;',
        '  return (int)(empty.size() + seen.size() + (null == nullptr)); // #look',
        '}',
      ].join('\n'),
    );
    const sight = await shownAt(program, 'look', { extra: { cflags: ['-std=c++20'] } });
    const names = sight.names.filter(name => !['longer', 'deque', 'number', 'pointer'].includes(name));
    expect(await texts(sight, names)).toEqual({
      ...{ wide: '"wide"', sixteen: '"sixteen"', thirty: '"thirty"', seen: '"seen"', empty: '""' },
      ...{ array: '[1, 2, 3]', span: '[1, 2, 3]', bits: '[true, false]', nested: '[[1], [2, 3]]' },
      ...{ queue: '[5]', stack: '[6]', heap: '[7]', chain: '[1, 2]', atomic: '8', complex: '1 - 2i' },
      ...{ set: '[true, false, true]', wrapped: '2', function: 'empty', seconds: '5 s', fraction: '0.5 s' },
      ...{
        moment: '2023-11-14T22:13:20.5Z',
        weak: 'expired',
        nothing: 'null',
        level: 'high (7)',
        null: 'null',
      },
    });
    expect((await sight.show('longer')).text).toMatch(/^"x+…" \(5000\)$/);
    expect((await sight.show('number')).text).toMatch(/^→ 9 at 0x\w+$/);
    expect((await sight.show('pointer')).text).toMatch(/^→ \[2, 3\] at 0x\w+$/);
    expect((await sight.expand(await sight.show('pointer')))[1]?.path).toBe('(*pointer)[1]');
    const deque = await sight.expand(await sight.show('deque'), { start: 998, count: 3 });
    expect(deque.map(({ name, text, path }) => [name, text, path])).toEqual([
      ['[998]', '4', 'deque[998]'],
      ['[999]', '4', 'deque[999]'],
      ['[1000]', '4', 'deque[1000]'],
    ]);
    const wrapped = await sight.expand(await sight.show('queue'));
    expect(wrapped.map(child => child.name)).toEqual(['[0]', '[raw]']);
  });

  it('shows what holds one thing or the other, rows of numbers, paths, and bytes', async () => {
    const program = await source(
      'newer.cpp',
      [
        '#include <cstddef>\n#include <expected>\n#include <filesystem>\n#include <string>\n#include <valarray>',
        'int main() {',
        '  std::expected<int, std::string> good = 5, bad = std::unexpected("no");',
        '  std::expected<void, int> done, failed = std::unexpected(4);',
        '  std::valarray<int> row{1, 2, 3}; std::filesystem::path path = "/usr/lib"; std::byte byte{0x7f};',
        '  char bytes[8] = "a\\xff" "\\xc3\\xa9\\xe2("; std::string text = "\\xc3(";',
        '  return (int)row[0] + (int)byte + bytes[0] + (int)text.size(); // #look',
        '}',
      ].join('\n'),
    );
    const sight = await shownAt(program, 'look', { extra: { cflags: ['-std=c++23'] } });
    const names = ['good', 'bad', 'done', 'failed', 'row', 'path', 'byte', 'bytes', 'text'];
    expect(await texts(sight, names)).toEqual({
      ...{ good: '5', bad: 'unexpected "no"', done: 'void', failed: 'unexpected 4' },
      ...{
        row: '[1, 2, 3]',
        path: '"/usr/lib"',
        byte: '127',
        bytes: '"a\\xffé\\xe2("',
        text: '"\\xc3("',
      },
    });
    expect((await sight.expand(await sight.show('bad'))).map(child => child.name)).toEqual([
      'error',
      '[raw]',
    ]);
  });

  it.skipIf(gnu === undefined)(
    "shows the parts of a structured binding, and nothing of GNU's compiler",
    async () => {
      const program = await source(
        'bound.cpp',
        [
          '#include <initializer_list>',
          'struct Pair { int x; double y; };',
          'int main() {',
          '  Pair pair{1, 2.5}; int sum = 0;',
          '  for (auto [x, y] : {pair, pair})',
          '    sum += x + (int)y; // #look',
          '  return sum;',
          '}',
        ].join('\n'),
      );
      const sight = await shownAt(program, 'look', { extra: { cc: gnu } });
      expect([...sight.names].sort()).toEqual(['pair', 'sum', 'x', 'y']);
      expect(await texts(sight, ['x', 'y'])).toEqual({ x: '1', y: '2.5' });
    },
  );

  it.skipIf(gnu === undefined)("of GNU's compiler is shown as well, and LLDB survives it", async () => {
    const sight = await shownAt(join(examples, 'containers.cpp'), 'look', { extra: { cc: gnu } });
    expect(await texts(sight, ['names', 'counts', 'prices', 'open', 'apples'])).toEqual({
      ...{ names: '["apple", "pear", "quince"]', counts: '[12, 7, 3]', prices: '[2.25, 0, 0.5]' },
      ...{ open: '90000 ms', apples: '12' },
    });
    expect((await sight.lines('stock'))[0]).toBe('["apple"] = {name: "apple", count: 12, price: 0.5}');
    const alone = await sight.expand(await sight.show('alone'));
    expect(alone.map(child => child.text).slice(0, 3)).toEqual(['1', '2', '3']);
  });
});
