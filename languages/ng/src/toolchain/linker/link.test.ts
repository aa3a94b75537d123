import { SymbolIndex, TypeTable, Failure, type TypeId } from '@sonde/engine';
import { describe, expect, test } from 'vitest';
import type { DebugInfo } from '../format/debug-info.js';
import type { NgoModule } from '../format/ngo.js';
import {
  assemble,
  emptyModule,
  fullDebugInfo,
  fullModule,
  fullSourceMap,
  functionOf,
} from '../../test/format/sample-modules.js';
import { builtInAddress, builtInFrames } from '../../runtime/built-in-frames.js';
import { link, type LinkedProgram, type LoadedModule } from './link.js';

const library: NgoModule = {
  ...emptyModule,
  name: 'library',
  functions: [
    functionOf('__start__', assemble(['PUSH_I32', 1], ['STORE_GLOBAL', 2], ['POP'], ['RETURN'])),
    functionOf(
      '$NG2:v11:F7:library4:pick1:13:i32',
      assemble(['LOAD_LOCAL', 1], ['STORE_LOCAL', 4], ['RETURN']),
      2,
    ),
  ],
};

const loaded = (module: NgoModule, more: Partial<LoadedModule> = {}): LoadedModule => ({
  name: module.name,
  path: `/build/${module.name}.ngo`,
  module,
  importedModules: new Map(),
  ...more,
});

const main = loaded(
  { ...fullModule, imports: [...fullModule.imports, { module: 'library', symbol: 'pick' }] },
  { sourceMap: fullSourceMap, debug: fullDebugInfo, importedModules: new Map([['library', 1]]) },
);

const linked = (program: readonly LoadedModule[], upstreamCompatible = false): LinkedProgram =>
  link(program, { upstreamCompatible });

const typeName = ({ symbols }: LinkedProgram, type: TypeId): string => {
  const table = new TypeTable();
  for (const [id, description] of symbols.types) table.define(id, description);
  return table.get(type).name;
};

describe('the address space', () => {
  const { image, symbols } = linked([main, loaded(library)]);

  test('has the program at its beginning, as its source map counts', () => {
    expect(image.modules.map(m => m.base)).toEqual([0, 0x1000]);
    expect(symbols.modules).toEqual([
      {
        id: '0',
        name: 'shop.äpfel',
        path: '/build/shop.äpfel.ngo',
        start: 0,
        end: 25,
        extra: { codeSize: 25, format: 2 },
      },
      {
        id: '1',
        name: 'library',
        path: '/build/library.ngo',
        start: 0x1000,
        end: 0x1011,
        extra: { codeSize: 17, format: 2 },
      },
    ]);
  });

  test('never joins two modules', () => {
    const exact = { ...emptyModule, functions: [functionOf('__start__', new Uint8Array(0x1000))] };
    expect(linked([loaded(exact), loaded(library)]).image.modules[1]!.base).toBe(0x2000);
  });

  test('has the frames of the machine behind all modules, and room for expressions behind those', () => {
    const index = new SymbolIndex(symbols);
    for (const name of builtInFrames) {
      const address = builtInAddress(image, name);
      // A caller is looked up one byte before where it goes on.
      for (const at of [address, address - 1])
        expect(index.functionAt(at)).toMatchObject({ name, artificial: true });
      expect(index.locationAt(address)).toBeUndefined();
    }
    expect(image.builtIn.start).toBe(0x2000);
    expect(image.scratch.start).toBeGreaterThanOrEqual(image.builtIn.end);
    expect(image.scratch.end - image.scratch.start).toBe(64 * 1024);
  });

  test('links imports to modules, and leaves natives alone', () => {
    expect(image.modules[0]).toMatchObject({ imports: [undefined, 1], uses: [1] });
    expect(image.modules[1]).toMatchObject({ imports: [], uses: [] });
  });

  test('is data that another thread can have', () => {
    const program = linked([main, loaded(library)]);
    expect(structuredClone(program)).toEqual(program);
    expect(program.loaded).toEqual(['0']);
  });

  test('needs a module', () => {
    expect(() => linked([])).toThrow(Failure);
  });
});

