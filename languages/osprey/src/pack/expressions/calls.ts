// Calls: functions of the program by their name, functions as values, and those of the language that only look.

import type { Expression, FunctionSignature, TypeId } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import type { Elements } from './elements.js';
import { restores, type NewValues } from './new-values.js';
import type { Operators } from './operators.js';
import type { Lowered, Parts } from './parts.js';
import { refused } from './refusals.js';
import { functionParts } from './shapes.js';

/** Functions of the runtime that take and give values as they are, by the names that the language has for them. */
const ofRuntime: Readonly<
  Record<string, readonly [symbol: string, parameters: readonly string[], result: string]>
> = {
  length: ['osp_length', ['string'], 'int'],
  isEmpty: ['osp_is_empty', ['string'], 'bool'],
  contains: ['osp_contains', ['string', 'string'], 'bool'],
  startsWith: ['osp_starts_with', ['string', 'string'], 'bool'],
  endsWith: ['osp_ends_with', ['string', 'string'], 'bool'],
  take: ['osp_take', ['string', 'int'], 'string'],
  drop: ['osp_drop', ['string', 'int'], 'string'],
  toUpperCase: ['osp_upper', ['string'], 'string'],
  toLowerCase: ['osp_lower', ['string'], 'string'],
  trim: ['osp_trim', ['string'], 'string'],
  reverse: ['osp_reverse', ['string'], 'string'],
  replace: ['osp_replace', ['string', 'string', 'string'], 'string'],
};

/** Those that would do more than give a value, or that only the compiler can write. */
const refusals: Readonly<Record<string, string>> = {
  print: 'print would write to the output of the program',
  sleep: 'sleep would stop the program',
  range: 'iterators are not made at a stop',
  map: 'iterators are not made at a stop',
  filter: 'iterators are not made at a stop',
  fold: 'iterators are not made at a stop',
  forEach: 'iterators are not made at a stop',
  forEachList: 'loops are not run at a stop',
  Channel: 'channels are not made at a stop',
};

export class Calls {
  constructor(
    private readonly parts: Parts,
    private readonly lower: (tree: ExpressionTree) => Expression,
    private readonly operators: Operators,
    private readonly elements: Elements,
    private readonly values: NewValues,
  ) {}

  /** Of a function of the program; undefined where it has none of that name. */
  function(
    written: string,
    args: readonly ExpressionTree[],
    at: ExpressionTree['at'],
  ): Expression | undefined {
    const all = this.parts.context.functions ?? [];
    const [, ...others] = this.parts.meanings('value', written);
    const isThere = (name: string): boolean => all.some(candidate => candidate.name === name);
    const name = isThere(written)
      ? written
      : this.parts.only(others.filter(isThere), written, one => one, at);
    if (name === undefined) return undefined;
    const known = all.filter(candidate => candidate.name === name);
    const given = args.map(argument => this.lower(argument));
    const target = known.find(({ parameters }) =>
      parameters.every((type, nth) => given[nth] !== undefined && this.#takes(type, given[nth])),
    );
    if (target === undefined) throw this.#misfit(name, known, given, at);
    const effects = effectsOf(target);
    if (effects !== undefined)
      throw refused(
        at,
        `${name} performs ${effects}, whose handler may change or end the program`,
        'Only functions without effects are called at a stop.',
      );
    const count = target.parameters.length;
    const passed = target.parameters.map((type, nth) =>
      this.values.owned(this.values.converted(given[nth]!, type, args[nth]!, 'the argument')),
    );
    // A function takes a closure first like all code; its own is never looked at.
    const code =
      target.symbol === undefined ? {} : { code: build.symbol(target.symbol, this.parts.types.int) };
    const result = target.result ?? this.parts.types.int;
    const value = this.#given(name, [this.parts.int(0), ...passed], result, code);
    // What the layout flavor applies to more arguments than a function takes is applied to what it gives.
    return this.#applied(value, args.slice(count), given.slice(count), at);
  }

  #takes(type: TypeId, value: Expression): boolean {
    return this.parts.name(type) === this.parts.name(value.type);
  }

