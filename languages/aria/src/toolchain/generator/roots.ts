// The variables and temporaries of a function that hold gc pointers: how the collector learns where they are.

import { arrayType, i32, i64, i8, intConstant, ptr, structType } from '@sonde/llvm-ir';
import type { Code, FunctionBuilder, Value } from '@sonde/llvm-ir';
import type { AriaType } from '../checker/typed-program.js';
import type { FunctionContext } from './function-context.js';
import type { ModuleContext } from './module-context.js';

interface Root {
  readonly slot: Value;
  readonly type: AriaType;
  /** It has its value before the collector is told of it. */
  readonly filled: boolean;
}

/** From here on a loop is shorter than the code without one. */
const manyPointers = 12;

export class RootList {
  readonly #roots: Root[] = [];
  readonly #record: Value | undefined;

  constructor(
    private readonly fc: FunctionContext,
    /** False for a function in which no gc pointer occurs. */
    used: boolean,
  ) {
    this.#record = used ? fc.builder.alloca(ptr, 'roots') : undefined;
  }

  /** Call it for every slot: what holds no gc pointer is no root. */
  add(slot: Value, type: AriaType, filled = false): void {
    if (!this.fc.home.layout.holdsGc(type)) return;
    if (this.#record === undefined)
      throw new Error(`${this.fc.target.id} has a root of ${type.name} after all`);
    this.#roots.push({ slot, type, filled });
  }

  /** On every way out. */
  pop(): void {
    if (this.#record === undefined) return;
    const { code, home } = this.fc;
    // The first word of a record is the one before.
    code.store(code.load(ptr, code.load(ptr, this.#record)), home.rootChain);
  }

  /**
   * At the entry of the function, once all roots are known: `struct aria_roots`. Without a call: LLVM puts the end of the
   * prologue before the first one, and a debugger would stop there.
   */
  push(): void {
    if (this.#record === undefined) return;
    const { builder, code, home } = this.fc;
    for (const { slot, type, filled } of this.#roots) if (!filled) this.fc.zero(slot, home.layout.ir(type));
    const count = this.#roots.reduce((sum, { type }) => sum + home.layout.gcOffsets(type).length, 0);
    const layout = structType([ptr, i64, arrayType(ptr, count)]);
    const record = builder.alloca(layout, 'record');
    code.store(intConstant(i64, count), code.member(layout, record, 1));
    const slots = code.member(layout, record, 2);
    let first = 0;
    for (const { slot, type } of this.#roots) {
      const before = first;
      first += forEachPointer(home, builder, slot, type, (address, index) => {
        const place = code.binary('add', index, intConstant(i64, before));
        code.store(address, code.element(ptr, slots, place));
      });
    }
    code.store(record, this.#record);
    code.store(code.load(ptr, home.rootChain), record);
    code.store(record, home.rootChain);
  }
}

/** Writes code for each gc pointer of a value, which gets its address and number; gives how many there are. */
export function forEachPointer(
  home: ModuleContext,
  builder: FunctionBuilder,
  slot: Value,
  type: AriaType,
  visit: (address: Value, index: Value) => void,
): number {
  const { code } = builder;
  const offsets = home.layout.gcOffsets(type);
  if (offsets.length < manyPointers) {
    offsets.forEach((offset, index) => {
      visit(code.element(i8, slot, offset), intConstant(i64, index));
    });
  } else pointerLoop(home, builder, slot, offsets, visit);
  return offsets.length;
}

function pointerLoop(
  home: ModuleContext,
  builder: FunctionBuilder,
  slot: Value,
  offsets: readonly number[],
  visit: (address: Value, index: Value) => void,
): void {
  const code: Code = builder.code;
  const table = home.table(offsets, 'offsets');
  const before = code.block;
  const round = builder.block('pointers');
  const after = builder.block('after');
  code.br(round);
  code.moveTo(round);
  const index = code.phi(i64, [[intConstant(i64, 0), before]]);
  const offset = code.load(i32, code.element(i32, table, index));
  visit(code.element(i8, slot, code.cast('zext', offset, i64)), index);
  const next = code.binary('add', index, intConstant(i64, 1));
  index.addIncoming(next, code.block);
  code.condBr(code.icmp('ult', next, intConstant(i64, offsets.length)), round, after);
  code.moveTo(after);
}
