// Gives every name of a program its whole path, so that what modules declare can stand together without them.

import { spanning, type Span } from '@sonde/front-end';
import { isUpper } from '../syntax/token-cursor.js';
import type {
  BlockTree,
  CallTree,
  EffectName,
  EffectTree,
  ExpressionTree,
  ExternTree,
  FunctionTree,
  LambdaTree,
  LetTree,
  Name,
  ParameterTree,
  PatternTree,
  StatementTree,
  TypeDeclarationTree,
  TypeTree,
} from '../syntax/tree.js';
import { resolve, type Place } from './name-resolution.js';
import type { Member, ProgramScopes, Space } from './scopes.js';

/** Names that are bound where an expression stands. */
interface Locals {
  readonly names: ReadonlySet<string>;
  readonly outer: Locals | undefined;
}

const nothing: Locals = { names: new Set(), outer: undefined };

const isLocal = (locals: Locals | undefined, name: string): boolean =>
  locals !== undefined && (locals.names.has(name) || isLocal(locals.outer, name));

const within = (locals: Locals, names: Iterable<string>): Locals => ({
  names: new Set(names),
  outer: locals,
});

/** In one contribution: what stands there is renamed by what is seen from there. */
export class Renamer {
  #types: Locals = nothing;
  /** The handlers whose arms this stands in, by the effects they handle. */
  #arms: readonly string[] = [];

  constructor(
    private readonly scopes: ProgramScopes,
    private readonly place: Place,
  ) {}

  // Declarations

