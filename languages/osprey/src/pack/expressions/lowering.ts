// Osprey's expressions lowered to expression programs, so that no back end has to know the language.

import type { Expression, Failure, TypeId } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { build } from '@sonde/lens';
import { isUpper } from '../../toolchain/syntax/token-cursor.js';
import type { ExpressionTree, StatementTree } from '../../toolchain/syntax/tree.js';
import { Calls, keyIn } from './calls.js';
import { Elements } from './elements.js';
import { Matches } from './matches.js';
import { NewValues } from './new-values.js';
import { Operators } from './operators.js';
import { Parts, type Lowered, type Tree } from './parts.js';
import { programNamesAt } from './program-names.js';
import { refused } from './refusals.js';

export class Lowering {
  readonly #parts: Parts;
  readonly #operators: Operators;
  readonly #elements: Elements;
  readonly #values: NewValues;
  readonly #calls: Calls;
  readonly #matches: Matches;
  /** What patterns and lets of the expression itself have bound. */
  #bound: ReadonlyMap<string, Expression> = new Map();

  constructor(context: ExpressionContext) {
    const lower = (tree: ExpressionTree): Expression => this.lower(tree);
    this.#parts = new Parts(context);
    this.#operators = new Operators(this.#parts, lower);
    this.#elements = new Elements(this.#parts, (text, wanted) => this.#operators.sameBytes(text, wanted));
    this.#values = new NewValues(this.#parts, lower);
    this.#calls = new Calls(this.#parts, lower, this.#operators, this.#elements, this.#values);
    this.#matches = new Matches(this.#parts, this.#operators, this.#elements, (tree, names) =>
      this.#with(names, () => this.lower(tree)),
    );
  }

  /** Fails with the reason where arithmetic does. */
  lower(tree: ExpressionTree): Expression {
    const { value, failed, why = 'it failed' } = this.#outcome(tree);
    return failed === undefined ? value : build.select(failed, build.fail(why, value.type), value);
  }

  /** As a place of this type holds it. */
  lowerFor(tree: ExpressionTree, type: TypeId): Expression {
    return this.#values.owned(this.#values.fitting(tree, type, 'this'));
  }

  /** Puts a value to a place of the program. */
  assignment(target: ExpressionTree, value: ExpressionTree): Expression {
    const place = this.lower(target);
    if (place.op !== 'read' && place.op !== 'field')
      throw refused(target.at, 'only variables and fields can be given another value');
    return build.assign(place, this.lowerFor(value, place.type), place.type);
  }

  #with<T>(names: ReadonlyMap<string, Expression>, read: () => T): T {
    const before = this.#bound;
    this.#bound = new Map([...before, ...names]);
    try {
      return read();
    } finally {
      this.#bound = before;
    }
  }

  #outcome(tree: ExpressionTree): Lowered {
    const { types } = this.#parts;
    switch (tree.kind) {
      case 'int':
        return { value: build.constant(tree.value, types.int) };
      case 'float':
        return { value: build.constant(tree.value, types.float) };
      case 'bool':
        return { value: build.constant(tree.value, types.bool) };
      case 'string':
        return { value: this.#string(tree) };
      case 'name':
        return { value: this.#name(tree) };
      case 'field':
        return { value: this.#field(tree) };
      case 'index':
        return this.#index(tree);
      case 'unary':
        return this.#operators.unary(tree, operand => this.#outcome(operand));
      case 'binary':
        return this.#operators.binary(tree);
      case 'default':
        return { value: this.#default(tree) };
      case 'match':
        return { value: this.#matches.match(tree, this.#outcome(tree.subject)) };
      case 'block':
        return this.#block(tree);
      case 'call':
        return this.#call(tree);
      case 'record':
        if (tree.name === undefined) break;
        return { value: this.#values.constructed(tree.name.text, tree.fields, tree.at) };
      case 'update':
        return { value: this.#values.updated(tree) };
      case 'list':
        return { value: this.#values.list(tree) };
      default:
        break;
    }
    throw refused(
      tree.at,
      `${words[tree.kind] ?? tree.kind} cannot be evaluated at a stop`,
      hints[tree.kind],
    );
  }

  #name({ name, at }: Tree<'name'>): Expression {
    const bound = this.#bound.get(name);
    if (bound !== undefined) return bound;
    const found = this.#parts.context.names.lookup(name);
    if (found !== undefined) return build.read(found);
    if (isUpper(name)) return this.#values.constructed(name, [], at);
    const elsewhere = this.#global(name, at);
    if (elsewhere !== undefined) return elsewhere;
    throw refused(at, `there is no ${name} here`);
  }

  /** A value of another file of the program, of which debug information tells only there. */
  #global(name: string, at: ExpressionTree['at']): Expression | undefined {
    const program = programNamesAt(this.#parts.context);
    const meant = program?.meanings('value', name) ?? [];
    const typed = meant.flatMap(identity => {
      const type = program?.typeOfGlobal(identity);
      return type === undefined ? [] : [{ identity, type }];
    });
    const found = this.#parts.only(typed, name, one => one.identity, at);
    if (found === undefined) {
      if (meant.length > 0) throw refused(at, `${meant.join(', ')} is no value that the program keeps`);
      return undefined;
    }
    const type = this.#parts.types.named(found.type);
    if (type === undefined)
      throw refused(
        at,
        `no value of type ${found.type} was in sight so far`,
        'Only types of variables that were shown are known here.',
      );
    return build.deref(build.symbol(`osp.g.${found.identity}`, this.#parts.types.int), type);
  }

  #string({ pieces }: Tree<'string'>): Expression {
    const { text } = this.#parts.types;
    const parts = pieces.map(piece => {
      if (typeof piece === 'string') return build.constant(piece, text);
      const value = this.lower(piece);
      const { kind } = this.#parts.shape(value);
      if (kind === 'text' || kind === 'string') return this.#parts.text(value);
      if (/^(?:int|float|bool|Unit|result)$/.test(kind)) return build.format(value, text);
      throw refused(piece.at, `a value of type ${this.#parts.name(value.type)} has no text`);
    });
    const [first] = parts;
    if (first === undefined) return build.constant('', text);
    return parts.length === 1 && first.op === 'constant' ? first : build.concat(parts, text);
  }

  /** Of a record, through the address that it is. */
  #field({ target, name }: Tree<'field'>): Expression {
    const record = this.lower(target);
    const shape = this.#parts.shape(record);
    const known = shape.kind === 'record' && shape.block.fields.some(field => field.name === name.text);
    if (shape.kind === 'record' && known) return this.#parts.part(record, shape.block, name.text);
    const hint = shape.kind === 'union' ? 'Open it with match.' : undefined;
    throw refused(
      name.at,
      `a value of type ${this.#parts.name(record.type)} has no field ${name.text}`,
      hint,
    );
  }

  #index({ target, index }: Tree<'index'>): Lowered {
    const whole = this.lower(target);
    const shape = this.#parts.shape(whole);
    if (shape.kind === 'map') return this.#elements.ofMap(whole, shape.block, keyIn(index, index.at));
    if (shape.kind !== 'list') throw refused(target.at, 'only lists and maps have elements');
    const at = this.lower(index);
    if (this.#parts.shape(at).kind !== 'int') throw refused(index.at, 'an index is an int');
    return this.#elements.ofList(whole, shape.block, at);
  }

  #call({ callee, args, names, at }: Tree<'call'>): Lowered {
    if (names !== undefined)
      throw refused(
        names[0]!.at,
        'arguments have no names here',
        'Write them in the order of the parameters.',
      );
    if (callee.kind !== 'name') return { value: this.#calls.value(this.lower(callee), args, at) };
    const { name } = callee;
    if (this.#bound.has(name) || this.#parts.context.names.lookup(name) !== undefined)
      return { value: this.#calls.value(this.lower(callee), args, at) };
    if (isUpper(name) && name !== 'Channel') return { value: this.#values.constructed(name, args, at) };
    const called = this.#calls.function(name, args, at);
    if (called !== undefined) return { value: called };
    if (name === 'toString' && args.length === 1)
      return { value: this.#string({ kind: 'string', pieces: args, at }) };
    const known = this.#calls.builtIn(name, args, at);
    if (known !== undefined) return known;
    throw this.#noFunction(name, callee.at);
  }

  #noFunction(name: string, at: ExpressionTree['at']): Failure {
    const meant = programNamesAt(this.#parts.context)?.meanings('value', name);
    if (meant === undefined || meant.length > 0)
      return refused(
        at,
        `there is no function ${meant?.join(' or ') ?? name} in the program`,
        'Functions that the program never uses are not part of it.',
      );
    return refused(at, `no file of the program declares a function ${name}`);
  }

  /** `?:` of arithmetic, and of a Result of the program. */
  #default({ value, fallback, at }: Tree<'default'>): Expression {
    const { value: given, failed } = this.#outcome(value);
    const otherwise = this.lower(fallback);
    const parts = this.#parts;
    if (failed !== undefined) {
      const [wanted, other] = parts.alike(given, otherwise, at);
      return build.select(failed, other, wanted);
    }
    const shape = parts.shape(given);
    if (shape.kind !== 'result') return given;
    return parts.bindings.bind(given, whole =>
      parts.choice(
        parts.isZero(parts.part(whole, shape.block, 'disc')),
        parts.part(whole, shape.block, 'value'),
        otherwise,
        at,
      ),
    );
  }

  /** Its lets, and the value of its last expression. */
  #block({ statements, at }: Tree<'block'>): Lowered {
    const [first, ...rest] = statements;
    if (first === undefined) throw refused(at, 'an empty block has no value');
    if (rest.length === 0) {
      if (first.kind !== 'expression') throw onlyLets(first);
      return this.#outcome(first.expression);
    }
    if (first.kind !== 'let') throw onlyLets(first);
    const value = this.#parts.bindings.bind(this.lower(first.value), bound =>
      this.#with(new Map([[first.name.text, bound]]), () =>
        this.lower({ kind: 'block', statements: rest, at }),
      ),
    );
    return { value };
  }

  /** Names of fields, for completions. */
  fieldsOf(tree: ExpressionTree): readonly string[] {
    const shape = this.#parts.shape(this.lower(tree));
    return shape.kind === 'record' ? shape.block.fields.map(({ name }) => name) : [];
  }
}

const onlyLets = ({ at }: StatementTree): Failure =>
  refused(at, 'only lets and a value at the end are evaluated in a block');

const words: Partial<Record<ExpressionTree['kind'], string>> = {
  lambda: 'a lambda',
  map: 'a map',
  record: 'a record without a name',
  unit: '()',
};

const needsThreads = 'The fibers of the program do not run at a stop.';
const hints: Partial<Record<ExpressionTree['kind'], string>> = {
  lambda: 'Call a function of the program instead.',
  perform: 'Its handler may change or end the program.',
  handle: 'Its handler would become a part of the program.',
  spawn: needsThreads,
  await: needsThreads,
  send: needsThreads,
  recv: needsThreads,
};
