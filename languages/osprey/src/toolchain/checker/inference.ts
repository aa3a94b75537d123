// What all parts of the inference share: names in scope, the body and the effects around, and what is wrong.

import type { Problems, Span } from '@sonde/native-compiler';
import type { EffectName, FunctionTree, Name, TypeTree } from '../syntax/tree.js';
import type { Arithmetic } from './arithmetic.js';
import { freshRows, substitute } from './instantiate.js';
import type { CheckedMatch } from './exhaustiveness.js';
import type { Observer } from './meanings.js';
import type {
  Body,
  DeclaredType,
  Effect,
  ExternFunction,
  Operation,
  TypedExpression,
  TypedFunction,
  Variable,
  Variant,
} from './typed-program.js';
import {
  builtInTypes,
  flatRow,
  labelNames,
  prune,
  typeName,
  type FunctionType,
  type Row,
  type Type,
  type TypeVariable,
} from './types.js';
import * as plainTypes from './types.js';
import { Mismatch, Unifier } from './unify.js';

/** A function of the file level; before its group is inferred it has one type only, behind that it is generic. */
export interface FunctionEntry {
  readonly tree: FunctionTree;
  readonly typed: TypedFunction;
  readonly type: FunctionType;
  generalised: boolean;
  /** Type arguments of uses before that, which are the parameters themselves. */
  readonly earlyUses: TypeVariable[][];
}

export interface ArmContext {
  readonly operation: Operation;
  /** What the whole `handle` gives. */
  readonly whole: Type;
  readonly resumes: boolean;
}

export interface Scope {
  readonly names: Map<string, Variable>;
  readonly outer: Scope | undefined;
}

/** Plain types by name, which are single objects. */
const plain = new Map<string, Type>(
  [
    plainTypes.intType,
    plainTypes.floatType,
    plainTypes.stringType,
    plainTypes.boolType,
    plainTypes.unitType,
    plainTypes.mathError,
    plainTypes.errorType,
    plainTypes.anyType,
  ].map(type => [type.name, type]),
);

export class Inference {
  readonly types = new Map<string, DeclaredType>();
  readonly aliases = new Map<string, { readonly parameters: readonly Name[]; readonly type: TypeTree }>();
  readonly variants = new Map<string, Variant>();
  readonly effects = new Map<string, Effect>();
  readonly functions = new Map<string, FunctionEntry>();
  readonly externs = new Map<string, ExternFunction>();
  readonly unifier = new Unifier(this);
  readonly pending: Arithmetic[] = [];
  readonly matches: CheckedMatch[] = [];
  scope: Scope;
  body: Body;
  /** Where values of modules are made. */
  readonly constants: Body = { kind: 'main', outer: undefined, captures: new Set() };
  row: Row = { labels: new Map(), tail: undefined };
  arm: ArmContext | undefined;
  /** Type parameters that are in scope by name. */
  typeParameters: ReadonlyMap<string, Type> = new Map();
  usesTests = false;
  #variables = 0;

  constructor(
    readonly problems: Problems,
    /** Hears what names mean, where somebody asks for it. */
    readonly observer?: Observer,
  ) {
    this.scope = { names: new Map(), outer: undefined };
    this.body = { kind: 'main', outer: undefined, captures: new Set() };
  }

  fresh(): TypeVariable {
    return this.unifier.fresh();
  }

  error(at: Span, message: string, hint?: string): void {
    this.problems.error(at, message, hint);
  }

  /** A node where there is nothing: the program is refused, and the rest of it still looked at. */
  nothing(at: Span): TypedExpression {
    return { kind: 'unit', type: this.fresh(), at };
  }

  /** `expected` is what the place wants. */
  expect(expected: Type, found: Type, at: Span, what = ''): void {
    try {
      this.unifier.unify(expected, found);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.mismatch(expected, found, at, what, error.message);
    }
  }

  /** The value as the place wants it: where that is any value, only its text is kept. */
  fitted(expected: Type, typed: TypedExpression, at: Span, what = ''): TypedExpression {
    const isAny = (type: Type): boolean => prune(type) === plainTypes.anyType;
    if (isAny(expected) && !isAny(typed.type))
      return { kind: 'erase', value: typed, type: plainTypes.anyType, at: typed.at };
    this.expect(expected, typed.type, at, what);
    return typed;
  }

