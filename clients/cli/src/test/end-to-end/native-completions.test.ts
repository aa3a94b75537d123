// What fits behind a text of C++: names in sight, members, methods, types, enumerators and what is in a namespace.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <cstdio>
#include <memory>
#include <string>
#include <vector>
enum Colour { RED, GREEN = 5 };
enum class Mode { on, off };
struct Shape { virtual ~Shape() {} int sides = 3; static int made; virtual int area() { return 1; } int scaled(int by) { return by; } };
int Shape::made = 4;
struct Square : Shape { int edge = 2; std::string name = "square"; };
namespace outer { namespace inner { int level = 9; struct Point { int x, y; }; int rise(int by) { return level + by; } } }
int adder(int a, int b) { return a + b; }
int rows[3] = {1, 2, 3};
int main() {
  std::vector<int> numbers{1, 2, 3};
  std::string text = "text";
  auto square = std::make_unique<Square>();
  outer::inner::Point point{1, 2}, *there = &point;
  Colour colour = GREEN; Mode mode = Mode::on;
  printf("%d\\n", adder(point.x, there->y) + numbers[0] + (int)text.size() + colour + (int)mode + rows[0]); // #here
  return square->area() + square->scaled(2) + outer::inner::rise(1);
}
`;

async function stopped(cc?: string): Promise<TestClient> {
  const file = programs.written('complete.cpp', program);
  const client = await clientFor(programs.language);
  await client.launch({ program: file, ...(cc === undefined ? {} : { cc }) }, () =>
    client.setBreakpoints(file, ['#here']),
  );
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

async function offered(client: TestClient, text: string): Promise<readonly string[]> {
  const { id: frameId } = await client.topFrame();
  const { targets } = await client.request('completions', { frameId, text, column: text.length + 1 });
  return targets.map(({ label, type }) => `${label} (${type ?? '?'})`);
}

describeUnlessMissing('completions of C++', (await nativeTools()).missing, () => {
  describe.each(compilers)('built by %s', (_name, cc) => {
    it('are what can stand there', async () => {
      const client = await stopped(cc);
      const found = async (text: string): Promise<readonly string[]> => offered(client, text);
      expect(await found('Mode::')).toEqual(['on (value)', 'off (value)']);
      expect(await found('outer::')).toEqual(['inner:: (module)']);
      expect((await found('outer::inner::')).toSorted()).toEqual([
        ...['Point (class)', 'level (variable)', 'rise( (function)'],
      ]);
      expect(await found('Shape::')).toEqual(
        expect.arrayContaining(['made (variable)', 'area() (function)']),
      );
      expect(await found('Colo')).toEqual(['Colour (enum)']);
      expect(await found('GRE')).toEqual(['GREEN (value)']);
      expect(await found('std::ve')).toEqual(['vector (class)']);
      expect(await found('print')).toContain('printf( (function)');
      expect(await found('add')).toContain('adder( (function)');
      expect(await found('row')).toContain('rows (variable)');
      expect(await found('1 + numb')).toEqual(['numbers (variable)']);
    });

    it('are members and methods, the library without its inner ones', async () => {
      const client = await stopped(cc);
      const found = async (text: string): Promise<readonly string[]> => offered(client, text);
      expect(await found('numbers.si')).toEqual(['size() (method)']);
      expect(await found('text.len')).toEqual(['length() (method)']);
      const ofVector = await found('numbers.');
      expect(ofVector).toContain('push_back( (method)');
      expect(ofVector.filter(label => /^(?:_|~|operator)/.test(label))).toEqual([]);
      expect(new Set(ofVector).size).toBe(ofVector.length);
      const ofSquare = await found('square->');
      expect(ofSquare).toEqual(
        expect.arrayContaining(['sides (field)', 'edge (field)', 'area() (method)', 'scaled( (method)']),
      );
      expect(ofSquare.join()).not.toContain('_M_t');
      expect(await found('there->')).toEqual(['x (field)', 'y (field)']);
      expect(await found('(point).')).toEqual(['x (field)', 'y (field)']);
      expect(await found('point.x + point.')).toEqual(['x (field)', 'y (field)']);
      expect(await found('numbers[0].')).toEqual([]);
      expect(await found('rows[0].')).toEqual([]);
      expect(await found('text == "numb')).toEqual([]);
    });
  });

  it('replace what was begun, and leave the rest', async () => {
    const client = await stopped();
    const { id: frameId } = await client.topFrame();
    const text = 'point.x + text.len';
    const { targets } = await client.request('completions', { frameId, text, column: text.length + 1 });
    expect(targets).toMatchObject([{ label: 'length()', type: 'method', start: 16, length: 3 }]);
  });
});
