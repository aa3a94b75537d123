import { describe, expect, it } from 'vitest';
import type { ShownVariable } from './value.js';
import { Openness, ValueTree, type TreeRoot } from './value-tree.js';

/** A program of nested values: a reference leads to named children, or to an array of a length. */
class Values {
  asked: string[] = [];

  constructor(readonly content: Record<number, readonly ShownVariable[] | { readonly length: number }>) {}

  readonly fetch = async (request: {
    readonly reference: number;
    readonly filter?: string;
    readonly start?: number;
    readonly count?: number;
  }): Promise<readonly ShownVariable[]> => {
    const { reference, start = 0, count = 0 } = request;
    this.asked.push(`${reference}${request.filter === undefined ? '' : ` ${start}+${count}`}`);
    const held = this.content[reference];
    if (held === undefined) throw new Error('stale reference');
    if ('at' in held) return held;
    return Array.from({ length: count }, (_none, index) => leaf(`[${start + index}]`, String(start + index)));
  };
}

const leaf = (name: string, value: string): ShownVariable => ({ name, value, variablesReference: 0 });
const holder = (name: string, reference: number, more: Partial<ShownVariable> = {}): ShownVariable => ({
  name,
  value: '{…}',
  variablesReference: reference,
  ...more,
});
const scope = (reference: number, more: Partial<ShownVariable> = {}): TreeRoot => ({
  key: 'Locals',
  kind: 'scope',
  opensItself: true,
  variable: holder('Locals', reference, more),
});

const names = (tree: ValueTree): readonly string[] =>
  Array.from({ length: tree.rowCount }, (_none, index) => {
    const row = tree.row(index)!;
    return `${'  '.repeat(row.depth)}${row.variable.name}${row.changed ? '*' : ''}`;
  });

