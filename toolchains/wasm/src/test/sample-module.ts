// A module with something of everything, for tests of reader, writer and disassembly.

import { ModuleBuilder, type BuiltModule } from '../building/module-builder.js';
import type { Mark } from '../building/code.js';

export interface SampleModule extends BuiltModule {
  readonly marks: Readonly<Record<'loop' | 'add' | 'call' | 'divide', Mark>>;
}

/** Exports: `sum(n)` adds squares, `divide(a, b)`, `fill(n)` writes memory, `swap(a, b)` gives two results, `pick(n)` calls by a table. */
export function sampleModule(): SampleModule {
  const module = new ModuleBuilder('sample');
  const i32 = { params: ['i32'], results: ['i32'] } as const;
  const memory = module.memory({ min: 1, max: 2 });
  const table = module.table({ element: 'funcref', min: 2, max: 2 });
  const counter = module.global('counter', { type: 'i64', mutable: true }, code => code.i64(-5n));
  const ratio = module.global('ratio', { type: 'f64', mutable: false }, code => code.f64(1.5));

  const sum = module.function('sum', { params: ['i32'], results: ['i64'] });
  const square = module.function('square', { params: ['i64'], results: ['i64'] });
  const n = sum.param(0, 'n');
  const i = sum.local('i32', 'i');
  const total = sum.local('i64', 'total');
  let loop: Mark;
  let add: Mark;
  let call: Mark;
  sum.code.block(undefined, done => {
    loop = sum.code.mark();
    sum.code.loop(undefined, again => {
      sum.code.get(i, n).op('i32.ge_s').brIf(done);
      add = sum.code.mark();
      sum.code.get(total).get(i).op('i64.extend_i32_s');
      call = sum.code.mark();
      sum.code.call(square.reference).op('i64.add').set(total);
      sum.code.get(i).i32(1).op('i32.add').set(i).br(again);
    });
  });
  sum.code.globalGet(counter).i64(1).op('i64.add').globalSet(counter);
  sum.code.get(total);
  square.code.get(0, 0).op('i64.mul');

  const divide = module.function('divide', { params: ['i32', 'i32'], results: ['i32'] });
  divide.code.get(0, 1);
  const divideMark = divide.code.mark();
  divide.code.op('i32.div_s');

  const fill = module.function('fill', { params: ['i32'], results: [] });
  fill.code.i32(64).i32(0xab).get(0).memoryFill(memory);
  fill.code.i32(0).f64(-0).store('f64.store', { offset: 1000 });
  fill.code.i32(0).f32(Number.NaN).store('f32.store', { offset: 1008, align: 0 });

  const swap = module.function('swap', { params: ['i32', 'i64'], results: ['i64', 'i32'] });
  swap.code.get(1, 0);

  const twice = module.function('twice', i32);
  twice.code.get(0).i32(2).op('i32.mul');
  const next = module.function('next', i32);
  next.code.get(0).i32(1).op('i32.add');
  const pick = module.function('pick', i32);
  pick.code.block('i32', out => {
    pick.code.block(undefined, second => {
      pick.code.block(undefined, first => pick.code.get(0).brTable([first, second], second));
      pick.code.i32(10).i32(0).callIndirect(i32, table).br(out);
    });
    pick.code.i32(10).i32(1).callIndirect(i32, table);
  });
  pick.code.if(
    'i32',
    () => void pick.code.get(0),
    () => void pick.code.i32(-1).f64(2.9).op('i32.trunc_sat_f64_s', 'i32.add'),
  );
  module.elements(table, code => code.i32(0), [twice.reference, next.reference]);
  module.data(16, new TextEncoder().encode('sample'));

  // Imported last, so that all indices move.
  const log = module.importFunction('env', 'log', { params: ['i64'], results: [] });
  const report = module.function('report', { params: [], results: [] });
  report.code.globalGet(counter).call(log).globalGet(ratio).op('drop');

  for (const each of [sum, divide, fill, swap, pick, report]) module.export(each.name, each);
  module.export('memory', memory).export('counter', counter).export('ratio', ratio);
  module.custom('note', new Uint8Array([1, 2, 3])).sourceMap('sample.wasm.map');
  const built = module.build();
  return { ...built, marks: { loop: loop!, add: add!, call: call!, divide: divideMark } };
}
