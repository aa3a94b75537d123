// What is read of real modules is what LLVM's own tool reads of them.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { codeOf, compiled, dwarfOf, moduleOf } from './harness.js';
import { manyTypes } from './programs.js';

/** LLVM's own reader; the compiler that comes along has none. */
const tool = ['llvm-dwarfdump-22', 'llvm-dwarfdump'].find(
  name => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined,
);
if (tool === undefined) process.stderr.write('\nTESTS ARE SKIPPED: there is no llvm-dwarfdump\n');

function dumped(module: Uint8Array, what: '--debug-line' | '--debug-info'): string {
  const { stdout, stderr } = spawnSync(tool!, [what, '-'], {
    input: module,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

interface DumpedRow {
  readonly address: number;
  readonly line: number;
  readonly column: number;
  readonly isStatement: boolean;
  readonly prologueEnd: boolean;
}

const row = /^0x([0-9a-f]{16}) +(\d+) +(\d+) +\d+ +\d+ +\d+ +\d+ *(.*)$/gm;

const rowsIn = (text: string): readonly DumpedRow[] =>
  [...text.matchAll(row)]
    .filter(([, , , , words]) => !words!.includes('end_sequence'))
    .map(([, address, line, column, words]) => ({
      address: Number.parseInt(address!, 16),
      line: Number(line),
      column: Number(column),
      isStatement: words!.includes('is_stmt'),
      prologueEnd: words!.includes('prologue_end'),
    }));

/** Entries of a dump: the tag, and the text of its attributes. */
const entriesIn = (text: string): readonly { readonly tag: string; readonly text: string }[] =>
  text.split(/^0x[0-9a-f]+: /m).map(entry => {
    const [tag = ''] = /DW_TAG_\w+/.exec(entry) ?? [];
    return { tag, text: entry };
  });

const attribute = (text: string, name: string): string | undefined =>
  new RegExp(`DW_AT_${name}\\s+\\((.*)\\)`).exec(text)?.[1];

const variants = [
  ['-O0', '-gdwarf-4'],
  ['-O2', '-gdwarf-4'],
  ['-O0', '-gdwarf-5'],
  ['-O2', '-gdwarf-5'],
];

describe.skipIf(tool === undefined).each(variants)('a module of clang %s %s', (...options) => {
  it('has the rows of its line table, moved to where the code is', async () => {
    const module = moduleOf(await compiled(manyTypes, ...options));
    const { start } = codeOf(module);
    const { lines, sources, problems } = dwarfOf(module);
    const truth = rowsIn(dumped(module.bytes, '--debug-line'));
    expect(truth.length).toBeGreaterThan(20);
    const read = lines.map(({ address, line, column, isStatement, prologueEnd }) => ({
      ...{ address, line, column, isStatement, prologueEnd },
    }));
    expect(read).toEqual(
      truth.map(each => ({ ...each, address: each.address + start })).sort((a, b) => a.address - b.address),
    );
    expect(sources).toEqual(['/made/program.c']);
    expect(problems).toEqual([]);
  });

  it('has its functions, and where its variables are', async () => {
    const module = moduleOf(await compiled(manyTypes, ...options));
    const { start } = codeOf(module);
    const { functions, globals } = dwarfOf(module);
    const entries = entriesIn(dumped(module.bytes, '--debug-info'));
    const ranges = entries
      .filter(({ tag, text }) => tag === 'DW_TAG_subprogram' && text.includes('DW_AT_low_pc'))
      .map(({ text }) => [
        Number(attribute(text, 'low_pc')) + start,
        Number(attribute(text, 'high_pc')) + start,
      ]);
    expect(functions.map(each => [each.ranges[0]!.start, each.ranges[0]!.end])).toEqual(ranges);
    // Every one is a function of the module, whole.
    const bodies = module.functions.map(body => [body.start, body.end]);
    for (const range of ranges) expect(bodies).toContainEqual(range);
    const named = (tag: string, location: RegExp) =>
      entries.flatMap(({ tag: own, text }) => {
        const at = location.exec(attribute(text, 'location') ?? '')?.[1];
        return own === tag && at !== undefined && text.includes('DW_AT_name') ? [Number(at)] : [];
      });
    const inFrames = functions.flatMap(({ variables }) =>
      variables.flatMap(({ location }) =>
        location.kind === 'memory' && location.base?.kind === 'local' ? [location.offset] : [],
      ),
    );
    if (options[0] === '-O0')
      expect(inFrames.filter(offset => offset >= 0).sort()).toEqual(
        expect.arrayContaining(named('DW_TAG_variable', /^DW_OP_fbreg \+(\d+)$/)),
      );
    const fixed = globals.flatMap(({ location }) => (location.kind === 'memory' ? [location.offset] : []));
    // Version 5 has the addresses in a table of their own, by number.
    const told = named('DW_TAG_variable', /^DW_OP_addrx? (0x[0-9a-f]+)$/);
    if (options[1] === '-gdwarf-4') expect(fixed).toEqual(told);
    expect(fixed).toHaveLength(told.length);
    expect(fixed.length).toBeGreaterThan(2);
  });
});

describe('types', () => {
  it('are what the source says', async () => {
    const { types, functions, globals } = dwarfOf(moduleOf(await compiled(manyTypes, '-O0', '-g')));
    const nameOf = (number: number | undefined): string =>
      number === undefined ? 'void' : types.get(number)!.name;
    const main = functions.find(({ name }) => name === 'main')!;
    expect(Object.fromEntries(main.variables.map(({ name, type }) => [name, nameOf(type)]))).toEqual({
      argc: 'int',
      argv: 'char **',
      last: 'node',
      first: 'node',
      e: 'union either',
      f: 'struct flags',
      c: 'enum color',
      i: 'int',
      p: 'struct point',
      total: 'int',
    });
    expect(globals.map(({ name, type }) => [name, nameOf(type)])).toEqual(
      expect.arrayContaining([
        ['points', 'struct point[8]'],
        ['table', 'int[2][3]'],
        ['names', 'const char *[3]'],
        ['operations', 'operation[2]'],
      ]),
    );
    const called = (name: string) => [...types.values()].find(type => type.name === name);
    expect(called('struct flags')).toMatchObject({
      kind: 'struct',
      size: 4,
      fields: [
        { name: 'low', bitOffset: 0, bitSize: 3 },
        { name: 'middle', bitOffset: 3, bitSize: 7 },
        { name: 'high', bitOffset: 10, bitSize: 5 },
      ],
    });
    expect(called('enum color')).toMatchObject({
      enumerators: [
        { name: 'RED', value: 0n },
        { name: 'GREEN', value: 5n },
        { name: 'BLUE', value: -2n },
      ],
    });
    expect(called('struct point')).toMatchObject({
      size: 24,
      fields: [
        { name: 'x', bitOffset: 0 },
        { name: 'y', bitOffset: 64 },
        { name: 'z', bitOffset: 128 },
      ],
    });
    expect(called('int (*)(int, int)')).toMatchObject({ kind: 'pointer', size: 4 });
    expect(called('struct node *')).toMatchObject({ kind: 'pointer' });
  });

  it('of optimised code are read with variables that move, and those of inlined functions', async () => {
    const { functions } = dwarfOf(moduleOf(await compiled(manyTypes, '-O2', '-g')));
    const main = functions.find(({ name }) => name === 'main')!;
    const names = new Set(main.variables.map(({ name }) => name));
    for (const name of ['total', 'here', 'sum', 'n']) expect(names).toContain(name);
    const kinds = new Set(
      functions.flatMap(({ variables }) => variables.map(({ location }) => location.kind)),
    );
    for (const kind of ['local', 'value', 'unknown'] as const) expect(kinds).toContain(kind);
    for (const { variables, ranges } of functions)
      for (const { range } of variables)
        expect(ranges.some(({ start, end }) => range.start >= start && range.end <= end)).toBe(true);
  });
});
