import { nameScope, StopReader, TypeTable, type Expression, type RelativePlace } from '@sonde/engine';
import { compileToJavaScript, evaluate, type EvaluationContext } from '@sonde/lens';
import { plain } from '@sonde/engine-vm/driver';
import { describe, expect, it } from 'vitest';
import { types, type Value } from '../runtime/values.js';
import { load, run, written, type MiniDriver } from '../test/harness.js';
import { expressions } from './expressions.js';

const table = new TypeTable();
for (const [id, description] of types.all) table.define(id, description);

const variables: Readonly<Record<string, Value>> = { a: 7, b: -3, zero: 0, s: 'text', none: '' };
const names = nameScope(
  Object.keys(variables).map((name, index) => ({
    name,
    type: types.value,
    place: { kind: 'global', index },
    kind: 'global',
  })),
);
const compile = (text: string): Expression => expressions.compile(text, { names, types: table }).program;
const declarations = Object.entries(variables)
  .map(
    ([name, value]) =>
      `let ${name} = ${typeof value === 'string' ? JSON.stringify(value) : `0 + ${value}`};\n`,
  )
  .join('');

/** Random expressions, the same in every run. */
function* randomExpressions(count: number): Generator<string> {
  let seed = 12345;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const pick = (from: readonly string[]): string => from[random(from.length)]!;
  const leaf = (): string =>
    pick([...Object.keys(variables), '0', '1', '2147483647', '"x"', 'mem[2]', 'len(s)']);
  const binary = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'and', 'or'];
  const make = (depth: number): string => {
    if (depth === 0) return leaf();
    const shape = random(6);
    if (shape === 0) return `-(${make(depth - 1)})`;
    if (shape === 1) return `(not ${make(depth - 1)})`;
    return `(${make(depth - 1)} ${pick(binary)} ${make(depth - 1)})`;
  };
  for (let n = 0; n < count; n++) yield make(1 + (n % 4));
}

/** An evaluation over a stop, as a session does it. */
function contextOf({ driver }: MiniDriver): EvaluationContext {
  const { engine, stop } = driver;
  const values = async (place: RelativePlace, type: typeof types.value) => {
    if (place.kind === 'global') return (await engine.readPlaces(stop.id, [{ place, type }]))[0]!;
    if (place.kind !== 'memory') throw new Error(`unexpected ${place.kind}`);
    const at = { kind: 'memory', address: { space: place.space, offset: place.offset } } as const;
    return { type, place: at, content: { kind: 'deferred' } } as const;
  };
  return {
    reader: new StopReader(engine, stop.id),
    types: engine.types,
    pointerSize: 4,
    littleEndian: true,
    read: values,
    write: (target, value) => engine.write(stop.id, target.place!, { ...value, type: target.type }),
    format: async value => String(plain(value)),
  };
}

const access = (memory: Uint8Array) => ({
  slot: () => undefined,
  global: (index: number) => Object.values(variables)[index],
  memory: (_space: string, offset: bigint | number) => memory[Number(offset)],
  scalar: (word: unknown) => word as Value,
});

describe('expressions', () => {
  it('mean what the program means by them, over a stop and inside the thread', async () => {
    const texts = [...randomExpressions(400)];
    const prints = texts.map(t => `try { print ${t}; } catch e { print "failed"; }\n`).join('');
    const program = written(`${declarations}size(4);\nmem[2] = 200;\ndebugger;\n${prints}`);
    const expected = (await run(program, { noDebug: true })).stdout.trimEnd().split('\n');
    const m = await load(program);
    await m.driver.begin();
    const context = contextOf(m);
    const thread = access(Uint8Array.of(0, 0, 200, 0));
    const differing: string[] = [];
    for (const [n, text] of texts.entries()) {
      const overStop = await evaluate(compile(text), context).then(
        v => String(decoded(v.content)),
        () => 'failed',
      );
      let inThread = 'failed';
      try {
        const result = compileToJavaScript(compile(text), { types: table })(thread);
        inThread = String(typeof result === 'object' ? result.word : result);
      } catch {
        // As expected, or the comparison below fails.
      }
      if (overStop !== expected[n] || inThread !== expected[n])
        differing.push(`${text}: ${expected[n]!}, over a stop ${overStop}, in the thread ${inThread}`);
    }
    expect(differing).toEqual([]);
    expect(expected.filter(e => e === 'failed').length).toBeGreaterThan(20);
    expect(expected.filter(e => e !== 'failed').length).toBeGreaterThan(100);
  });

  it('can assign, and say that they do', async () => {
    const compiled = expressions.compile('a = a + 1', { names, types: table });
    expect(compiled.pure).toBe(false);
    expect(expressions.compile('a == a + 1', { names, types: table }).pure).toBe(true);
    const m = await load(written(`${declarations}size(4);\ndebugger;\nprint a + mem[1];\n`));
    await m.driver.begin();
    expect(plain(await evaluate(compiled.program, contextOf(m)))).toBe(8);
    await evaluate(compile('mem[1] = 30'), contextOf(m));
    await m.driver.move({ kind: 'continue' });
    await m.driver.finish();
    expect(m.driver.output()).toBe('38\n');
  });

  it.each([
    ['a +', 'expected a name, found the end (column 4).'],
    ['nobody', 'there is no variable nobody here (column 1).'],
    ['a b', 'expected the end, found b (column 3).'],
    ['journey(1)', 'journey cannot be called here (column 1).'],
    ['"never', 'a text that does not end (column 1).'],
    ['a ? 1', 'unexpected "?" (column 3).'],
    ['', 'expected a name, found the end (column 1).'],
    ['('.repeat(100_000), 'it is nested too deeply.'],
  ])('%s is refused with its place', (text, message) => {
    expect(() => compile(text)).toThrow(
      expect.objectContaining({ code: 'bad-expression', message }) as Error,
    );
  });

  it('are completed with what is in sight', () => {
    const complete = (text: string) => expressions.complete!(text, { names, types: table });
    expect(complete('1 + ze')).toEqual([{ label: 'zero', kind: 'variable', replaces: 2 }]);
    expect(complete('n').map(c => c.label)).toEqual(['none', 'not']);
    expect(complete('a + ').length).toBe(10);
  });
});

function decoded(content: Awaited<ReturnType<typeof evaluate>>['content']): unknown {
  if (content.kind === 'scalar') return content.value;
  if (content.kind === 'bytes') return content.bytes[0];
  return content.kind;
}
