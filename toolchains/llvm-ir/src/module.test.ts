// Modules: what they hold, and that their text is always the same.

import { expect, it } from 'vitest';
import { arrayConstant, intConstant, structConstant } from './constants.js';
import { IrModule } from './module.js';
import { sampleProgram } from './test/sample-program.js';
import { functionType, i32, i64, i8, ptr, structType, voidType } from './types.js';

it('gives the same text for the same calls, however often it is asked', () => {
  const options = { directory: '/src', fileName: 'a.src' };
  const module = sampleProgram(options);
  const text = module.toString();
  expect(module.toString()).toBe(text);
  expect(sampleProgram(options).toString()).toBe(text);
});

it('writes its target only if it was told one', () => {
  expect(new IrModule({ name: 'ä' }).toString()).toBe('source_filename = "\\C3\\A4"\n');
  const told = new IrModule({ name: 'a', triple: 'aarch64-linux-gnu', dataLayout: 'e' });
  expect(told.toString()).toContain('target datalayout = "e"\ntarget triple = "aarch64-linux-gnu"\n');
});

it('writes globals with all that is said of them', () => {
  const module = new IrModule({ name: 'm' });
  module.global('elsewhere', i64);
  module.global('table', i8, {
    initial: intConstant(i8, 1),
    linkage: 'internal',
    constant: true,
    section: '.data.x',
    align: 16,
  });
  module.global('mine', i32, { initial: intConstant(i32, 0), threadLocal: true, visibility: 'hidden' });
  expect(module.toString()).toContain(
    [
      '@elsewhere = external global i64, align 8',
      '@table = internal constant i8 1, section ".data.x", align 16',
      '@mine = hidden thread_local global i32 0, align 4',
    ].join('\n'),
  );
});

it('runs functions before main through a list that linkers join', () => {
  const module = new IrModule({ name: 'm' });
  const start = module.declare('start', functionType(voidType, []));
  const entry = structType([i32, ptr, ptr]);
  const initial = arrayConstant(entry, [
    structConstant(entry, [intConstant(i32, 65535), start, { type: ptr, text: 'null', isConstant: true }]),
  ]);
  module.global('llvm.global_ctors', initial.type, { initial, linkage: 'appending' });
  expect(module.toString()).toContain(
    '@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]\n',
  );
});

it('keeps equal strings once', () => {
  const module = new IrModule({ name: 'm' });
  expect(module.string('a')).toBe(module.string('a'));
  expect(module.string('b')).not.toBe(module.string('a'));
});

it('lets a function be called before it is defined', () => {
  const module = new IrModule({ name: 'm' });
  const signature = functionType(voidType, []);
  const early = module.declare('f', signature);
  const fn = module.define('f', signature, { linkage: 'internal' });
  fn.code.call(early, []);
  fn.code.ret();
  expect(fn.value).toBe(early);
  expect(module.toString()).not.toContain('declare');
});

it('refuses two things of the same name', () => {
  const module = new IrModule({ name: 'm' });
  const signature = functionType(voidType, []);
  module.define('f', signature);
  module.struct('s', [i8]);
  expect(() => module.define('f', signature)).toThrow('@f is defined twice');
  expect(() => module.declare('f', functionType(i8, []))).toThrow('@f is void (), not i8 ()');
  expect(() => module.global('f', i8)).toThrow('already has a symbol @f');
  expect(() => module.struct('s', [i8])).toThrow('already has a struct s');
});

it('has globals that lead to themselves, and refuses one that was promised only', () => {
  const module = new IrModule({ name: 'm' });
  const ring = module.laterGlobal('ring');
  expect(() => module.global('ring', i8)).toThrow('already has a symbol @ring');
  expect(() => module.toString()).toThrow('@ring was never defined');
  const type = structType([ptr]);
  ring.define(type, { initial: structConstant(type, [ring.address]), constant: true });
  expect(module.toString()).toContain('@ring = constant { ptr } { ptr @ring }');
});

it('refuses a global that contradicts itself', () => {
  const module = new IrModule({ name: 'm' });
  expect(() => module.global('g', i8, { initial: intConstant(i32, 1) })).toThrow('must be i8, not i32');
  module.global('odd', i8, { initial: intConstant(i8, 1), linkage: 'internal', visibility: 'hidden' });
  expect(() => module.toString()).toThrow('@odd cannot be internal and hidden');
  expect(() => module.global('g', i8, { linkage: 'private' })).toThrow('needs an initial value');
  const foreign = new IrModule({ name: 'n' }).global('h', i8);
  expect(() => module.global('g', ptr, { initial: foreign })).toThrow('is of another module');
});
