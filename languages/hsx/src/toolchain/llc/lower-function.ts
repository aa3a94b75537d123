// One function of LLVM IR, from its blocks to blocks of the machine.

import { readOperand, readOperation } from '@sonde/llvm-ir';
import type { FunctionData, InstructionData, MetadataId, Operation, VariableRecord } from '@sonde/llvm-ir';
import { CannotCompile } from './compile-problem.js';
import { emitParallelMoves, emitCondition } from './lower-control.js';
import { lowerOperation } from './lower-operation.js';
import { Lowering, type Value } from './lowering.js';
import {
  argumentRegisters,
  frameRegister,
  type Block,
  type DebugValue,
  type FrameObject,
} from './machine-code.js';
import type { MachineFunction, Register } from './machine-code.js';
import type { ModuleContext } from './module-context.js';
import { operandsOf, targetsOf } from './operand-uses.js';
import { lowerSwitch } from './lower-switch.js';

/** A variable that lies in the frame as long as the function runs. */
export interface DeclaredVariable {
  readonly variable: MetadataId;
  /** A piece of the frame, or the label of static memory. */
  readonly object: FrameObject | string;
  readonly offset: number;
  /** The frame holds its address. */
  readonly isIndirect: boolean;
}

export interface LoweredFunction {
  readonly source: FunctionData;
  readonly code: MachineFunction;
  readonly declared: readonly DeclaredVariable[];
}

interface SourceBlock {
  readonly label: string;
  readonly instructions: readonly InstructionData[];
  readonly operations: readonly Operation[];
  readonly machineLabel: number;
}

export function lowerFunction(context: ModuleContext, source: FunctionData): LoweredFunction {
  return new FunctionLowering(context, source).run();
}

class FunctionLowering {
  readonly #lowering: Lowering;
  readonly #blocks = new Map<string, SourceBlock>();
  readonly #records = new Map<string, VariableRecord[]>();
  readonly #declared: DeclaredVariable[] = [];

  constructor(
    context: ModuleContext,
    private readonly source: FunctionData,
  ) {
    this.#lowering = new Lowering(context, source, context.symbolOf(source.name).symbol);
    for (const { label, instructions } of source.blocks) {
      const operations = instructions.map(({ text }) => readOperation(text));
      this.#blocks.set(label, { label, instructions, operations, machineLabel: this.#lowering.newLabel() });
    }
    for (const record of source.variables) {
      const known = this.#records.get(record.block);
      if (known === undefined) this.#records.set(record.block, [record]);
      else known.push(record);
    }
  }