describe('globals', () => {
  test('are each module’s own', () => {
    const { image, symbols } = linked([main, loaded(library)]);
    expect(image.modules.map(m => m.globalBase)).toEqual([0, 1]);
    expect(symbols.globals.map(({ name, index, module }) => [name, index, module])).toEqual([
      ['basket', 0, '0'],
      ['global2', 3, '1'],
    ]);
  });

  test('share one table as the original has it', () => {
    const { image, symbols } = linked([main, loaded(library)], true);
    expect(image.modules.map(m => m.globalBase)).toEqual([0, 0]);
    expect(symbols.globals.map(({ name, index }) => [name, index])).toEqual([
      ['basket', 0],
      ['global2', 2],
    ]);
  });

  test('are counted by the debug information too', () => {
    const debug: DebugInfo = { ...fullDebugInfo, globals: [{ name: 'unused', index: 6, type: 'i32' }] };
    expect(linked([{ ...main, debug }, loaded(library)]).image.modules[1]!.globalBase).toBe(7);
  });
});

describe('symbols of a module with debug information', () => {
  // As the second module, so that addresses and bases differ.
  const program = linked([loaded(library), main]);
  const { symbols } = program;
  const index = new SymbolIndex(symbols);

  test('have functions under the names that people write', () => {
    expect(index.functionAt(0x1000 + 15)).toMatchObject({
      name: 'Basket.count',
      module: '1',
      start: 0x100f,
      end: 0x1019,
      body: 0x100f,
    });
    expect(index.functionsNamed('nothing')[0]).toMatchObject({ artificial: true });
  });

  test('have locals where they live', () => {
    const named = (address: number): readonly string[] =>
      [...index.namesAt(address).all()].map(
        ({ name, type, kind }) => `${kind} ${name}: ${typeName(program, type)}`,
      );
    expect(named(0x1000 + 15)).toEqual(['parameter self: Basket', 'global basket: ref<Basket>']);
    expect(named(0x1000 + 21)).toEqual([
      'local total: vector<i32>',
      'parameter self: Basket',
      'global basket: ref<Basket>',
    ]);
  });

  test('have lines with columns from 1, and the flags of statements', () => {
    expect(symbols.lines).toEqual([
      { address: 0x1000, source: 0, line: 3, column: 1, endLine: 3, endColumn: 20, statement: true },
      { address: 0x1005, source: 0, line: 3, column: 9, endLine: 3, endColumn: 12, statement: false },
      { address: 0x100f, source: 0, line: 1, column: 5, endLine: 1, endColumn: 30, statement: true },
    ]);
    expect(symbols.sources).toEqual([{ name: 'äpfel.ng', path: '/src/äpfel.ng' }]);
    expect(index.locationAt(0x1005)).toMatchObject({ line: 3, column: 9 });
  });

  test('have one type per declared text, which knows what its values are', () => {
    const { image } = program;
    const total = index.functionAt(0x100f)!.locals[1]!.type;
    expect(image.runtimeNames.get(total)).toBe('Array');
    expect(image.typeIds.has('vector<i32>')).toBe(false);
    const table = new TypeTable();
    for (const [id, description] of symbols.types) table.define(id, description);
    expect(table.resolve(total)).toEqual({ kind: 'object', name: 'vector' });
    expect(index.functionAt(0x100f)!.locals[0]!.type).toBe(image.typeIds.get('Basket'));
  });
});