  mismatch(expected: Type, found: Type, at: Span, what: string, reason: string): void {
    const names = new Map<number, string>();
    const [wanted, given] = [typeName(expected, names), typeName(found, names)];
    // What a generic function asks of its arguments says more than two types.
    if (/^(?:there is no field|it )/.test(reason)) {
      const lack = reason.replace(/^there is no field/, 'has no field').replace(/^it /, '');
      this.error(at, `${what}a value of type ${given} ${lack}`);
      return;
    }
    const why = reason === '' ? '' : ` (${reason})`;
    const isResult = (type: Type): boolean => plainTypes.isNamed(type, 'Result');
    const hint =
      isResult(found) !== isResult(expected)
        ? 'A Result is opened with match, or with ?: and another value.'
        : undefined;
    this.error(at, `${what}type mismatch: cannot unify ${wanted} with ${given}${why}`, hint);
  }

  /** Runs what may not fit, and says so in these words. */
  attempt(at: Span, words: (reason: string) => string, act: () => void, hint?: string): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.error(at, words(error.message), hint);
    }
  }

  variable(name: string, type: Type, at: Span, mutable = false): Variable {
    return { id: ++this.#variables, name, type, at, mutable, home: this.body, isGlobal: false };
  }

  declare(variable: Variable): Variable {
    this.scope.names.set(variable.name, variable);
    this.observer?.means(variable.at, { kind: 'variable', variable });
    return variable;
  }

  /** What inner bodies use of outer ones, all bodies between them capture; functions read the file level as globals. */
  lookup(name: string): Variable | undefined {
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.outer) {
      const variable = scope.names.get(name);
      if (variable === undefined) continue;
      this.#capture(variable);
      return variable;
    }
    return undefined;
  }

  #capture(variable: Variable): void {
    const crossed: Body[] = [];
    for (let body: Body | undefined = this.body; body !== variable.home; body = body.outer) {
      if (body === undefined) {
        variable.isGlobal = true;
        return;
      }
      crossed.push(body);
    }
    for (const body of crossed) body.captures.add(variable);
  }

  scoped<T>(read: () => T): T {
    this.scope = { names: new Map(), outer: this.scope };
    try {
      return read();
    } finally {
      this.scope = this.scope.outer!;
    }
  }

  /** In a body of its own, with effects of its own. */
  inBody<T>(body: Body, row: Row, read: () => T): T {
    const [outerBody, outerRow] = [this.body, this.row];
    [this.body, this.row] = [body, row];
    try {
      return this.scoped(read);
    } finally {
      [this.body, this.row] = [outerBody, outerRow];
    }
  }

  /** Functions of the file level do not stand in anything: what they use of it is global. */
  newBody(kind: Body['kind']): Body {
    return { kind, outer: kind === 'function' ? undefined : this.body, captures: new Set() };
  }

  /** What a use of a function may do must be allowed here. */
  performs(effects: Row, at: Span): void {
    const labels = labelNames(flatRow(effects).labels)
      .map(label => `\`${label}\``)
      .join(', ');
    this.attempt(
      at,
      () => `unhandled effect ${labels}: nothing around this handles or declares it`,
      () => this.unifier.unifyRows(effects, this.row),
      'Add a matching `handle`, or declare the effect behind the result of the function: !Name.',
    );
  }

  instantiate(
    type: FunctionType,
    parameters: readonly TypeVariable[],
  ): { readonly type: FunctionType; readonly typeArguments: TypeVariable[] } {
    const fresh = new Map(parameters.map(parameter => [parameter, this.fresh()]));
    // Functions are generic at file level, however deep inside of another this use of one stands.
    const rows = freshRows(0, () => this.unifier.freshRow());
    for (const [parameter, own] of fresh) {
      own.needs.shown = parameter.needs.shown;
      own.needs.compared = parameter.needs.compared;
      for (const [name, field] of parameter.needs.fields)
        own.needs.fields.set(name, { ...field, type: substitute(field.type, fresh, rows) });
    }
    const made = substitute(type, fresh, rows) as FunctionType;
    return { type: this.opened(made), typeArguments: [...fresh.values()] };
  }

  /** What a function declares is what it may do at most; its user may do more. */
  opened(type: FunctionType): FunctionType {
    const { labels, tail } = flatRow(type.effects);
    return tail === undefined ? { ...type, effects: this.unifier.openRow(labels) } : type;
  }

  /** The type that is written there. `letters`: single letters are variables of the library. */
  resolve(tree: TypeTree, letters?: Map<string, TypeVariable>, row?: Row): Type {
    if (tree.kind === 'function') {
      const parameters = tree.parameters.map(parameter => this.resolve(parameter, letters, row));
      const effects =
        row ?? (tree.effects === undefined ? this.unifier.openRow() : this.declaredRow(tree.effects));
      return { kind: 'function', parameters, result: this.resolve(tree.result, letters, row), effects };
    }
    const { name, args, at } = tree;
    const parameter = this.typeParameters.get(name);
    if (parameter !== undefined) return parameter;
    if (letters !== undefined && name.length === 1) return this.#letter(name, letters);
    const declared = this.types.get(name);
    if (declared !== undefined) this.observer?.means(at, { kind: 'type', declared });
    const wanted =
      declared?.parameters.length ??
      this.aliases.get(name)?.parameters.length ??
      (Object.hasOwn(builtInTypes, name) ? builtInTypes[name] : undefined);
    if (wanted === undefined) {
      this.observer?.unknown(at, 'type', this.scope);
      const later = name === 'GpuBuffer';
      this.error(at, later ? `the type ${name} is not supported yet` : `unknown type \`${name}\``);
      return this.fresh();
    }
    if (args.length !== wanted) {
      this.error(
        at,
        `\`${name}\` takes ${wanted} type argument${wanted === 1 ? '' : 's'}, not ${args.length}`,
      );
      return this.fresh();
    }
    const resolved = args.map(argument => this.resolve(argument, letters, row));
    if (this.aliases.has(name)) return this.expandAlias(name, resolved, at);
    return plain.get(name) ?? { kind: 'named', name, args: resolved };
  }

  readonly #expanding = new Set<string>();

  /** What the name stands for, with these type arguments. */
  expandAlias(name: string, args: readonly Type[], at: Span): Type {
    const { parameters, type } = this.aliases.get(name)!;
    if (this.#expanding.has(name)) {
      this.error(at, `the type \`${name}\` would be another name for itself`);
      return this.fresh();
    }
    const outer = this.typeParameters;
    this.#expanding.add(name);
    this.typeParameters = new Map(parameters.map(({ text }, nth) => [text, args[nth]!]));
    try {
      return this.resolve(type);
    } finally {
      this.typeParameters = outer;
      this.#expanding.delete(name);
    }
  }

  #letter(name: string, letters: Map<string, TypeVariable>): TypeVariable {
    let variable = letters.get(name);
    if (variable === undefined) letters.set(name, (variable = this.fresh()));
    if (name === 'S' || name === 'R') variable.needs.shown = true;
    if (name === 'E') variable.needs.compared = 'equal';
    return variable;
  }

  declaredRow(names: readonly EffectName[]): Row {
    const labels = new Map<string, readonly Type[]>();
    for (const name of names) {
      const effect = this.effects.get(name.text);
      if (effect === undefined) {
        this.error(name.at, `unknown effect \`${name.text}\``);
        labels.set(name.text, []);
      } else {
        this.observer?.means(name.at, { kind: 'effect', effect });
        labels.set(name.text, this.effectArguments(effect, name));
      }
    }
    return { labels, tail: undefined };
  }

  /** As they are written, or to be found out. */
  effectArguments({ parameters }: Effect, { text, args, at }: EffectName): readonly Type[] {
    if (args !== undefined && args.length !== parameters.length)
      this.error(at, `\`${text}\` takes ${parameters.length} type argument(s), got ${args.length}`);
    return parameters.map((_, nth) => (args?.[nth] === undefined ? this.fresh() : this.resolve(args[nth])));
  }

  /** Known by now, or a variable. */
  known(type: Type): Type {
    return prune(type);
  }
}
