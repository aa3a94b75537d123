// What is asked of values of the C++ library is answered by looking: where nothing may be called, where the compiler has left
// nothing to call, and in conditions that are passed hundreds of thousands of times.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { builds } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
struct Point { int x; int y; };
struct Stock {
  std::string label;
  std::vector<int> counts;
  int total = 0;
  int add(const std::string &name, int by) {
    total += by; // #member
    return total + (int)name.size();
  }
};
int main() {
  std::string longer = "longer than fits into a string itself";
  std::string name = "alice", none, accents = "caf\\u00e9 \\"x\\"";
  std::string_view view = name;
  std::u16string wide = u"wide";
  std::vector<std::string> names{"alice", "bob", "carol"};
  std::vector<Point> points{{1, 2}, {3, 4}};
  std::vector<int> empty;
  std::array<int, 3> fixed{7, 8, 9};
  std::map<int, int> tree{{1, 2}, {3, 4}};
  std::set<int> keys{5};
  std::list<int> chain{1, 2, 3};
  std::unordered_map<std::string, int> table{{"a", 1}};
  std::stack<int, std::vector<int>> pile;
  pile.push(4);
  pile.push(6);
  std::deque<int> ends;
  for (int i = 0; i < 3000; i++) i % 3 == 0 ? ends.push_front(-i) : ends.push_back(i);
  std::queue<std::string> line;
  line.push("first");
  line.push("last");
  std::priority_queue<int> sorted;
  for (int i : {4, 9, 5}) sorted.push(i);
  std::unique_ptr<Point> owned(new Point{10, 20}), gone;
  std::unique_ptr<Point, void (*)(Point *)> deleted(new Point{50, 60}, [](Point *point) { delete point; });
  auto shared = std::make_shared<Point>(Point{30, 40});
  std::optional<int> maybe = 17, never;
  std::atomic<int> busy{3};
  auto it = points.begin() + 1;
  const char *plain = "plain";
  char letters[8] = "abc";
  std::vector<std::string> *far = &names;
  printf("%zu\\n", names.size()); // #here
  Stock stock{"first", {1, 2, 3}, 0};
  long sum = 0;
  for (int i = 0; i < 300000; i++) sum += stock.add(names[i % 3], i % 7);
  printf("%ld %d %d\\n", sum, stock.total, busy.load() + it->x + (int)strlen(plain) + letters[0]); // #end
}
`;

/** What people write, and what C++ says to it. */
const answers: Readonly<Record<string, string>> = {
  'name.size()': '5',
  'longer.size()': '37',
  'longer == "longer than fits into a string itself"': 'true',
  'longer[36]': "'f' 102",
  'strcmp(longer.c_str(), "longer") > 0': 'true',
  'name.length() > 3': 'true',
  'name.empty()': 'false',
  'none.empty()': 'true',
  'name == "alice"': 'true',
  'name != "alice"': 'false',
  '"alicf" == name': 'false',
  'name == "alic"': 'false',
  'none == ""': 'true',
  'accents == "café \\"x\\""': 'true',
  'view == "alice"': 'true',
  'view.size()': '5',
  'wide == u"wide"': 'true',
  'wide.size()': '4',
  'name[1]': "'l' 108",
  'name[5] == 0': 'true',
  'name.at(0)': "'a' 97",
  'name.back()': "'e' 101",
  'names.size()': '3',
  'names[1]': '"bob"',
  'names[1] == "bob"': 'true',
  'names.at(2).size()': '5',
  'names.front()': '"alice"',
  'names.back() == "carol"': 'true',
  'far->size()': '3',
  '(*far)[0] == "alice"': 'true',
  'points[1].y': '4',
  'points.back().x + 1': '4',
  'empty.empty()': 'true',
  'empty.size() == 0': 'true',
  'fixed.size()': '3',
  'fixed[2]': '9',
  'fixed.at(1)': '8',
  'fixed.back()': '9',
  'tree.size()': '2',
  'keys.empty()': 'false',
  'chain.size()': '3',
  'table.size()': '1',
  'pile.size()': '2',
  'pile.top()': '6',
  'ends.size()': '3000',
  'ends[0]': '-2997',
  'ends[999]': '0',
  'ends[1000]': '1',
  'ends.at(2999)': '2999',
  'ends.back() == 2999': 'true',
  'line.size()': '2',
  'line.front()': '"first"',
  'line.back() == "last"': 'true',
  'sorted.top()': '9',
  'owned->x': '10',
  '(*owned).y': '20',
  'owned.get()->y': '20',
  'deleted->y': '60',
  'owned != nullptr': 'true',
  'gone == nullptr': 'true',
  '!gone': 'true',
  'shared->y == 40': 'true',
  'maybe.has_value()': 'true',
  '*maybe + 1': '18',
  'maybe.value()': '17',
  'never.has_value()': 'false',
  'never ? 1 : 2': '2',
  'busy == 3': 'true',
  'busy.load() + 1': '4',
  'it->y': '4',
  '(*it).x': '3',
  'strcmp(plain, "plain") == 0': 'true',
  '!strcmp(plain, "plain")': 'true',
  'strcmp(plain, "plaid") > 0': 'true',
  'strcmp(letters, "abd") < 0': 'true',
  'strncmp(plain, "plaster", 3) == 0': 'true',
  'strcmp(name.c_str(), "alice") == 0': 'true',
};

const outOfReach: readonly string[] = ['names[3]', 'ends[3000]', 'name.at(5)', 'empty.front()', '*never'];

describeUnlessMissing('values of the C++ library in expressions', (await nativeTools()).missing, () => {
  for (const [way, launch] of builds) {
    const stopped = async (): Promise<{ readonly client: TestClient; readonly file: string }> => {
      const client = await clientFor(programs.language);
      const file = programs.written('library.cpp', program);
      const cflags = ['-std=c++17', ...launch.cflags];
      await client.launch({ program: file, ...launch, cflags }, () => client.setBreakpoints(file, ['#here']));
      await client.waitForStop({ reason: 'breakpoint' });
      return { client, file };
    };

    it(`are asked without a call, with ${way}`, async () => {
      const { client } = await stopped();
      const { id: frameId } = await client.topFrame();
      const said: Record<string, string> = {};
      for (const expression of Object.keys(answers)) {
        const hover = client.request('evaluate', { expression, frameId, context: 'hover' });
        said[expression] = await hover.then(
          ({ result }) => result,
          (error: unknown) => String(error),
        );
      }
      expect(said).toEqual(answers);
      for (const expression of outOfReach) {
        const wrong = client.request('evaluate', { expression, frameId, context: 'hover' });
        await expect(wrong, expression).rejects.toThrow(/has no such element|is empty/);
      }
    });

    it(`decide conditions at full speed, with ${way}`, async () => {
      const { client, file } = await stopped();
      const condition = 'label == "first" && name == "bob" && counts.size() == 3 && total > 899000';
      const [breakpoint] = await client.setBreakpoints(file, [{ at: '#member', condition }]);
      expect(breakpoint).toMatchObject({ verified: true });
      expect(breakpoint?.message).toBeUndefined();
      expect((await client.continue()).reason).toBe('breakpoint');
      const { id: frameId } = await client.topFrame();
      const { result } = await client.request('evaluate', { expression: 'total', frameId, context: 'hover' });
      expect(Number(result)).toBeGreaterThan(899_000);
      expect(Number(result)).toBeLessThan(899_030);
    });
  }
});
