// Names and calls: variables, functions of the file, of the library and of C, constructors.

import type { Span } from '@sonde/native-compiler';
import type { CallTree, ExpressionTree, FieldValue, Name } from '../syntax/tree.js';
import { builtIn, testFunctions } from './built-ins.js';
import { solveArithmetic } from './arithmetic.js';
import { variantFields } from './fields.js';
import { infer } from './infer-expressions.js';
import type { FunctionEntry, Inference } from './inference.js';
import type { Meaning } from './meanings.js';
import { nearest } from './nearest-name.js';
import type { TypedExpression, TypedLambda, Variable, Variant } from './typed-program.js';
import {
  anonymousName,
  boolType,
  intType,
  isNamed,
  prune,
  resultOf,
  stringType,
  typeName,
  type FunctionType,
  type NamedType,
  type Type,
} from './types.js';

type Tree<Kind extends ExpressionTree['kind']> = Extract<ExpressionTree, { readonly kind: Kind }>;

/** What a call of a name gives, once its arguments are known. */
interface Callee {
  readonly type: FunctionType;
  /** Names of its parameters, where they have names. */
  readonly names?: readonly string[];
  readonly what: string;
  readonly meaning: Meaning;
  readonly make: (args: readonly TypedExpression[], type: Type, at: Span) => TypedExpression;
}

export function inferName(inference: Inference, { name, at }: Tree<'name'>): TypedExpression {
  const variable = inference.lookup(name);
  if (variable !== undefined) {
    inference.observer?.means(at, { kind: 'variable', variable });
    return { kind: 'variable', variable, type: variable.type, at };
  }
  const entry = inference.functions.get(name);
  if (entry !== undefined) {
    const { type, typeArguments } = useOf(inference, entry);
    inference.observer?.means(at, { kind: 'function', target: entry.typed, type: entry.type });
    return { kind: 'function', target: entry.typed, typeArguments, type, at };
  }
  const variant = inference.variants.get(name);
  if (variant !== undefined && variant.fields.length === 0) {
    const { result } = constructorType(inference, variant);
    inference.observer?.means(at, { kind: 'constructor', variant });
    return { kind: 'construct', variant, fields: [], type: result, at };
  }
  const callee = calleeNamed(inference, name);
  if (callee !== undefined) {
    inference.observer?.means(at, callee.meaning);
    return asLambda(inference, callee, at);
  }
  return unknownName(inference, name, at);
}

/** Functions of the language for the web, for processes, terminals and graphics cards. */
const elsewhere =
  /^(?:(?:json|http|websocket|term|gpu)[A-Z]\w*|toGpu|fromGpu|spawnProcess|awaitProcess|cleanupProcess)$/;

function unknownName(inference: Inference, name: string, at: Span): TypedExpression {
  inference.observer?.unknown(at, 'value', inference.scope);
  if (elsewhere.test(name)) {
    inference.error(at, `\`${name}\` is not supported: it reaches outside of what this compiler knows`);
    return inference.nothing(at);
  }
  const close = nearest(name, inference);
  inference.error(at, `unknown name \`${name}\``, close === undefined ? undefined : `Did you mean ${close}?`);
  return inference.nothing(at);
}

export function useOf(
  inference: Inference,
  { type, typed, generalised, earlyUses }: FunctionEntry,
): { readonly type: FunctionType; readonly typeArguments: readonly Type[] } {
  if (generalised) return inference.instantiate(type, typed.typeParameters);
  const typeArguments: never[] = [];
  earlyUses.push(typeArguments);
  return { type: inference.opened(type), typeArguments };
}

/** A function of the library or a constructor as a value: a lambda that calls it. */
function asLambda(inference: Inference, { type, make }: Callee, at: Span): TypedExpression {
  const body = inference.newBody('lambda');
  const lambda = inference.inBody(body, type.effects, (): TypedLambda => {
    const parameters = type.parameters.map((parameter, nth) =>
      inference.declare(inference.variable(`$${nth}`, parameter, at)),
    );
    const args = parameters.map((variable): TypedExpression => ({
      kind: 'variable',
      variable,
      type: variable.type,
      at,
    }));
    return { body, parameters, code: make(args, type.result, at), at };
  });
  return { kind: 'lambda', lambda, type, at };
}