  #misfit(
    name: string,
    known: readonly FunctionSignature[],
    given: readonly Expression[],
    at: ExpressionTree['at'],
  ): Error {
    const list = (types: readonly TypeId[]): string =>
      `(${types.map(type => this.parts.name(type)).join(', ')})`;
    const has = list(given.map(({ type }) => type));
    const wants = known.map(({ parameters }) => list(parameters)).join(' or ');
    const hint =
      known.length > 1
        ? 'A generic function exists for the types that the program itself uses it with.'
        : undefined;
    return refused(at, `${name} takes ${wants}, not ${has}`, hint);
  }

  /** Of a function as a value. */
  value(callee: Expression, args: readonly ExpressionTree[], at: ExpressionTree['at']): Expression {
    const given = args.map(argument => this.lower(argument));
    return this.#applied(callee, args.length === 0 ? undefined : args, given, at);
  }

  /** To all arguments, or to one after the other where it takes one. Without any it is called with none. */
  #applied(
    callee: Expression,
    args: readonly ExpressionTree[] | undefined,
    given: readonly Expression[],
    at: ExpressionTree['at'],
  ): Expression {
    if (args?.length === 0) return callee;
    const { parts } = this;
    const shape = parts.shape(callee);
    const described = functionParts(parts.context.types.get(callee.type).name);
    if (shape.kind !== 'function' || described === undefined)
      throw refused(at, `a value of type ${parts.name(callee.type)} cannot be called`);
    if (described.effects !== '')
      throw refused(
        at,
        `this function performs ${described.effects}`,
        'Only functions without effects are called at a stop.',
      );
    const count = described.parameters.length;
    if (given.length < count)
      throw refused(
        at,
        `this function takes ${count} argument${count === 1 ? '' : 's'}, not ${given.length}`,
      );
    const passed = described.parameters.map((name, nth) => {
      const type = this.#typeNamed(name, at);
      return this.values.owned(this.values.converted(given[nth]!, type, args![nth]!, 'the argument'));
    });
    const result = this.#typeNamed(described.result, at);
    const value = parts.bindings.bind(callee, closure => {
      const code = parts.part(closure, shape.block, 'code');
      return this.#given('the function', [closure, ...passed], result, { code });
    });
    return this.#applied(value, (args ?? []).slice(count), given.slice(count), at);
  }

  #typeNamed(name: string, at: ExpressionTree['at']): TypeId {
    if (name === 'Unit') return this.parts.types.int;
    const type = this.parts.types.named(name);
    if (type !== undefined) return type;
    throw refused(
      at,
      `no value of type ${name} was in sight so far`,
      'Only types of variables that were shown are known here.',
    );
  }

  /** A bool comes back as a byte of which one bit counts. */
  #given(
    callee: string,
    args: readonly Expression[],
    result: TypeId,
    more: { readonly code?: Expression },
  ): Expression {
    const { parts } = this;
    if (parts.name(result) !== 'bool') return build.call(callee, args, result, { ...more, restores });
    const byte = build.call(callee, args, parts.types.byte, { ...more, restores });
    return parts.holds.eq(parts.ints.and(byte, parts.int(1)), parts.int(1));
  }

  /** Of the language itself; undefined for a name that it has not. */
  builtIn(name: string, args: readonly ExpressionTree[], at: ExpressionTree['at']): Lowered | undefined {
    const reason = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    if (reason !== undefined) throw refused(at, reason);
    const looked = this.#looked(name, args, at);
    if (looked !== undefined) return looked;
    const known = Object.hasOwn(ofRuntime, name) ? ofRuntime[name] : undefined;
    if (known === undefined) return undefined;
    const [symbol, parameters, result] = known;
    this.#count(name, parameters.length, args, at);
    const passed = args.map((argument, nth) => {
      const type = this.parts.types.named(parameters[nth]!)!;
      return this.values.fitting(argument, type, 'the argument');
    });
    return { value: this.#given(symbol, passed, this.parts.types.named(result)!, {}) };
  }

  /** What needs no code of the program. */
  #looked(name: string, args: readonly ExpressionTree[], at: ExpressionTree['at']): Lowered | undefined {
    const { parts, elements, operators } = this;
    const value = (nth: number, wanted: string): Expression => {
      const tree = args[nth];
      if (tree === undefined) throw refused(at, `${name} takes another argument`);
      const found = this.lower(tree);
      const { kind } = parts.shape(found);
      if (kind !== wanted)
        throw refused(tree.at, `${name} takes a ${wanted} here, not a ${parts.name(found.type)}`);
      return found;
    };
    const container = (wanted: 'list' | 'map') => {
      const found = value(0, wanted);
      const shape = parts.shape(found);
      if (!('block' in shape)) throw refused(at, `${name} takes a ${wanted}`);
      return { found, block: shape.block };
    };
    switch (name) {
      case 'listLength':
      case 'mapLength': {
        const { found, block } = container(name === 'listLength' ? 'list' : 'map');
        return { value: elements.length(found, block) };
      }
      case 'listGet': {
        const { found, block } = container('list');
        return elements.ofList(found, block, value(1, 'int'));
      }
      case 'mapGet':
      case 'mapContains': {
        const { found, block } = container('map');
        const outcome = elements.ofMap(found, block, keyIn(args[1], at));
        return name === 'mapGet' ? outcome : { value: parts.holds.not(outcome.failed!) };
      }
      case 'toFloat':
        return { value: build.convert(value(0, 'int'), { kind: 'float', bits: 64 }, parts.types.float) };
      case 'intDiv':
        return operators.division(value(0, 'int'), value(1, 'int'));
      case 'checkedAdd':
      case 'checkedSub':
      case 'checkedMul': {
        const operator = { checkedAdd: '+', checkedSub: '-', checkedMul: '*' }[name];
        return operators.ofInts(operator, value(0, 'int'), value(1, 'int'));
      }
      default:
        return undefined;
    }
  }

  #count(name: string, wanted: number, args: readonly ExpressionTree[], at: ExpressionTree['at']): void {
    if (args.length !== wanted)
      throw refused(at, `${name} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}`);
  }
}

/** A key whose place in the trie is known without the program. */
export function keyIn(tree: ExpressionTree | undefined, at: ExpressionTree['at']): string | bigint {
  if (tree?.kind === 'int') return tree.value;
  if (tree?.kind === 'string' && tree.pieces.every(piece => typeof piece === 'string'))
    return tree.pieces.join('');
  throw refused(tree?.at ?? at, 'a key has to be written out here', 'Expand the map to see all its entries.');
}

/** The compiler puts the effects of a function behind its symbol, since debug information has no word for them. */
const effectsOf = ({ symbol = '' }: FunctionSignature): string | undefined => /!(.+)$/.exec(symbol)?.[1];