describe('symbols of a module with a source map only', () => {
  test('count every entry as a statement', () => {
    const { symbols } = linked([loaded(main.module, { sourceMap: fullSourceMap })]);
    expect(symbols.lines.map(l => [l.address, l.statement, l.endLine])).toEqual([
      [0, true, undefined],
      [5, true, undefined],
      [15, true, undefined],
    ]);
    expect(symbols.functions[0]).toMatchObject({ name: '__start__', source: 0, body: 0 });
  });

  test('find files that are named relative to the module', () => {
    const entries = [{ ...fullSourceMap.entries[0]!, sourceFile: 'sub/a.ng' }];
    const { symbols } = linked([loaded(fullModule, { sourceMap: { ...fullSourceMap, entries } })]);
    expect(symbols.sources).toEqual([{ name: 'a.ng', path: '/build/sub/a.ng' }]);
  });
});

describe('symbols of a module without any', () => {
  const program = linked([loaded(library)]);

  test('have functions, slots by number and no lines', () => {
    const [start, pick] = program.symbols.functions;
    expect(program.symbols.lines).toEqual([]);
    expect(program.symbols.sources).toEqual([]);
    expect(start).toMatchObject({ name: '__start__', start: 0, end: 10, locals: [] });
    expect(pick).toMatchObject({ name: 'pick<i32>', start: 10, end: 17 });
    expect(pick!.locals.map(l => [l.name, l.slot, l.parameter, typeName(program, l.type)])).toEqual([
      ['param0', 0, true, 'any'],
      ['param1', 1, true, 'any'],
      ['local4', 4, false, 'any'],
    ]);
  });

  test('do not believe any number of parameters', () => {
    const odd = { ...functionOf('__start__', assemble(['LOAD_LOCAL', 7])), numParams: 2 ** 31 - 1 };
    const { symbols } = linked([loaded({ ...emptyModule, functions: [odd] })]);
    expect(symbols.functions[0]!.locals.map(l => l.name)).toEqual(['param7']);
  });
});

describe('types of a program', () => {
  const newtypes: NgoModule = {
    ...emptyModule,
    strings: ['UserId', 'Show'],
    functions: [functionOf('__start__', assemble(['WRAP_NEWTYPE', 0], ['MAKE_TRAIT_REF', 1]))],
  };
  const { image, symbols } = linked([main, loaded(newtypes)]);
  const described = new Map(symbols.types);
  const kindOf = (name: string): unknown => described.get(image.typeIds.get(name)!);

  test('are those that values have', () => {
    expect(kindOf('u16')).toEqual({ kind: 'integer', name: 'u16', size: 2, signed: false });
    expect(kindOf('i64')).toEqual({ kind: 'integer', name: 'i64', size: 8, signed: true });
    expect(kindOf('f32')).toEqual({ kind: 'float', name: 'f32', size: 4 });
    expect(kindOf('Bool')).toMatchObject({ kind: 'boolean' });
    expect(kindOf('String')).toMatchObject({ kind: 'string' });
    expect(kindOf('unit')).toMatchObject({ kind: 'unit' });
    expect(kindOf('moved')).toMatchObject({ kind: 'opaque' });
    expect(kindOf('Bool')).toMatchObject({ name: 'bool' });
    const shown = { Array: 'vector', Tuple: 'tuple', Range: 'range', Span: 'span', ref: 'ref' };
    for (const [name, text] of Object.entries({ ...shown, UserId: 'UserId', 'ref<Show>': 'ref<Show>' }))
      expect(kindOf(name), name).toEqual({ kind: 'object', name: text });
    expect(kindOf('Basket')).toMatchObject({ kind: 'struct', name: 'Basket' });
    expect(kindOf('Event')).toMatchObject({ kind: 'variant', name: 'Event' });
  });

  test('know their own names', () => {
    for (const [name, id] of image.typeIds) expect(image.runtimeNames.get(id)).toBe(name);
  });

  test('have one for values that tell themselves', () => {
    expect(symbols.types.filter(([, { kind }]) => kind === 'dynamic').map(([, { name }]) => name)).toEqual([
      'any',
    ]);
  });
});