function constructorType(
  inference: Inference,
  variant: Variant,
): FunctionType & { readonly result: NamedType } {
  const args = variant.type.parameters.map(() => inference.fresh());
  return {
    kind: 'function',
    parameters: variantFields(variant, args).map(({ type }) => type),
    result: { kind: 'named', name: variant.type.name, args },
    effects: inference.unifier.openRow(),
  };
}

/** Functions of the library and of C, and constructors. */
function calleeNamed(inference: Inference, name: string): Callee | undefined {
  const variant = inference.variants.get(name);
  if (variant !== undefined) {
    return {
      type: constructorType(inference, variant),
      names: variant.fields.map(field => field.name),
      what: `the constructor \`${name}\``,
      meaning: { kind: 'constructor', variant },
      make: (args, type, at) => ({
        kind: 'construct',
        variant,
        fields: args.map((value, nth) => ({ nth, value })),
        type,
        at,
      }),
    };
  }
  const target = inference.externs.get(name);
  if (target !== undefined) {
    const parameters = target.parameters.map(({ type }) => type);
    return {
      type: { kind: 'function', parameters, result: target.result, effects: inference.unifier.openRow() },
      names: target.parameters.map(parameter => parameter.name),
      what: `\`${name}\``,
      meaning: { kind: 'extern', target },
      make: (args, type, at) => {
        args.forEach((argument, nth) => requirePlain(inference, argument, parameters[nth]));
        return { kind: 'callExtern', target, args, type, at };
      },
    };
  }
  if (name === 'Success' || name === 'Error') return outcomeCallee(inference, name);
  const signature = builtIn(name);
  if (signature === undefined) return undefined;
  const row = inference.unifier.openRow();
  const letters = new Map();
  const parameters = signature.parameters.map(parameter => inference.resolve(parameter, letters, row));
  const result = inference.resolve(signature.result, letters, row);
  const type: FunctionType = { kind: 'function', parameters, result, effects: row };
  return {
    type,
    what: `\`${name}\``,
    meaning: { kind: 'builtIn', name, type },
    make: (args, made, at) => {
      if (testFunctions.has(name)) inference.usesTests = true;
      return { kind: 'callBuiltIn', name, args, type: made, at };
    },
  };
}

/** C knows no closures: what it calls is a function by name, or one that captures nothing. */
function requirePlain(inference: Inference, argument: TypedExpression, wanted: Type | undefined): void {
  if (wanted === undefined || prune(wanted).kind !== 'function') return;
  const { kind } = argument;
  if (kind === 'function' || (kind === 'lambda' && argument.lambda.body.captures.size === 0)) return;
  inference.error(
    argument.at,
    'C can be given only a function that captures nothing',
    'Name a function of the file level.',
  );
}

/** What failed says so by a text, whatever the type of the error is called. */
function outcomeCallee(inference: Inference, name: 'Success' | 'Error'): Callee {
  const ok = name === 'Success';
  const value = inference.fresh();
  const type: FunctionType = {
    kind: 'function',
    parameters: [ok ? value : stringType],
    result: resultOf(value, inference.fresh()),
    effects: inference.unifier.openRow(),
  };
  return {
    type,
    meaning: { kind: 'builtIn', name, type },
    names: [ok ? 'value' : 'message'],
    what: `\`${name}\``,
    make: ([given], made, at) =>
      given === undefined ? inference.nothing(at) : { kind: 'outcome', ok, value: given, type: made, at },
  };
}

/** `length` and `isEmpty` are those of texts, of lists and of maps. */
function inferSized(
  inference: Inference,
  name: 'length' | 'isEmpty',
  tree: CallTree,
): TypedExpression | undefined {
  const [only, more] = tree.args;
  if (only === undefined || more !== undefined || tree.names !== undefined) return undefined;
  const value = infer(inference, only);
  solveArithmetic(inference);
  const of = isNamed(value.type, 'List')
    ? 'listLength'
    : isNamed(value.type, 'Map')
      ? 'mapLength'
      : undefined;
  const { at } = tree;
  if (of === undefined) {
    inference.expect(stringType, value.type, only.at);
    const type = name === 'length' ? intType : boolType;
    return { kind: 'callBuiltIn', name, args: [value], type, at };
  }
  const count: TypedExpression = { kind: 'callBuiltIn', name: of, args: [value], type: intType, at };
  if (name === 'length') return count;
  const none: TypedExpression = { kind: 'int', value: 0n, type: intType, at };
  return { kind: 'binary', operator: '==', left: count, right: none, type: boolType, at };
}

