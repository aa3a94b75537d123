import { describe, expect, it } from 'vitest';
import { readModule, instructionsOf, localTypes } from '../reading/read-module.js';
import { sampleModule } from '../test/sample-module.js';
import { ModuleBuilder } from './module-builder.js';
import { BuilderMisuse } from '../problem.js';
import { webAssembly, type WebAssemblyMemory } from '../web-assembly.js';

const read = (bytes: Uint8Array) => {
  const found = readModule(bytes);
  if (!found.ok) throw found.problem;
  return found.module;
};

describe('ModuleBuilder', () => {
  it('builds modules that run', () => {
    const logged: bigint[] = [];
    const { bytes } = sampleModule();
    const instance = new webAssembly.Instance(new webAssembly.Module(bytes), {
      env: { log: (value: bigint) => void logged.push(value) },
    });
    const run = instance.exports as Record<string, (...given: unknown[]) => unknown>;
    expect(run['sum']!(5)).toBe(30n);
    expect(run['divide']!(7, 2)).toBe(3);
    expect(run['swap']!(1, 2n)).toEqual([2n, 1]);
    expect([run['pick']!(0), run['pick']!(1), run['pick']!(7)]).toEqual([0, 1, 7]);
    run['fill']!(3);
    run['report']!();
    expect(logged).toEqual([-4n]);
    const memory = new Uint8Array((instance.exports['memory'] as WebAssemblyMemory).buffer);
    expect([...memory.subarray(64, 68)]).toEqual([0xab, 0xab, 0xab, 0]);
    expect(new TextDecoder().decode(memory.subarray(16, 22))).toBe('sample');
  });

  it('tells where marked instructions and functions came to lie', () => {
    const built = sampleModule();
    const module = read(built.bytes);
    const all = new Map(
      module.functions.flatMap(body => instructionsOf(module, body)).map(each => [each.offset, each.name]),
    );
    const at = (mark: keyof typeof built.marks) => all.get(built.offsetOf(built.marks[mark]));
    expect([at('loop'), at('add'), at('call'), at('divide')]).toEqual([
      'loop',
      'local.get',
      'call',
      'i32.div_s',
    ]);
  });

  it('writes what the reader reads: types, locals, names, segments and custom sections', () => {
    const { bytes } = sampleModule();
    const module = read(bytes);
    const sum = module.functions[0]!;
    expect(localTypes(module, sum)).toEqual(['i32', 'i32', 'i64']);
    expect(module.names.module).toBe('sample');
    expect([...module.names.functions.values()].slice(0, 3)).toEqual(['log', 'sum', 'square']);
    expect(module.names.locals.get(sum.index)).toEqual(
      new Map([
        [0, 'n'],
        [1, 'i'],
        [2, 'total'],
      ]),
    );
    expect([...module.names.globals.values()]).toEqual(['counter', 'ratio']);
    expect(module.elements[0]?.items).toEqual({ kind: 'functions', indices: [6, 7] });
    expect(module.customs.map(({ name }) => name)).toEqual(['name', 'note', 'sourceMappingURL']);
    expect(module.data[0]?.bytes).toEqual(new TextEncoder().encode('sample'));
  });

  it('refuses code of another module, branches into closed blocks and exports that are there twice', () => {
    const one = new ModuleBuilder();
    const other = new ModuleBuilder();
    const f = one.function('f', { params: [], results: [] });
    const g = other.function('g', { params: [], results: [] });
    expect(() => f.code.call(g.reference)).toThrow(BuilderMisuse);
    let inner: { readonly level: number };
    f.code.block(undefined, label => (inner = label));
    expect(() => f.code.br(inner)).toThrow('a branch leads into a block that is closed.');
    one.export('f', f);
    expect(() => one.export('f', f)).toThrow("the module exports 'f' twice.");
    expect(() => f.param(0)).toThrow(BuilderMisuse);
    expect(() => one.build().rangeOf(g)).toThrow(BuilderMisuse);
  });
});