  function(tree: FunctionTree): FunctionTree {
    return this.#withTypes(tree.typeParameters, () => ({
      ...this.#signature(tree),
      name: this.#declared(tree.name),
      body: this.expression(tree.body, within(nothing, tree.parameters.map(parameterName))),
    }));
  }

  /** The types that a function is declared with. */
  #signature(tree: FunctionTree): FunctionTree {
    return {
      ...tree,
      parameters: this.#parameters(tree.parameters),
      ...(tree.result === undefined ? {} : { result: this.type(tree.result) }),
      ...(tree.effects === undefined ? {} : { effects: this.effects(tree.effects) }),
    };
  }

  let(tree: LetTree): LetTree {
    return {
      ...tree,
      name: this.#declared(tree.name),
      value: this.expression(tree.value),
      ...(tree.type === undefined ? {} : { type: this.type(tree.type) }),
    };
  }

  /** C knows it by the name it has in the source. */
  extern(tree: ExternTree): ExternTree {
    return {
      ...tree,
      name: this.#declared(tree.name),
      symbol: tree.name.text,
      parameters: this.#parameters(tree.parameters),
      ...(tree.result === undefined ? {} : { result: this.type(tree.result) }),
    };
  }

  typeDeclaration(tree: TypeDeclarationTree): TypeDeclarationTree {
    return this.#withTypes(tree.parameters, () => ({
      ...tree,
      name: this.#declared(tree.name),
      ...(tree.alias === undefined ? {} : { alias: this.type(tree.alias) }),
      variants: tree.variants.map(variant => ({
        ...variant,
        name: this.#declared(variant.name),
        fields: variant.fields.map(field => ({ ...field, type: this.type(field.type) })),
      })),
    }));
  }

  effect(tree: EffectTree): EffectTree {
    return this.#withTypes(tree.parameters, () => ({
      ...tree,
      name: this.#declared(tree.name),
      operations: tree.operations.map(operation => ({
        ...operation,
        parameters: operation.parameters.map(parameter => this.type(parameter)),
        result: this.type(operation.result),
      })),
    }));
  }

  #declared({ text, at }: Name): Name {
    return { text: this.place.scope.identity(text), at };
  }

  // Names

  #renamed(space: Space, name: Name): Name {
    const member = resolve(this.scopes, this.place, space, name);
    return member === undefined ? name : { text: member.identity, at: name.at };
  }

  /** A variable, a function or a constructor. */
  #value(name: string, at: Span): { readonly name: string; readonly member?: Member } {
    const space = isUpper(name) ? 'constructor' : 'value';
    const member = resolve(this.scopes, this.place, space, { text: name, at });
    if (member === undefined) return { name };
    this.#guardState(member, at);
    return { name: member.identity, member };
  }

  /** Cells of a state module belong to the arms of its own handlers. */
  #guardState({ tree, owner, name }: Member, at: Span): void {
    if (tree.kind !== 'let' || !tree.mutable || owner.tree?.state !== true) return;
    const owned = this.#arms.some(effect => effect.startsWith(`${owner.path}::`));
    if (owned && this.place.scope.isInside(owner)) return;
    this.scopes.problems.error(
      at,
      `the state \`${name.text}\` of ${owner.what} is touched only in the arms of its own handlers`,
      'Perform an operation of its effect instead.',
    );
  }

  // Types

  #withTypes<T>(parameters: readonly Name[], read: () => T): T {
    const outer = this.#types;
    this.#types = within(
      outer,
      parameters.map(({ text }) => text),
    );
    try {
      return read();
    } finally {
      this.#types = outer;
    }
  }

  type(tree: TypeTree): TypeTree {
    if (tree.kind === 'function')
      return {
        ...tree,
        parameters: tree.parameters.map(parameter => this.type(parameter)),
        result: this.type(tree.result),
        ...(tree.effects === undefined ? {} : { effects: this.effects(tree.effects) }),
      };
    const args = tree.args.map(argument => this.type(argument));
    if (isLocal(this.#types, tree.name)) return { ...tree, args };
    return { ...tree, args, name: this.#renamed('type', { text: tree.name, at: tree.at }).text };
  }

  effects(names: readonly EffectName[]): readonly EffectName[] {
    return names.map(name => this.#effect(name));
  }

  #effect(name: EffectName): EffectName {
    const { text, at } = this.#renamed('effect', name);
    return name.args === undefined
      ? { text, at }
      : { text, at, args: name.args.map(part => this.type(part)) };
  }

  #parameters(parameters: readonly ParameterTree[]): readonly ParameterTree[] {
    return parameters.map(({ name, type }) =>
      type === undefined ? { name } : { name, type: this.type(type) },
    );
  }

  /** In a signature, with type parameters of its own. */
  promised(parameters: readonly Name[], type: TypeTree): TypeTree {
    return this.#withTypes(parameters, () => this.type(type));
  }

  // Expressions

  expression(tree: ExpressionTree, locals: Locals = nothing): ExpressionTree {
    const inside = (part: ExpressionTree): ExpressionTree => this.expression(part, locals);
    switch (tree.kind) {
      case 'int':
      case 'float':
      case 'bool':
      case 'unit':
        return tree;
      case 'string':
        return {
          ...tree,
          pieces: tree.pieces.map(piece => (typeof piece === 'string' ? piece : inside(piece))),
        };
      case 'name':
        return isLocal(locals, tree.name) ? tree : { ...tree, name: this.#value(tree.name, tree.at).name };
      case 'call':
        return this.#call(tree, locals);
      case 'field':
        return { ...tree, target: inside(tree.target) };
      case 'index':
        return { ...tree, target: inside(tree.target), index: inside(tree.index) };
      case 'unary':
        return { ...tree, operand: inside(tree.operand) };
      case 'binary':
        return { ...tree, left: inside(tree.left), right: inside(tree.right) };
      case 'default':
        return { ...tree, value: inside(tree.value), fallback: inside(tree.fallback) };
      case 'match':
        return {
          ...tree,
          subject: inside(tree.subject),
          arms: tree.arms.map(({ pattern, body, at }) => {
            const fitted = this.#pattern(pattern);
            // Both branches of an `if` share a place with the pattern that nobody wrote.
            return { pattern: fitted, body: this.expression(body, within(locals, boundBy(pattern))), at };
          }),
        };
      case 'lambda':
        return this.#lambda(tree, locals);
      case 'block':
        return this.#block(tree, locals);
      case 'list':
        return { ...tree, items: tree.items.map(inside) };
      case 'map':
        return {
          ...tree,
          entries: tree.entries.map(({ key, value }) => ({ key: inside(key), value: inside(value) })),
        };
      case 'record': {
        const fields = tree.fields.map(({ name, value }) => ({ name, value: inside(value) }));
        if (tree.name === undefined) return { ...tree, fields };
        const typeArguments = tree.typeArguments?.map(argument => this.type(argument));
        return {
          ...tree,
          name: this.#renamed('constructor', tree.name),
          fields,
          ...(typeArguments === undefined ? {} : { typeArguments }),
        };
      }
      case 'update':
        return {
          ...tree,
          target: inside(tree.target),
          fields: tree.fields.map(({ name, value }) => ({ name, value: inside(value) })),
        };
      case 'spawn':
        return { ...tree, body: this.#apart(() => inside(tree.body)) };
      case 'await':
        return { ...tree, fiber: inside(tree.fiber) };
      case 'yield':
      case 'resume':
        return tree.value === undefined ? tree : { ...tree, value: inside(tree.value) };
      case 'send':
        return { ...tree, channel: inside(tree.channel), value: inside(tree.value) };
      case 'recv':
        return { ...tree, channel: inside(tree.channel) };
      case 'perform':
        return { ...tree, effect: this.#effect(tree.effect), args: tree.args.map(inside) };
      case 'handle':
        return this.#handle(tree, locals);
    }
  }

  /** Lambdas and fibers may run when the handler is gone. */
  #apart<T>(read: () => T): T {
    const arms = this.#arms;
    this.#arms = [];
    try {
      return read();
    } finally {
      this.#arms = arms;
    }
  }

  #handle(tree: Extract<ExpressionTree, { kind: 'handle' }>, locals: Locals): ExpressionTree {
    const effect = this.#effect(tree.effect);
    const outer = this.#arms;
    this.#arms = [...outer, effect.text];
    const arms = tree.arms.map(arm => ({
      ...arm,
      body: this.expression(
        arm.body,
        within(
          locals,
          arm.parameters.map(({ text }) => text),
        ),
      ),
    }));
    this.#arms = outer;
    return { ...tree, effect, arms, body: this.expression(tree.body, locals) };
  }

  #lambda(tree: LambdaTree, locals: Locals): LambdaTree {
    return {
      ...tree,
      parameters: this.#parameters(tree.parameters),
      body: this.#apart(() => this.expression(tree.body, within(locals, tree.parameters.map(parameterName)))),
      ...(tree.result === undefined ? {} : { result: this.type(tree.result) }),
    };
  }

  /** Each name is bound from its statement on; a function may call itself. */
  #block(tree: BlockTree, locals: Locals): BlockTree {
    const names = new Set<string>();
    const inside: Locals = { names, outer: locals };
    const statements = tree.statements.map((statement): StatementTree => {
      switch (statement.kind) {
        case 'let': {
          const value = this.expression(statement.value, inside);
          names.add(statement.name.text);
          return {
            ...statement,
            value,
            ...(statement.type === undefined ? {} : { type: this.type(statement.type) }),
          };
        }
        case 'function':
          names.add(statement.name.text);
          return this.#withTypes(statement.typeParameters, () => ({
            ...this.#signature(statement),
            body: this.#apart(() =>
              this.expression(statement.body, within(inside, statement.parameters.map(parameterName))),
            ),
          }));
        case 'assign':
          return this.assign(statement, inside);
        case 'expression':
          return { ...statement, expression: this.expression(statement.expression, inside) };
        default:
          return statement;
      }
    });
    return { ...tree, statements };
  }

  assign(
    tree: Extract<StatementTree, { kind: 'assign' }>,
    locals: Locals = nothing,
  ): Extract<StatementTree, { kind: 'assign' }> {
    const { name, at } = tree;
    const value = this.expression(tree.value, locals);
    if (isLocal(locals, name.text)) return { ...tree, value };
    return { ...tree, name: { text: this.#value(name.text, name.at).name, at: name.at }, value, at };
  }

  /** An application in the layout flavor takes its groups one after the other, unless the function takes all at once. */
  #call(tree: CallTree, locals: Locals): ExpressionTree {
    const args = tree.args.map(argument => this.expression(argument, locals));
    const { callee, groups } = tree;
    if (callee.kind !== 'name' || isLocal(locals, callee.name))
      return { ...tree, callee: this.expression(callee, locals), args };
    const { name, member } = this.#value(callee.name, callee.at);
    const head: ExpressionTree = { ...callee, name };
    const target = member?.tree;
    const takesAll =
      target === undefined ||
      target.kind === 'type' ||
      target.kind === 'extern' ||
      (target.kind === 'function' && target.parameters.length === args.length);
    if (groups === undefined || takesAll) return { ...tree, callee: head, args };
    let from = 0;
    let whole: ExpressionTree = head;
    for (const count of groups) {
      const given = args.slice(from, from + count);
      const at = spanning(tree.at, given.at(-1)?.at ?? tree.at);
      whole = { kind: 'call', callee: whole, args: given, at };
      from += count;
    }
    return whole;
  }

  #pattern(tree: PatternTree): PatternTree {
    switch (tree.kind) {
      case 'binding':
        return tree.type === undefined ? tree : { ...tree, type: this.type(tree.type) };
      case 'variant': {
        const name = this.#renamed('constructor', tree.name);
        if ('named' in tree) return { ...tree, name };
        return { ...tree, name, parts: tree.parts.map(part => this.#pattern(part)) };
      }
      case 'list':
        return { ...tree, items: tree.items.map(item => this.#pattern(item)) };
      case 'tuple':
      case 'parts':
        return { ...tree, parts: tree.parts.map(part => this.#pattern(part)) };
      default:
        return tree;
    }
  }
}

const parameterName = ({ name }: ParameterTree): string => name.text;

function boundBy(tree: PatternTree): readonly string[] {
  switch (tree.kind) {
    case 'binding':
      return [tree.name.text];
    case 'fields':
      return tree.names.map(({ text }) => text);
    case 'list':
      return [...tree.items.flatMap(boundBy), ...(tree.rest === undefined ? [] : [tree.rest.text])];
    case 'variant':
      return 'named' in tree ? tree.named.map(({ text }) => text) : tree.parts.flatMap(boundBy);
    case 'tuple':
    case 'parts':
      return tree.parts.flatMap(boundBy);
    default:
      return [];
  }
}
