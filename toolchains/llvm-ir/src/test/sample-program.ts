// A program with a bit of everything, as a code generator would write it: run by one test, debugged by another.

import {
  arrayType,
  boolConstant,
  double,
  floatConstant,
  float,
  functionType,
  i128,
  i32,
  i64,
  i8,
  intConstant,
  IrModule,
  nullPointer,
  poisonConstant,
  ptr,
  structConstant,
  structType,
  voidType,
} from '../llvm-ir.js';
import type { DebugFile, DebugType, DebugUnit, FunctionValue, StructType } from '../llvm-ir.js';

export interface SampleOptions {
  readonly directory: string;
  readonly fileName: string;
  readonly dwarfVersion?: 4 | 5;
  readonly isOptimized?: boolean;
}

/** The source that the debug information speaks of. `// #name` marks a line. */
export const sampleSource = `sum(a, b)
  return a + b // #sum
main
  tiny = -7
  point = { 30, 12 }
  node.next = node
  color = green
  numbers = 1, 2, 3
  {
    inner = sum(point.x, point.y) // #inner
    print inner // #print
  }
  return 0 // #return
`;

export const sampleMd5 = '0123456789abcdef0123456789abcdef';

export function sampleLine(marker: string): number {
  const index = sampleSource.split('\n').findIndex(line => line.endsWith(`// #${marker}`));
  if (index === -1) throw new Error(`no marker ${marker}`);
  return index + 1;
}

export function sampleProgram(options: SampleOptions): IrModule {
  const { dwarfVersion = 5, isOptimized = false } = options;
  const module = new IrModule({ name: options.fileName, dwarfVersion });
  module.addFlag('max', 'PIC Level', 2);
  const unit = module.debugUnit({
    language: 'DW_LANG_C11',
    producer: 'a test "of ours"',
    isOptimized,
    file: { name: options.fileName, directory: options.directory, md5: sampleMd5 },
  });
  const types = sampleTypes(unit);
  const pair = module.struct('a pair', [i64, i64]);
  const answer = module.global('answer', i64, {
    initial: intConstant(i64, 42),
    linkage: 'internal',
    debug: unit.globalVariable({
      name: 'answer',
      file: unit.file,
      line: 1,
      type: types.whole,
      isLocal: true,
    }),
  });
  const sum = writeSum(module, unit, types.whole, pair);
  writeMain(module, unit, types, pair, sum, answer);
  return module;
}

function sampleTypes(unit: DebugUnit) {
  const { types } = unit;
  const whole = types.typedef('whole', types.basic('int64', 64, 'signed'), { file: unit.file, line: 1 });
  const tiny = types.typedef('tiny8', types.basic('int8', 8, 'signed'));
  const point = types.structLike(structType([i64, i64]), { name: 'Point', file: unit.file, line: 1 }, [
    { name: 'x', type: whole },
    { name: 'y', type: whole },
  ]);
  const node = types.forward({ name: 'Node', sizeInBits: 128, distinct: true });
  const nodePointer = types.typedef('Node@', types.pointer(node));
  types.complete(node, [
    { name: 'next', type: nodePointer, offsetInBits: 0 },
    { name: 'value', type: tiny, offsetInBits: 64 },
  ]);
  const color = types.enumeration('Color', types.basic('int32', 32, 'signed'), [
    { name: 'red', value: 0 },
    { name: 'green', value: 4 },
  ]);
  return { whole, tiny, point, node, color, numbers: types.array(tiny, 3) };
}

function writeSum(module: IrModule, unit: DebugUnit, whole: DebugType, pair: StructType): FunctionValue {
  const subprogram = unit.subprogram({
    name: 'sum',
    linkageName: 'sample.sum',
    file: unit.file,
    line: 1,
    type: unit.types.subroutine(whole, [whole, whole]),
    isLocal: true,
  });
  const fn = module.define('sample.sum', functionType(i64, [i64, i64]), {
    linkage: 'internal',
    attributes: ['noinline', 'nounwind', { name: 'frame-pointer', value: 'all' }],
    parameterNames: ['a', 'b'],
    subprogram,
  });
  const { code } = fn;
  const slot = fn.alloca(pair, 'parameters');
  const fields = ['a', 'b'].map((name, index) => {
    const field = code.member(pair, slot, index, name);
    code.store(fn.parameters[index]!, field);
    const at = { name, scope: subprogram, line: 1, type: whole };
    return { field, variable: unit.parameter(index + 1, at) };
  });
  for (const { field, variable } of fields) code.declareVariable(variable, field);
  code.at(sampleLine('sum'), 3, subprogram);
  const [left, right] = fields.map(({ field }) => code.load(i64, field));
  const both = code.withOverflow('sadd', left!, right!);
  const bad = fn.block('overflow');
  const good = fn.block('fine');
  code.condBr(code.extractValue(both, 1), bad, good);
  code.moveTo(bad);
  code.trap();
  code.moveTo(good);
  code.ret(code.extractValue(both, 0));
  return fn.value;
}

