// Types as they are written to types as data.

import type { TypeTree } from '../syntax/tree.js';
import { sessionType } from './debug-sessions.js';
import { foldInteger, type ConstantLookup } from './fold.js';
import { CheckMistake } from './mistake.js';
import type { ProgramNames, StructFacts } from './program-names.js';
import type { Variable } from './typed-program.js';
import {
  one,
  arrayType,
  builtinTypes,
  enumType,
  functionType,
  futureType,
  gcType,
  pointerType,
  referenceType,
  resultType,
  structType,
  wildType,
  type AriaType,
} from './types.js';

/** A value of one type has to fit the stack of a program. */
const largestType = 8 * 1024 * 1024;

export interface VariableType {
  readonly type: AriaType;
  readonly word: Variable['word'];
  readonly readThrough: boolean;
}

export class TypeResolver {
  constructor(
    private readonly names: ProgramNames,
    private readonly constant: ConstantLookup,
  ) {}

  /** The type of a variable or parameter: memory words and `$` make its name stand for what it points to. */
  variable(tree: TypeTree, length?: number): VariableType {
    if (tree.kind === 'reference') {
      return { type: referenceType(this.#value(tree.target)), word: 'plain', readThrough: true };
    }
    if (tree.kind !== 'memory') {
      return { type: this.#value(tree, length), word: 'plain', readThrough: false };
    }
    const { word, target } = tree;
    if (word === 'stack') return { type: this.#value(target, length), word, readThrough: false };
    const readThrough = word === 'wild' && target.kind !== 'pointer';
    return { type: this.#memory(tree, length), word, readThrough };
  }

  /** The type of a field, an element, a result: no reference, no void. */
  value(tree: TypeTree): AriaType {
    return this.#value(tree);
  }

  /** `void` is a type only here. */
  result(tree: TypeTree): AriaType {
    return tree.kind === 'named' && tree.name === 'void' ? builtinTypes.get('void')! : this.#value(tree);
  }

  #value(tree: TypeTree, length?: number): AriaType {
    const type = this.#resolve(tree, length);
    if (type.kind === 'void') {
      throw new CheckMistake(tree.at, 'nothing can be of type void', 'Only a function can give void.');
    }
    if (sizeOf(type, this.names) > largestType) {
      throw new CheckMistake(tree.at, `${one(type)} is too large`, 'Allocate it: aria.alloc<T>(count).');
    }
    return type;
  }

  #resolve(tree: TypeTree, length?: number): AriaType {
    switch (tree.kind) {
      case 'named':
        return this.#named(tree);
      case 'pointer':
        return pointerType(this.#value(tree.target));
      case 'reference':
        throw new CheckMistake(
          tree.at,
          'a reference can only be a variable or a parameter',
          `A pointer may stand here: write @ in place of $.`,
        );
      case 'array':
        return arrayType(this.#value(tree.element), this.#length(tree, length));
      case 'result':
        return resultType(this.result(tree.value));
      case 'future':
        return futureType(this.result(tree.value));
      case 'function': {
        const parameters = tree.parameters.map(part =>
          part.kind === 'reference' ? referenceType(this.#value(part.target)) : this.#value(part),
        );
        return functionType(parameters, this.result(tree.result));
      }
      case 'memory':
        return tree.word === 'stack' ? this.#value(tree.target, length) : this.#memory(tree, length);
    }
  }

  #named(tree: Extract<TypeTree, { kind: 'named' }>): AriaType {
    const builtin = builtinTypes.get(tree.name);
    if (builtin) return builtin;
    if (this.names.structs.has(tree.name)) return structType(tree.name);
    if (this.names.enums.has(tree.name)) return enumType(tree.name);
    const session = tree.name === 'debug' ? sessionType(this.names) : undefined;
    if (session) return session;
    throw new CheckMistake(
      tree.at,
      `there is no type ${tree.name}`,
      `Declare it: const ${tree.name} = struct { … };`,
    );
  }

  #memory(tree: Extract<TypeTree, { kind: 'memory' }>, length?: number): AriaType {
    const { word, target } = tree;
    if (word === 'gc') {
      const type = this.#value(target, length);
      if (type.kind === 'struct' || type.kind === 'array') return gcType(type);
      throw new CheckMistake(tree.at, `${one(type)} cannot live in the gc heap`, 'Structs and arrays can.');
    }
    if (word === 'wild') {
      const type = this.#value(target.kind === 'pointer' ? target.target : target, length);
      if (!holdsGc(type, this.names)) return wildType(type);
      throw new CheckMistake(
        tree.at,
        `wild memory cannot hold the gc reference in ${type.name}`,
        'The collector does not look into wild memory; it would free what is still in use.',
      );
    }
    const type = this.#value(target);
    if (type.kind === 'pointer' || type.kind === 'function') return type;
    throw new CheckMistake(
      tree.at,
      `executable memory is a pointer or a function, not ${type.name}`,
      'Write wildx int8@:code or wildx func<int64(int64)>:f.',
    );
  }

  #length(tree: Extract<TypeTree, { kind: 'array' }>, given: number | undefined): number {
    if (!tree.length) {
      if (given !== undefined) return given;
      throw new CheckMistake(
        tree.at,
        'this array needs a length',
        'Only an array literal gives it its length.',
      );
    }
    const length = foldInteger(tree.length, this.names, this.constant);
    if (length === undefined) {
      throw new CheckMistake(tree.length.at, 'the length of an array must be a constant');
    }
    if (length >= 1n && length <= BigInt(largestType)) return Number(length);
    throw new CheckMistake(tree.length.at, `an array cannot have ${length} elements`);
  }
}

/** What is known of a struct by its fields, when those it holds are known. */
export const factsOf = (types: readonly AriaType[], names: ProgramNames): StructFacts => ({
  ...structLayout(types.map(type => layout(type, names))),
  holdsGc: types.some(type => holdsGc(type, names)),
});

/** Bytes, in the natural layout; 0 for a struct whose fields are not known yet. */
function sizeOf(type: AriaType, names: ProgramNames): number {
  return layout(type, names).size;
}

function layout(type: AriaType, names: ProgramNames): { readonly size: number; readonly alignment: number } {
  const plain = (size: number) => ({ size, alignment: size });
  switch (type.kind) {
    case 'integer':
    case 'tbb':
    case 'float':
      return plain(type.bits / 8);
    case 'bool':
      return plain(1);
    case 'void':
      return { size: 0, alignment: 1 };
    case 'enum':
      return plain(4);
    case 'string':
      return { size: 16, alignment: 8 };
    case 'wild':
      return { size: 32, alignment: 8 };
    case 'pointer':
    case 'reference':
    case 'gc':
    case 'future':
    case 'function':
      return plain(8);
    case 'array': {
      const { size, alignment } = layout(type.element, names);
      return { size: size * type.length, alignment };
    }
    case 'result':
      return structLayout([plain(1), layout(type.value, names)]);
    case 'struct':
      return names.facts.get(type.name) ?? { size: 0, alignment: 1 };
  }
}

function structLayout(fields: readonly { readonly size: number; readonly alignment: number }[]) {
  const up = (offset: number, alignment: number): number => Math.ceil(offset / alignment) * alignment;
  let size = 0;
  let alignment = 1;
  for (const field of fields) {
    size = up(size, field.alignment) + field.size;
    alignment = Math.max(alignment, field.alignment);
  }
  return { size: up(size, alignment), alignment };
}

/** Whether a value of the type has a gc reference in it. */
function holdsGc(type: AriaType, names: ProgramNames): boolean {
  if (type.kind === 'gc') return true;
  if (type.kind === 'array') return holdsGc(type.element, names);
  if (type.kind === 'result') return holdsGc(type.value, names);
  return type.kind === 'struct' && names.facts.get(type.name)?.holdsGc === true;
}