const isSized = (name: string): name is 'length' | 'isEmpty' => name === 'length' || name === 'isEmpty';

export function inferCall(inference: Inference, tree: CallTree): TypedExpression {
  const { callee, at } = tree;
  if (callee.kind === 'name' && inference.lookup(callee.name) === undefined) {
    const own = functionCallee(inference, callee.name);
    if (own === undefined && isSized(callee.name) && !inference.externs.has(callee.name)) {
      const made = inferSized(inference, callee.name, tree);
      if (made !== undefined) return made;
    }
    const named = own ?? calleeNamed(inference, callee.name);
    if (named !== undefined) {
      inference.observer?.means(callee.at, named.meaning);
      return callOf(inference, named, tree);
    }
  }
  const value = infer(inference, callee);
  if (tree.names !== undefined)
    inference.error(
      tree.names[0]!.at,
      'arguments have names only where a function is called by its own name',
    );
  solveArithmetic(inference);
  const known = prune(value.type);
  const expected = known.kind === 'function' ? known.parameters : [];
  const args = tree.args.map((argument, nth) => infer(inference, argument, expected[nth]));
  const result = inference.fresh();
  if (known.kind === 'function') {
    const type = inference.opened(known);
    countArguments(inference, type.parameters.length, tree, 'this function');
    const given = args.map((argument, nth) => {
      const parameter = type.parameters[nth];
      return parameter === undefined ? argument : inference.fitted(parameter, argument, argument.at);
    });
    inference.performs(type.effects, at);
    return { kind: 'callValue', callee: value, args: given, type: known.result, at };
  }
  const effects = inference.unifier.openRow();
  const parameters = args.map(({ type }) => type);
  if (known.kind === 'named')
    inference.error(callee.at, `a value of type ${typeName(known)} cannot be called`);
  else inference.expect(value.type, { kind: 'function', parameters, result, effects }, callee.at);
  inference.performs(effects, at);
  return { kind: 'callValue', callee: value, args, type: result, at };
}

function functionCallee(inference: Inference, name: string): Callee | undefined {
  const entry = inference.functions.get(name);
  if (entry === undefined) return undefined;
  const { type, typeArguments } = useOf(inference, entry);
  return {
    type,
    names: entry.typed.parameters.map((parameter: Variable) => parameter.name),
    what: `\`${name}\``,
    meaning: { kind: 'function', target: entry.typed, type: entry.type },
    make: (args, made, at) => ({ kind: 'call', target: entry.typed, typeArguments, args, type: made, at }),
  };
}

function callOf(inference: Inference, callee: Callee, tree: CallTree): TypedExpression {
  const { type, what } = callee;
  const trees = tree.names === undefined ? tree.args : inParameterOrder(inference, callee, tree, tree.names);
  if (tree.names === undefined) countArguments(inference, type.parameters.length, tree, what);
  const args = trees.map((argument, nth) => {
    const parameter = type.parameters[nth];
    const typed = infer(inference, argument, parameter);
    solveArithmetic(inference);
    if (parameter === undefined) return typed;
    if (parameter.kind === 'variable' && parameter.needs.shown && parameter.bound === undefined)
      needText(inference, typed, parameter);
    else return inference.fitted(parameter, typed, argument.at);
    return typed;
  });
  inference.performs(type.effects, tree.at);
  return callee.make(args, type.result, tree.at);
}

function needText(inference: Inference, typed: TypedExpression, parameter: Type): void {
  inference.attempt(
    typed.at,
    () => `a value of type ${typeName(typed.type)} has no text to print`,
    () => inference.unifier.unify(parameter, typed.type),
  );
}

