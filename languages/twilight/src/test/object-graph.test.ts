// The objects of a contract: storage by variables, entries and elements, and what the variables of a call hold.
// docs/heap/twilight.md, which is under test, finds a leak in storage.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineDriver } from '@sonde/engine/driver';
import { answer, type HeapAnalysis } from '@sonde/heap';
import { expect, it, onTestFinished } from 'vitest';
import { build } from '../pack/build.js';
import { twilight } from '../pack/twilight.js';

async function loaded(program: string, extra: Readonly<Record<string, unknown>> = {}): Promise<EngineDriver> {
  const { target, diagnostics } = await build({
    ...{ program, cwd: '/', debugInfo: true, extra },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const driver = await EngineDriver.start(twilight.engine, target);
  onTestFinished(() => driver.dispose());
  return driver;
}

async function breakAt(driver: EngineDriver, path: string, marker: string): Promise<void> {
  const lines = readFileSync(path, 'utf8').split('\n');
  const line = lines.findIndex(each => each.includes(`// #${marker}`)) + 1;
  await driver.break({ kind: 'source', source: { name: 'program', path }, line });
}

const heldBy = (heap: HeapAnalysis, text: string) => {
  const [node] = answer(heap, { ask: 'search', text, most: 1 });
  const { items } = answer(heap, { ask: 'references', id: node!.id });
  return items.map(({ kind, name, node: { type, summary } }) => [kind, name, type, summary]);
};

const shapes = `#![syntax = "twilight-native"]
contract Shapes {
    struct Person { name: string, tags: vector<string> }
    enum Shape { Empty, Named(string) }
    storage {
        count: u64;
        by_day: map<u64, map<address, u64>>;
        names: vector<string>;
        lists: map<u64, vector<u64>>;
    }
    pub fn main() -> u64 {
        count = 3;
        by_day[7][ctx.sender()] = 5;
        names.push("first");
        names.push("second");
        var person: Person = Person { name: "Ada", tags: vector::new() };
        person.tags.push("old");
        person.tags.push("wise");
        var shape: Shape = Shape::Named("round");
        var text: string = "a".concat("b").concat("c");
        return count; // #here
    }
}
`;

it('has every kind of reference: nested maps, vectors, structures, payloads, texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twilight-objects-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'shapes.twl');
  await writeFile(path, shapes);
  const driver = await loaded(path);
  await breakAt(driver, path, 'here');
  await driver.begin();
  const heap = await driver.heap();

  expect(heldBy(heap, 'by_day')).toEqual([['map-value', '7', 'map<address,u64>', undefined]]);
  expect(heldBy(heap, 'names')).toEqual([
    ['index', 0, 'string', 'first'],
    ['index', 1, 'string', 'second'],
  ]);
  expect(heldBy(heap, 'person in')).toEqual([['stack-root', 'person in main', 'Shapes::Person', undefined]]);
  expect(heldBy(heap, 'Shapes::Person')).toEqual([
    ['field', 'name', 'string', 'Ada'],
    ['field', 'tags', 'vector<string>', '2 elements'],
  ]);
  expect(heldBy(heap, '2 elements').map(([, , , summary]) => summary)).toEqual(['old', 'wise']);
  expect(heldBy(heap, 'Shapes::Shape')).toEqual([['union-payload', expect.any(String), 'string', 'round']]);
  // The parts of what became "abc" are given up: the heap of a call only grows.
  const [lost] = answer(heap, { ask: 'search', text: 'no variable leads to' });
  expect(lost).toMatchObject({ kind: 'heap', unreachable: true });
  expect(lost!.size).toBeGreaterThan(0);

  // From a value to its object: of storage by its key, of the call by its place.
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const idOf = async (name: string): Promise<number | undefined> => {
    const value = scopes.flatMap(({ variables }) => variables).find(each => each.name === name)!.value;
    return driver.engine.heapId!(driver.stop.id, value);
  };
  expect(answer(heap, { ask: 'node', id: (await idOf('names'))! }).summary).toBe('names');
  expect(answer(heap, { ask: 'node', id: (await idOf('person'))! }).type).toBe('Shapes::Person');
  expect(answer(heap, { ask: 'node', id: (await idOf('count'))! }).summary).toBe('count');

  // Looking costs no gas and changes nothing.
  await driver.move({ kind: 'continue' });
  await driver.next('exited');
  const plain = await loaded(path);
  await plain.engine.begin();
  await plain.next('exited');
  expect(driver.output('console')).toBe(plain.output('console'));
});
