// Values of the C++ library look the same whichever library made them, GNU's or LLVM's.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { libraries } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>
#if __has_include(<expected>)
#include <expected>
#endif
struct Point { int x, y; };
struct Large { long row[40]; };
int doubled(int i) { return 2 * i; }
int main() {
  std::string brief = "brief", lengthy = "a text that does not fit into the string itself", none;
  std::wstring wide = L"wide", wider = L"wider than fits into it";
  std::u16string u16 = u"sixteen";
  std::u32string u32 = U"thirtytwo and more";
  std::string_view view = lengthy;
  std::wstring_view wide_view = wide;
  std::filesystem::path file = "/tmp/file";
  std::unique_ptr<Point> owned(new Point{1, 2}), nothing;
  std::unique_ptr<int[]> row(new int[2]{1, 2});
  std::unique_ptr<FILE, int (*)(FILE *)> stream(nullptr, fclose);
  auto made = std::make_unique<Point>(Point{5, 6});
  auto shared = std::make_shared<Point>(Point{3, 4});
  auto again = shared;
  std::shared_ptr<Point> alone(new Point{7, 8}), nobody;
  std::weak_ptr<Point> weak = shared, expired;
  { auto brief_life = std::make_shared<Point>(); expired = brief_life; }
  std::optional<int> some = 5, empty;
  std::optional<std::string> some_text = "text";
  std::array<int, 3> three{9, 8, 7};
  std::array<int, 0> zero{};
  std::chrono::milliseconds pause(1500);
  std::chrono::duration<double> seconds(1.5);
  std::chrono::system_clock::time_point moment{std::chrono::seconds(1)};
  std::chrono::steady_clock::time_point tick{std::chrono::seconds(1)};
  std::atomic<int> number{11};
  std::atomic<bool> truth{true};
  std::atomic<char> letter{'x'};
  std::atomic<double> real{1.5};
  std::atomic<Point> corner{Point{1, 2}};
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  std::function<int(int)> no_function, function = doubled;
  std::reference_wrapper<Point> referred(*owned);
  std::bitset<10> bits(0b1011);
  std::bitset<70> more_bits;
  more_bits.set(69);
  std::vector<bool> truths{true, false, true};
  std::complex<double> imaginary(1, -2);
  std::stack<int> pile;
  pile.push(1);
  pile.push(2);
  std::queue<int> line;
  line.push(3);
  std::priority_queue<int> sorted;
  sorted.push(4);
  sorted.push(5);
  std::vector<int> numbers{1, 2, 3}, no_numbers;
  std::vector<std::string> names{"ann", "bob", "a name that does not fit into the string itself"};
  std::span<int> part(numbers);
  std::span<int, 3> fixed_part(numbers.data(), 3);
  std::valarray<int> values{1, 2};
  std::initializer_list<int> initial = {4, 5};
  std::deque<int> ends{1, 2, 3}, no_ends;
  for (int i = 0; i < 3000; i++) ends.push_back(i);
  for (int i = 0; i < 5; i++) ends.push_front(-i);
  std::deque<Large> large_ends(20);
  large_ends[19].row[0] = 19;
  std::list<int> chain{1, 2};
  std::forward_list<int> one_way{1, 2};
  std::set<int> keys{5, 6};
  std::multimap<int, int> twice{{1, 1}, {1, 2}};
  std::unordered_set<int> hashed{7};
  std::map<int, std::string> tree{{1, "one"}, {2, "two"}};
  std::unordered_map<std::string, char> table{{"a", 'x'}};
  std::set<std::string> words{"b", "a"};
  std::set<char> letters{'b', 'a'};
  std::list<std::string> texts{"first", "second"};
  std::map<int, int> many;
  for (int i = 0; i < 5000; i++) many[i * 7919 % 5000] = i;
  std::any any_number = 5, any_text = std::string("held"), any_point = Point{1, 2}, any_large = Large{}, no_value;
  std::any any_names = names;
  auto at_number = numbers.begin() + 1;
  auto at_end = ends.begin() + 1;
  std::variant<int, std::string> either = "either";
  std::tuple<int, std::string> both{1, "both"};
  std::pair<int, std::string> pair{1, "pair"};
#if __cpp_lib_expected
  std::expected<int, std::string> fine = 4, unfit = std::unexpected("bad");
  std::expected<void, int> done;
#endif
  printf("%d\\n", numbers[0]); // #here
}
`;

const leads = (target: string): string => `→ ${target} at 0x…`;

/** What is seen of each. */
const texts: Readonly<Record<string, string>> = {
  brief: '"brief"',
  lengthy: '"a text that does not fit into the string itself"',
  none: '""',
  wide: '"wide"',
  wider: '"wider than fits into it"',
  u16: '"sixteen"',
  u32: '"thirtytwo and more"',
  view: '"a text that does not fit into the string itself"',
  wide_view: '"wide"',
  file: '"/tmp/file"',
  owned: leads('{x: 1, y: 2}'),
  nothing: 'null',
  row: leads('1'),
  stream: 'null',
  made: leads('{x: 5, y: 6}'),
  shared: `${leads('{x: 3, y: 4}')} (2 owners)`,
  alone: `${leads('{x: 7, y: 8}')} (1 owner)`,
  nobody: 'null',
  weak: `${leads('{x: 3, y: 4}')} (2 owners)`,
  expired: 'expired',
  some: '5',
  empty: 'nullopt',
  some_text: '"text"',
  three: '[9, 8, 7]',
  zero: '[]',
  pause: '1500 ms',
  seconds: '1.5 s',
  moment: '1970-01-01T00:00:01Z',
  tick: '1000000000 ns after the clock began',
  number: '11',
  truth: 'true',
  letter: "'x' 120",
  real: '1.5',
  corner: '{x: 1, y: 2}',
  flag: 'false',
  no_function: 'empty',
  function: '→ doubled',
  at_number: leads('2'),
  at_end: leads('-3'),
  referred: '{x: 1, y: 2}',
  bits: '[true, true, false, true, false, false, false, false, false, false]',
  truths: '[true, false, true]',
  imaginary: '1 - 2i',
  pile: '[1, 2]',
  line: '[3]',
  sorted: '[5, 4]',
  numbers: '[1, 2, 3]',
  no_numbers: '[]',
  names: '["ann", "bob", "a name that does not fit into the string itself"]',
  part: '[1, 2, 3]',
  fixed_part: '[1, 2, 3]',
  values: '[1, 2]',
  initial: '[4, 5]',
  no_ends: '[]',
  chain: '[1, 2]',
  one_way: '[1, 2]',
  keys: '[5, 6]',
  twice: '{1: 1, 1: 2}',
  hashed: '[7]',
  tree: '{1: "one", 2: "two"}',
  table: `{"a": 'x' 120}`,
  words: '["a", "b"]',
  letters: `['a' 97, 'b' 98]`,
  texts: '["first", "second"]',
  any_number: '5',
  any_text: '"held"',
  any_point: '{x: 1, y: 2}',
  any_large: '{row: [0, 0, 0, 0, …] (40)}',
  no_value: 'empty',
  any_names: '["ann", "bob", "a name that does not fit into the string itself"]',
  either: '"either"',
  both: '[1, "both"]',
  pair: '{first: 1, second: "pair"}',
  fine: '4',
  unfit: 'unexpected "bad"',
  done: 'void',
};

describeUnlessMissing('values of the C++ library', (await nativeTools()).missing, () => {
  it.each(libraries)('look as people think of them, with %s', async (_, options) => {
    const client = await clientFor(programs.language);
    const source = programs.written('values.cpp', program);
    const launch = { program: source, cflags: ['-std=c++2b', ...options] };
    await client.launch(launch, () => client.setBreakpoints(source, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    const seen: Record<string, string> = {};
    const locals = await client.locals();
    for (const [name, { value }] of locals) seen[name] = value.replace(/0x[\da-f]{6,}/, '0x…');
    const expected = Object.entries(texts).filter(([name]) => name in seen);
    expect(expected.length).toBeGreaterThan(50);
    expect(Object.fromEntries(expected.map(([name]) => [name, seen[name]]))).toEqual(
      Object.fromEntries(expected),
    );
    const asked = async (expression: string): Promise<string> =>
      (await client.evaluate(expression, { context: 'hover' })).result;
    if ('fine' in seen) {
      expect(await asked('fine.has_value() && *fine == 4 && !unfit')).toBe('true');
      expect(await asked('unfit.error() == "bad"')).toBe('true');
    }
    expect(locals.get('made')?.type).toBe('std::unique_ptr<Point>');
    const many = await client.request('variables', {
      ...{
        variablesReference: locals.get('many')!.variablesReference,
        filter: 'indexed',
        start: 4998,
        count: 2,
      },
    });
    expect(many.variables.map(({ name }) => name)).toEqual(['[4998]', '[4999]']);
    expect(seen['ends']).toMatch(/^\[-4, -3, -2, -1, 0, 1, 2, 3, 0, 1, .*\] \(3008\)$/);
  });
});
