// Where the next instruction goes: the block, the place in the source, and the checks that all instructions share.

import type { Block } from './block.js';
import { locationNode } from './debug/debug-unit.js';
import { expressionText, type DebugExpression } from './debug/metadata.js';
import { subprogramOf } from './debug/nodes.js';
import type { DebugLocation, DebugVariable, LocalScope } from './debug/nodes.js';
import type { FunctionBuilder } from './function.js';
import { misuse } from './misuse.js';
import { sameType, typeText, type IrType } from './types.js';
import { typedText, type Value } from './value.js';

export class Cursor {
  #block: Block;
  #location: DebugLocation | undefined;

  constructor(private readonly fn: FunctionBuilder) {
    this.#block = fn.entry;
    fn.place(fn.entry);
  }

  get block(): Block {
    return this.#block;
  }

  get location(): DebugLocation | undefined {
    return this.#location;
  }

  moveTo(block: Block): void {
    this.#requireOwnBlock(block);
    this.fn.place(block);
    this.#block = block;
  }

  locate(location: DebugLocation | undefined): void {
    if (location !== undefined) this.#requireOwnScope(location.scope);
    this.#location = location;
  }

  append(text: string): void {
    this.#block.append(this.#line(text));
  }

  /** An instruction that makes a value; one without a result makes a value of type void, which nothing takes. */
  result(type: IrType, name: string, text: string): Value {
    if (type.kind === 'void') {
      this.append(text);
      return { type, text: 'void', owner: this.fn };
    }
    const value = this.fn.newValue(type, name);
    this.append(`${value.text} = ${text}`);
    return value;
  }

  terminate(text: string, targets: readonly Block[]): void {
    for (const target of targets) this.#requireOwnBlock(target);
    this.#block.terminate(this.#line(text), targets);
  }

  /** Tells the debugger about a variable. */
  record(
    kind: 'declare' | 'value',
    variable: DebugVariable,
    value: Value,
    expression: DebugExpression,
  ): void {
    this.#requireOwnScope(variable.scope);
    const { metadata } = this.fn.home;
    // A record must lie in the scope of its variable, where the instructions around it may be elsewhere.
    const here =
      this.#location?.scope.id === variable.scope.id
        ? this.#location
        : locationNode(metadata, variable.line, 0, variable.scope);
    const parts = [typedText(value), metadata.ref(variable), expressionText(expression), metadata.ref(here)];
    this.#block.append(`    #dbg_${kind}(${parts.join(', ')})`);
  }

  expect(value: Value, type: IrType, what: string): void {
    this.own(value);
    if (!sameType(value.type, type))
      misuse(`${what} must be ${typeText(type)}, not ${typeText(value.type)} (${value.text})`);
  }

  /** A value of another function or module would be an unknown name here. */
  own({ owner, text }: Value): void {
    if (owner === undefined || owner === this.fn || owner === this.fn.home) return;
    misuse(`${text} belongs to another function or module than ${this.fn.value.text}`);
  }

  /** LLVM refuses a module in which a call could be inlined and would then have no place. */
  requireLocation(callee: string): void {
    if (this.fn.subprogram !== undefined && this.#location === undefined)
      misuse(`the call of ${callee} in ${this.fn.value.text} needs a location`);
  }

  #line(text: string): string {
    const suffix = this.#location === undefined ? '' : `, !dbg ${this.fn.home.metadata.ref(this.#location)}`;
    return `  ${text}${suffix}`;
  }

  #requireOwnBlock(block: Block): void {
    if (block.owner !== this.fn) misuse(`${block.name} is a block of another function`);
  }

  #requireOwnScope(scope: LocalScope): void {
    if (subprogramOf(scope).id === this.fn.subprogram?.id) return;
    misuse(`${this.fn.value.text} cannot have code in the scope of ${subprogramOf(scope).name}`);
  }
}