describe('a tree of values', () => {
  it('opens scopes by itself and values when it is told', async () => {
    const values = new Values({ 1: [leaf('a', '1'), holder('b', 2)], 2: [leaf('x', '1'), leaf('y', '2')] });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    expect(names(tree)).toEqual(['Locals', '  a', '  b']);
    await tree.toggle('Locals/b');
    expect(names(tree)).toEqual(['Locals', '  a', '  b', '    x', '    y']);
    await tree.toggle('Locals/b');
    expect(names(tree)).toEqual(['Locals', '  a', '  b']);
    await tree.toggle('Locals/b');
    expect(values.asked).toEqual(['1', '2']);
  });

  it('keeps what is open from stop to stop, and marks what changed', async () => {
    const openness = new Openness();
    const before = new Values({ 1: [leaf('a', '1'), holder('b', 2)], 2: [leaf('x', '1'), leaf('y', '2')] });
    const after = new Values({ 7: [leaf('a', '1'), holder('b', 8)], 8: [leaf('x', '5'), leaf('y', '2')] });
    let values = before;
    const tree = new ValueTree(request => values.fetch(request));
    await tree.show([scope(1)], openness, undefined);
    await tree.toggle('Locals/b');
    const { texts } = tree.texts();
    values = after;
    await tree.show([scope(7)], openness, (key, text) => (texts.get(key) ?? text) !== text);
    expect(names(tree)).toEqual(['Locals', '  a', '  b*', '    x*', '    y']);
  });

  it('reads of a long array what is looked at', async () => {
    const values = new Values({
      1: [holder('xs', 2, { indexedVariables: 1_000_000 }), leaf('z', '0')],
      2: { length: 1 },
    });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    await tree.toggle('Locals/xs');
    expect(tree.rowCount).toBe(1_000_003);
    expect(tree.row(700_000)?.kind).toBe('loading');
    await tree.loadRows(700_000, 700_030);
    expect(tree.row(700_002)?.variable.name).toBe('[700000]');
    expect(tree.row(1_000_002)?.variable.name).toBe('z');
    expect(values.asked).toEqual(['1', '2 0+100', '2 699900+100', '2 700000+100']);
  });

  it('shows still longer arrays in ranges', async () => {
    const values = new Values({ 1: [holder('xs', 2, { indexedVariables: 10_000_000 })], 2: { length: 1 } });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    await tree.toggle('Locals/xs');
    expect(tree.rowCount).toBe(102);
    expect(tree.row(101)?.variable.name).toBe('[9900000 … 9999999]');
    await tree.toggle(tree.row(101)!.key);
    expect(tree.rowCount).toBe(100_102);
    expect(tree.row(102)?.variable.name).toBe('[9900000]');
    expect(tree.row(102)?.variable.value).toBe('9900000');
  });

  it('finds rows again behind others that are open, and their parents', async () => {
    const values = new Values({
      1: [holder('a', 2), holder('b', 3), leaf('c', '')],
      2: [leaf('x', ''), leaf('y', '')],
      3: [holder('d', 4)],
      4: [leaf('deep', '')],
    });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    for (const key of ['Locals/a', 'Locals/b', 'Locals/b/d']) await tree.toggle(key);
    expect(names(tree)).toEqual(['Locals', '  a', '    x', '    y', '  b', '    d', '      deep', '  c']);
    for (let index = 0; index < tree.rowCount; index++)
      expect(tree.indexOf(tree.row(index)!.key)).toBe(index);
    expect([0, 1, 2, 4, 5, 6, 7].map(index => tree.parentIndex(index))).toEqual([-1, 0, 1, 0, 4, 5, 0]);
  });

  it('says in place why children cannot be read, and shows the others', async () => {
    const values = new Values({ 1: [holder('bad', 99), leaf('good', '1')] });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    await tree.toggle('Locals/bad');
    expect(tree.row(2)).toMatchObject({ kind: 'problem', problem: 'stale reference' });
    expect(tree.row(3)?.variable.name).toBe('good');
  });

  it('shows the newest of two stops, whichever is answered last', async () => {
    const release: (() => void)[] = [];
    const tree = new ValueTree(
      ({ reference }) =>
        new Promise(resolve => {
          const answer = (): void => resolve([leaf(`of ${reference}`, '')]);
          if (reference === 1) release.push(answer);
          else answer();
        }),
    );
    const first = tree.show([scope(1)], new Openness(), undefined);
    await tree.show([scope(2)], new Openness(), undefined);
    for (const answer of release) answer();
    await first;
    expect(names(tree)).toEqual(['Locals', '  of 2']);
  });

  it('tells shadowed variables of one name apart', async () => {
    const values = new Values({
      1: [holder('x', 2), holder('x', 3)],
      2: [leaf('outer', '')],
      3: [leaf('inner', '')],
    });
    const tree = new ValueTree(values.fetch);
    await tree.show([scope(1)], new Openness(), undefined);
    await tree.toggle('Locals/x#1');
    expect(names(tree)).toEqual(['Locals', '  x', '  x', '    inner']);
  });
});

it('reads the rows in view before it shows a new stop, however far down a long array they are', async () => {
  const asked: number[] = [];
  const long = new ValueTree(({ start = 0, count = 0 }) => {
    asked.push(start);
    return Promise.resolve(
      Array.from({ length: count }, (_, index) => ({
        name: `[${start + index}]`,
        value: `${start + index}`,
        variablesReference: 0,
      })),
    );
  });
  const root = (reference: number): TreeRoot => ({
    key: 'many',
    kind: 'value',
    opensItself: true,
    variable: { name: 'many', value: '', variablesReference: reference, indexedVariables: 100_000 },
  });
  const last: TreeRoot = {
    key: 'x',
    kind: 'value',
    variable: { name: 'x', value: '1', variablesReference: 0 },
  };
  const openness = new Openness();
  await long.show([root(1), last], openness, undefined);
  await long.see(5_000, 5_040);
  expect(long.row(5_001)?.variable.value).toBe('5000');
  // The next stop: nobody scrolls, and still nothing of what is seen is left to be read.
  await long.show([root(2), last], openness, undefined);
  for (let row = 5_000; row < 5_040; row++) expect(long.row(row)?.kind).toBe('value');
  expect(asked).not.toContain(50_000);
});
