// Loads, stores, copies and zeros of values in memory.

import type { Code } from '@sonde/wasm';
import type { Type } from '../checker/types.js';
import { layoutOf, shapeOf } from '../layout/layout.js';
import type { Destination, FunctionContext } from './function-context.js';
import type { ModuleContext } from './module-context.js';

/** With an address on the stack: the number there. */
export function loadScalar(code: Code, type: Type, offset = 0): void {
  if (type.kind === 'bool') return void code.load('i32.load8_u', { offset });
  if (type.kind !== 'int') throw new Error(`${type.name} is no number`);
  const name = {
    8: type.signed ? 'i32.load8_s' : 'i32.load8_u',
    16: type.signed ? 'i32.load16_s' : 'i32.load16_u',
    32: 'i32.load',
    64: 'i64.load',
  } as const;
  if (type.container > 64) throw new Error(`${type.name} does not fit on the stack`);
  code.load(name[type.container as 8 | 16 | 32 | 64], { offset });
}

/** With an address and a number on the stack. */
export function storeScalar(code: Code, type: Type, offset = 0): void {
  if (type.kind === 'bool') return void code.store('i32.store8', { offset });
  if (type.kind !== 'int') throw new Error(`${type.name} is no number`);
  const name = { 8: 'i32.store8', 16: 'i32.store16', 32: 'i32.store', 64: 'i64.store' } as const;
  if (type.container > 64) throw new Error(`${type.name} does not fit on the stack`);
  code.store(name[type.container as 8 | 16 | 32 | 64], { offset });
}

/** With the address of a value on the stack: copies its bytes. What handles lead to is shared. */
export function copyBytes(g: FunctionContext, type: Type, to: Destination): void {
  const { size } = layoutOf(type);
  const from = g.named('from', 'i32');
  g.code.set(from).get(to.base);
  if (to.offset !== 0) g.code.i32(to.offset).op('i32.add');
  g.code.get(from).i32(size).memoryCopy(g.module.memory);
}

export function zeroBytes(g: FunctionContext, type: Type, to: Destination): void {
  fillZero(g.module, g.code, layoutOf(type).size, () => {
    g.code.get(to.base);
    if (to.offset !== 0) g.code.i32(to.offset).op('i32.add');
  });
}

export function fillZero(module: ModuleContext, code: Code, size: number, pushAddress: () => void): void {
  if (size === 0) return;
  pushAddress();
  code.i32(0).i32(size).memoryFill(module.memory);
}

/** With the address of a value on the stack and room for it at another below: moves it there, whatever its shape. */
export function moveValue(module: ModuleContext, code: Code, type: Type): void {
  if (shapeOf(type) === 'memory') return void code.i32(layoutOf(type).size).memoryCopy(module.memory);
  if (shapeOf(type) === 'none') return void code.op('drop', 'drop');
  loadScalar(code, type);
  storeScalar(code, type);
}