  run(): LoweredFunction {
    const lowering = this.#lowering;
    const order = this.#reachable();
    this.#takeParameters();
    for (const block of order) this.#prepare(block);
    const made = new Map<string, Block[]>();
    for (const block of order) {
      const first = lowering.result.blocks.length;
      lowering.startBlock(block.machineLabel);
      this.#lowerBlock(block);
      made.set(block.label, lowering.result.blocks.splice(first));
    }
    // In the order of the source, which is also the order that a reader of the assembly expects.
    for (const { label } of this.source.blocks) lowering.result.blocks.push(...(made.get(label) ?? []));
    return { source: this.source, code: lowering.result, declared: this.#declared };
  }

  /** In an order that has each block behind those that dominate it. */
  #reachable(): SourceBlock[] {
    const [first] = this.source.blocks;
    const order: SourceBlock[] = [];
    const seen = new Set<string>();
    const stack: { readonly block: SourceBlock; readonly targets: string[] }[] = [];
    const enter = (label: string) => {
      const block = this.#blocks.get(label);
      if (block === undefined) throw new CannotCompile(`there is no block %${label}`);
      seen.add(label);
      stack.push({ block, targets: [...targetsOf(block.operations.at(-1))] });
    };
    if (first !== undefined) enter(first.label);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const next = top.targets.pop();
      if (next === undefined) {
        order.push(top.block);
        stack.pop();
      } else if (!seen.has(next)) enter(next);
    }
    return order.reverse();
  }

  #takeParameters(): void {
    const lowering = this.#lowering;
    let index = 0;
    for (const { name, type } of this.source.parameters) {
      const words: Register[] = [];
      for (let count = lowering.wordCount(lowering.context.typeOf(type)); count > 0; count -= 1) {
        const rd = lowering.fresh();
        if (index < argumentRegisters) lowering.move(rd, 1 + index);
        else lowering.emit({ op: 'LD', rd, a: frameRegister, imm: 8 + 4 * (index - argumentRegisters) });
        words.push(rd);
        index += 1;
      }
      lowering.define(name, words);
    }
  }

  /** Registers of phis exist before anything is lowered; compares wait for the branch they decide. */
  #prepare(block: SourceBlock): void {
    const lowering = this.#lowering;
    const terminator = block.operations.at(-1);
    block.operations.forEach((operation, index) => {
      const { result } = block.instructions[index]!;
      if (result === undefined) return;
      if (operation.kind === 'phi') {
        const words = Array.from({ length: lowering.wordCount(operation.type) }, () => lowering.fresh());
        lowering.define(result, words);
      }
      const decides =
        terminator?.kind === 'branch' &&
        terminator.condition.kind === 'local' &&
        terminator.condition.name === result;
      if (operation.kind === 'compare' && decides && this.#isUsedOnce(result)) {
        lowering.deferred.set(result, operation);
      }
    });
  }

  #allUses: Map<string, number> | undefined;

  #isUsedOnce(name: string): boolean {
    if (this.#allUses === undefined) {
      this.#allUses = new Map();
      for (const { operations } of this.#blocks.values()) {
        for (const operand of operations.flatMap(operandsOf)) {
          if (operand.kind === 'local')
            this.#allUses.set(operand.name, (this.#allUses.get(operand.name) ?? 0) + 1);
        }
      }
    }
    return this.#allUses.get(name) === 1;
  }

  #lowerBlock(block: SourceBlock): void {
    const lowering = this.#lowering;
    const records = [...(this.#records.get(block.label) ?? [])];
    const isEntry = block.label === this.source.blocks[0]?.label;
    block.operations.forEach((operation, index) => {
      const tell = () => {
        while (records.length > 0 && records[0]!.before <= index) this.#record(records.shift()!);
      };
      if (operation.kind !== 'branch') tell();
      const instruction = block.instructions[index]!;
      lowering.location = instruction.location;
      if (!this.#terminate(block, operation, tell)) lowerOperation(lowering, operation, instruction, isEntry);
    });
    const last = block.operations.at(-1);
    const ends = ['jump', 'branch', 'switch', 'return', 'unreachable'];
    if (last === undefined || !ends.includes(last.kind)) {
      lowering.fail(last?.kind === 'unknown' ? unsupported(last.text) : 'the block does not end');
    }
  }

  /** `tell`: gives variables the values they have from here on. What is compared for a branch was computed before. */
  #terminate(block: SourceBlock, operation: Operation, tell: () => void): boolean {
    const lowering = this.#lowering;
    switch (operation.kind) {
      case 'jump':
        this.#moveInto(operation.target, block.label);
        lowering.emit({ op: 'JMP', label: this.#labelOf(operation.target) });
        return true;
      case 'branch': {
        const constant = lowering.constant(operation.condition);
        const [yes, no] = [operation.whenTrue, operation.whenFalse];
        if (constant !== undefined || yes === no) {
          const target = constant === 0n ? no : yes;
          tell();
          this.#moveInto(target, block.label);
          lowering.emit({ op: 'JMP', label: this.#labelOf(target) });
          return true;
        }
        const edges = this.#edges(block);
        const jump = emitCondition(lowering, operation.condition);
        tell();
        lowering.emit({ op: jump, label: edges.to(yes) });
        lowering.emit({ op: 'JMP', label: edges.to(no) });
        edges.emit();
        return true;
      }
      case 'switch': {
        const edges = this.#edges(block);
        lowerSwitch(lowering, operation, target => edges.to(target));
        edges.emit();
        return true;
      }
      case 'return':
        if (operation.value !== undefined) {
          const words = lowering.words(operation.value);
          if (words.length > 4) lowering.fail('a result of this size cannot be returned in registers');
          words.forEach((word, index) => {
            lowering.move(index, word);
          });
        }
        lowering.emit({ op: 'LEAVE' });
        return true;
      case 'unreachable':
        lowering.emit({ op: 'CALL', symbol: '__hsx_trap' });
        return true;
      default:
        return false;
    }
  }

  /** Edges out of a block with several of them; those that carry values get a block of their own. */
  #edges(from: SourceBlock) {
    const made = new Map<string, number>();
    const to = (target: string): number => {
      if (this.#phis(target).length === 0) return this.#labelOf(target);
      const known = made.get(target);
      if (known !== undefined) return known;
      const label = this.#lowering.newLabel();
      made.set(target, label);
      return label;
    };
    const emit = () => {
      for (const [target, label] of made) {
        this.#lowering.startBlock(label);
        this.#moveInto(target, from.label);
        this.#lowering.emit({ op: 'JMP', label: this.#labelOf(target) });
      }
    };
    return { to, emit };
  }

  #labelOf(name: string): number {
    return this.#blocks.get(name)?.machineLabel ?? this.#lowering.fail(`there is no block %${name}`);
  }

  #phis(label: string) {
    const block = this.#blocks.get(label);
    return (block?.operations ?? []).flatMap((operation, index) =>
      operation.kind === 'phi' ? [{ operation, result: block!.instructions[index]!.result ?? '' }] : [],
    );
  }

  #moveInto(target: string, from: string): void {
    const lowering = this.#lowering;
    const moves: { readonly to: Register; readonly from: Register }[] = [];
    const constants: { readonly to: Register; readonly value: number }[] = [];
    for (const { operation, result } of this.#phis(target)) {
      const value = lowering.values.get(result);
      const incoming = operation.incoming.find(({ block }) => block === from)?.value;
      if (value?.kind !== 'words' || incoming === undefined)
        return lowering.fail('a phi without a value for this edge');
      if (incoming.kind === 'undefined') continue;
      const isPlain = ['integer', 'float', 'null', 'zero'].includes(incoming.kind);
      const words = isPlain ? lowering.constantWords(incoming) : lowering.words(incoming);
      words.forEach((word, index) => {
        const to = value.words[index]!;
        if (isPlain) constants.push({ to, value: word });
        else moves.push({ to, from: word });
      });
    }
    emitParallelMoves(lowering, moves);
    for (const { to, value } of constants) lowering.numberInto(to, value);
  }

  #record(record: VariableRecord): void {
    const lowering = this.#lowering;
    const operand = readOperand(record.operand);
    const isPlain = /^!DIExpression\(\s*\)$/.test(record.expression);
    const value = operand.kind === 'local' ? lowering.values.get(operand.name) : undefined;
    // What was inlined belongs to a function that has no frame of its own here.
    const { locations } = lowering.context.module.debug;
    if (record.location !== undefined && locations.get(record.location)?.inlinedAt !== undefined) return;
    if (record.kind === 'declare') {
      this.#declare(record, isPlain, value);
      return;
    }
    if (record.kind !== 'value') return;
    let found: DebugValue = { kind: 'nowhere' };
    if (isPlain && value?.kind === 'words') found = { kind: 'registers', registers: value.words };
    else if (isPlain && (operand.kind === 'integer' || operand.kind === 'float' || operand.kind === 'null')) {
      found = { kind: 'constant', words: lowering.constantWords(operand) };
    }
    lowering.emit({ op: 'DEBUG', debug: { variable: record.variable, value: found } });
  }

  /** A pointer that is no place in the frame is kept in a word of it, so that the variable can be found as long as it lives. */
  #declare({ variable, expression }: VariableRecord, isPlain: boolean, value: Value | undefined): void {
    const isIndirect = /^!DIExpression\(\s*DW_OP_deref\s*\)$/.test(expression);
    if (value?.kind === 'frame' && (isPlain || isIndirect)) {
      this.#declared.push({ variable, object: value.object, offset: value.offset, isIndirect });
    } else if (value?.kind === 'symbol' && isPlain) {
      this.#declared.push({ variable, object: value.symbol, offset: value.offset, isIndirect: false });
    } else if (value?.kind === 'words' && isPlain) {
      const object = this.#lowering.newObject(4, 4);
      this.#lowering.emit({ op: 'ST', object, imm: 0, b: value.words[0] });
      this.#declared.push({ variable, object, offset: 0, isIndirect: true });
    }
  }
}

export const unsupported = (text: string): string =>
  `this instruction is not supported: ${text.replace(/^%\S+ = /, '').slice(0, 60)}`;