function countArguments(inference: Inference, wanted: number, { args, at }: CallTree, what: string): void {
  if (args.length === wanted) return;
  inference.error(at, `${what} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}`);
}

function inParameterOrder(
  inference: Inference,
  { names = [], what, type }: Callee,
  { args, at }: CallTree,
  given: readonly Name[],
): readonly ExpressionTree[] {
  const ordered: (ExpressionTree | undefined)[] = type.parameters.map(() => undefined);
  given.forEach(({ text, at: nameAt }, nth) => {
    const place = names.indexOf(text);
    if (place < 0) inference.error(nameAt, `${what} has no parameter \`${text}\``);
    else if (ordered[place] !== undefined) inference.error(nameAt, `the argument \`${text}\` is given twice`);
    else ordered[place] = args[nth];
  });
  const missing = names.filter((_, nth) => ordered[nth] === undefined);
  if (missing.length > 0)
    inference.error(at, `missing argument ${missing.map(name => `\`${name}\``).join(', ')}`);
  return ordered.filter(argument => argument !== undefined);
}

/** `Point { x: 1, y: 2 }`, or without a name. */
export function inferRecord(inference: Inference, tree: Tree<'record'>): TypedExpression {
  const { name, fields, at } = tree;
  if (name === undefined) return anonymousRecord(inference, fields, at);
  const variant = inference.variants.get(name.text);
  if (variant === undefined && (name.text === 'Success' || name.text === 'Error')) {
    const names = fields.map(field => field.name);
    const args = fields.map(({ value }) => value);
    const callee = { kind: 'name', name: name.text, at: name.at } as const;
    return callOf(inference, outcomeCallee(inference, name.text), { kind: 'call', callee, args, names, at });
  }
  if (variant === undefined) {
    inference.error(name.at, `unknown constructor \`${name.text}\``);
    fields.forEach(({ value }) => infer(inference, value));
    return inference.nothing(at);
  }
  inference.observer?.means(name.at, { kind: 'constructor', variant });
  const { parameters, result } = constructorType(inference, variant);
  pinTypes(inference, tree, result);
  const given = new Set<string>();
  const typed = fields.flatMap(field => {
    const nth = variant.fields.findIndex(candidate => candidate.name === field.name.text);
    const value = infer(inference, field.value, parameters[nth]);
    if (nth < 0) inference.error(field.name.at, `\`${name.text}\` has no field \`${field.name.text}\``);
    else if (given.has(field.name.text))
      inference.error(field.name.at, `the field \`${field.name.text}\` is given twice`);
    else inference.expect(parameters[nth]!, value.type, field.value.at);
    given.add(field.name.text);
    if (nth >= 0)
      inference.observer?.means(field.name.at, {
        kind: 'field',
        owner: result,
        name: field.name.text,
        type: parameters[nth]!,
      });
    return nth < 0 ? [] : [{ nth, value }];
  });
  const missing = variant.fields.filter(field => !given.has(field.name)).map(field => `\`${field.name}\``);
  if (missing.length > 0) inference.error(at, `\`${name.text}\` needs a value for ${missing.join(', ')}`);
  return { kind: 'construct', variant, fields: typed, type: result, at };
}

/** `Box<int> { … }` says what the type parameters are. */
function pinTypes(inference: Inference, { name, typeArguments }: Tree<'record'>, { args }: NamedType): void {
  if (typeArguments === undefined || name === undefined) return;
  if (typeArguments.length !== args.length) {
    inference.error(
      name.at,
      `\`${name.text}\` takes ${args.length} type argument(s), got ${typeArguments.length}`,
    );
    return;
  }
  typeArguments.forEach((tree, nth) => inference.expect(inference.resolve(tree), args[nth]!, tree.at));
}

function anonymousRecord(inference: Inference, fields: readonly FieldValue[], at: Span): TypedExpression {
  const values = fields.map(({ value }) => infer(inference, value));
  const name = anonymousName(fields.map(field => field.name.text));
  const type: Type = { kind: 'named', name, args: values.map(value => value.type) };
  return {
    kind: 'construct',
    variant: undefined,
    fields: values.map((value, nth) => ({ nth, value })),
    type,
    at,
  };
}