function writeMain(
  module: IrModule,
  unit: DebugUnit,
  types: ReturnType<typeof sampleTypes>,
  pair: StructType,
  sum: FunctionValue,
  answer: ReturnType<IrModule['global']>,
): void {
  const printf = module.declare('printf', functionType(i32, [ptr], { varargs: true }), {
    attributes: ['nounwind'],
  });
  const file: DebugFile = unit.file;
  const subprogram = unit.subprogram({
    name: 'main',
    file,
    line: 3,
    type: unit.types.subroutine(types.whole, []),
    isMain: true,
  });
  const fn = module.define('main', functionType(i32, []), { subprogram });
  const { code } = fn;
  const local = (name: string, irType: Parameters<typeof fn.alloca>[0], type: DebugType, line: number) => {
    const slot = fn.alloca(irType, name);
    code.at(line, 3, subprogram);
    code.declareVariable(unit.variable({ name, scope: subprogram, line, type }), slot);
    return slot;
  };
  const tiny = local('tiny', i8, types.tiny, 4);
  code.store(intConstant(i8, -7), tiny);
  const point = local('point', pair, types.point, 5);
  code.store(structConstant(pair, [intConstant(i64, 30), intConstant(i64, 12)]), point);
  const nodeType = structType([ptr, i8]);
  const node = local('node', nodeType, types.node, 6);
  code.store(node, code.member(nodeType, node, 0));
  code.store(code.load(i8, tiny), code.member(nodeType, node, 1));
  const color = local('color', i32, types.color, 7);
  code.store(intConstant(i32, 4), color);
  const numbers = local('numbers', arrayType(i8, 3), types.numbers, 8);
  for (const [index, value] of [1, 2, 3].entries())
    code.store(intConstant(i8, value), code.element(i8, numbers, index));

  const block = unit.lexicalBlock(subprogram, 9, 3);
  const inner = fn.alloca(i64, 'inner');
  code.at(sampleLine('inner'), 5, block);
  code.declareVariable(
    unit.variable({ name: 'inner', scope: block, line: sampleLine('inner'), type: types.whole }),
    inner,
  );
  const callee = fn.alloca(ptr, 'callee');
  code.store(sum, callee);
  const [x, y] = [0, 1].map(index => code.load(i64, code.member(pair, point, index)));
  const result = code.callIndirect(functionType(i64, [i64, i64]), code.load(ptr, callee), [x!, y!]);
  code.store(result, inner);
  code.at(sampleLine('print'), 5, block);
  const same = code.icmp('eq', code.load(i64, inner), code.load(i64, answer));
  const word = code.select(same, module.string('equal'), module.string('änder\n"\\'), 'word');
  code.call(printf, [module.string('%lld %s %d %.2f\n'), code.load(i64, inner), word, ...extras(module, fn)]);
  code.at(sampleLine('return'), 3, subprogram);
  code.ret(intConstant(i32, 0));
}

/** Values made by the instructions that the program has no other use for. */
function extras(module: IrModule, fn: ReturnType<IrModule['define']>) {
  const { code } = fn;
  const start = code.block;
  const loop = fn.block('loop');
  const other = fn.block('other');
  const done = fn.block('done');
  code.br(loop);
  code.moveTo(loop);
  const count = code.phi(i32, [[intConstant(i32, 0), start]], 'count');
  const next = code.binary('add', count, intConstant(i32, 1), 'next', ['nsw']);
  count.addIncoming(next, loop);
  code.switch(next, loop, [
    [5, done],
    [1_000n, other],
  ]);
  code.moveTo(other);
  code.unreachable();
  code.moveTo(done);
  const wide = code.cast('sext', next, i128);
  const narrow = code.cast('trunc', code.binary('mul', wide, intConstant(i128, 3)), i32);
  const single = code.cast('sitofp', narrow, float);
  const half = code.binary('fmul', code.cast('fpext', single, double), floatConstant(double, 0.5));
  const whole = code.cast('fptosi', code.cast('fptrunc', code.fneg(half), float), i32);
  const filled = code.insertValue(poisonConstant(structType([i32, ptr])), whole, 0);
  const room = code.dynamicAlloca(i8, intConstant(i32, 4));
  code.fill(room, intConstant(i8, 0), 4);
  code.copy(room, module.string('x'), 1);
  const isNull = code.icmp('eq', code.cast('inttoptr', code.cast('ptrtoint', room, i64), ptr), nullPointer);
  const isOrdered = code.fcmp('ord', half, half);
  const never = code.select(isNull, isOrdered, boolConstant(false));
  const chosen = code.select(never, intConstant(i32, 99), code.extractValue(filled, 0));
  return [chosen, half];
}

/** Functions without debug information, for the shapes that the program above lacks. */
export function addOddNames(module: IrModule): void {
  for (const name of ['with space', 'quote"and\\slash', '名前', '0digits', 'tab\there']) {
    const fn = module.define(name, functionType(voidType, [i8]), {
      parameterNames: [name],
      attributes: ['noinline'],
    });
    fn.code.store(fn.parameters[0]!, fn.alloca(i8, name));
    const next = fn.block(name);
    fn.code.br(next);
    fn.code.moveTo(next);
    fn.code.ret();
  }
}
