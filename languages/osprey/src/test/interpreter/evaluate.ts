// Evaluates typed expressions; shares only the typed program with the code generator, so that each checks the other.

import type { Span } from '@sonde/native-compiler';
import type {
  TypedExpression,
  TypedLambda,
  TypedStatement,
  Variable,
} from '../../toolchain/checker/typed-program.js';
import { isNamed } from '../../toolchain/checker/types.js';
import { arithmetic, compared, negated } from './arithmetic.js';
import { builtIns, indexed, looked } from './built-ins.js';
import { handle, perform } from './effects.js';
import { fits } from './patterns.js';
import type { TestRun } from './tests.js';
import { Stopped, type Computation, type Computing, type Handler, type Scheduler } from './fibers.js';
import {
  erasedText,
  failure,
  isResult,
  list,
  success,
  textOf,
  type ChannelValue,
  type ClosureValue,
  type Environment,
  type ListValue,
  type RecordValue,
  type Value,
} from './values.js';

/** What is the same for the whole run. */
export interface World {
  readonly scheduler: Scheduler;
  readonly globals: Environment;
  /** The file that something stands in. */
  readonly sourceOf: (at: Span) => string;
  /** Told before each statement, arm and body: who is in it, where, and what its variables hold. */
  readonly visit?: (frame: string, at: Span, environment: Environment) => void;
  readonly tests: TestRun;
  /** Told of each call, with the number of the activation that it was made from. */
  readonly enter?: (activation: number, frame: string, caller: number) => void;
  print(text: string): void;
  input(): string;
  readFile(path: string): Value;
  writeFile(path: string, content: string): Value;
}

/** What is the same for one call. */
export interface Activation {
  readonly world: World;
  readonly environment: Environment;
  /** As a debugger calls the frame. */
  readonly frame: string;
  /** Counts up; 0 is the file level. */
  readonly number: number;
  readonly handlers: Handler | undefined;
  /** In the arm of a handler: goes on with what it interrupted. */
  readonly resume?: (value: Value) => Computation;
}

export function* evaluate(node: TypedExpression, here: Activation): Computation {
  switch (node.kind) {
    case 'int':
    case 'float':
    case 'bool':
      return node.value;
    case 'unit':
      return undefined;
    case 'string': {
      let text = '';
      for (const piece of node.pieces)
        text += typeof piece === 'string' ? piece : textOf(yield* evaluate(piece, here));
      return text;
    }
    case 'variable':
      return cellOf(node.variable, here).value;
    case 'function':
      return { kind: 'closure', lambda: node.target, environment: new Map(), frame: node.target.name };
    case 'call':
      return yield* called(node.target, new Map(), yield* all(node.args, here), here, node.target.name);
    case 'callValue': {
      const callee = (yield* evaluate(node.callee, here)) as ClosureValue;
      return yield* apply(callee, yield* all(node.args, here), here);
    }
    case 'callExtern': {
      const [first] = yield* all(node.args, here);
      if (node.target.symbol === 'exit') throw new Stopped(Number(first), '');
      throw new Error(`the interpreter has no ${node.target.symbol}`);
    }
    case 'callBuiltIn':
      return yield* callBuiltIn(node, here);
    case 'erase':
      return erasedText(yield* evaluate(node.value, here));
    case 'outcome': {
      const value = yield* evaluate(node.value, here);
      return node.ok ? success(value) : failure(textOf(value));
    }
    case 'construct': {
      const fields: Value[] = [];
      for (const { nth, value } of node.fields) fields[nth] = yield* evaluate(value, here);
      const names = node.variant?.fields.map(({ name }) => name) ?? fieldNames(node);
      const isVariant = node.variant?.type.shape === 'union';
      return { kind: 'record', name: node.variant?.name ?? '', fields, names, isVariant };
    }
    case 'update': {
      const record = (yield* evaluate(node.target, here)) as RecordValue;
      const fields = [...record.fields];
      for (const { name, value } of node.fields)
        fields[record.names.indexOf(name)] = yield* evaluate(value, here);
      return { ...record, fields };
    }
    case 'field': {
      const record = (yield* evaluate(node.target, here)) as RecordValue;
      return record.fields[record.names.indexOf(node.name)];
    }
    case 'index': {
      const target = yield* evaluate(node.target, here);
      const index = yield* evaluate(node.index, here);
      return isNamed(node.target.type, 'Map')
        ? looked(target, index)
        : indexed((target as ListValue).items, index as bigint);
    }
    case 'not':
      return (yield* evaluate(node.operand, here)) === false;
    case 'negate':
      return negated(yield* evaluate(node.operand, here));
    case 'binary':
      return yield* binary(node, here);
    case 'default': {
      const value = yield* evaluate(node.value, here);
      if (!isResult(value)) return value;
      return value.ok ? value.value : yield* evaluate(node.fallback, here);
    }
    case 'match':
      return yield* match(node, here);
    case 'lambda':
      return closureOf(node.lambda, here);
    case 'block':
      return yield* run(node.statements, here);
    case 'list':
      return list(yield* all(node.items, here));
    case 'map': {
      const entries = new Map<Value, Value>();
      for (const { key, value } of node.entries)
        entries.set(yield* evaluate(key, here), yield* evaluate(value, here));
      return { kind: 'map', entries };
    }
    case 'spawn':
      return here.world.scheduler.spawn(
        called(node.lambda, captured(node.lambda, here), [], here, `${here.frame}.fiber`),
      );
    case 'await': {
      const fiber = yield* evaluate(node.fiber, here);
      if (typeof fiber !== 'object' || fiber.kind !== 'fiber') throw new Error('only fibers are awaited');
      if (!fiber.done) yield { ask: 'wait', until: () => fiber.done };
      return fiber.result;
    }
    case 'yield':
      yield { ask: 'wait', until: () => true };
      return node.value === undefined ? undefined : yield* evaluate(node.value, here);
    case 'send': {
      const channel = (yield* evaluate(node.channel, here)) as ChannelValue;
      const value = yield* evaluate(node.value, here);
      const hasRoom = () => channel.queue.length < channel.capacity;
      while (!hasRoom()) yield { ask: 'wait', until: hasRoom };
      channel.queue.push(value);
      return undefined;
    }
    case 'recv': {
      const channel = (yield* evaluate(node.channel, here)) as ChannelValue;
      while (channel.queue.length === 0) yield { ask: 'wait', until: () => channel.queue.length > 0 };
      return channel.queue.shift();
    }
    case 'perform':
      return yield* perform(node, yield* all(node.args, here), here);
    case 'handle':
      return yield* handle(node, here);
    case 'resume': {
      const value = node.value === undefined ? undefined : yield* evaluate(node.value, here);
      return yield* here.resume!(value);
    }
  }
}

const fieldNames = (node: TypedExpression): readonly string[] =>
  node.type.kind === 'named' ? node.type.name.slice(1, -1).split(',') : [];

function cellOf(variable: Variable, { environment, world }: Activation) {
  const cell = environment.get(variable) ?? world.globals.get(variable);
  if (cell === undefined) throw new Error(`${variable.name} has no value`);
  return cell;
}

function* all(nodes: readonly TypedExpression[], here: Activation): Computing<Value[]> {
  const values: Value[] = [];
  for (const node of nodes) values.push(yield* evaluate(node, here));
  return values;
}

export function* run(statements: readonly TypedStatement[], here: Activation): Computation {
  let last: Value;
  for (const statement of statements) {
    last = undefined;
    here.world.visit?.(here.frame, statement.at, here.environment);
    if (statement.kind === 'let') {
      const { variable } = statement;
      // A function of a block may call itself: its cell is there before its value.
      const cell = { value: undefined as Value };
      if (statement.value.kind === 'lambda') here.environment.set(variable, cell);
      cell.value = yield* evaluate(statement.value, here);
      here.environment.set(variable, cell);
      if (variable.home.kind === 'main') here.world.globals.set(variable, cell);
    } else if (statement.kind === 'assign')
      cellOf(statement.variable, here).value = yield* evaluate(statement.value, here);
    else last = yield* evaluate(statement.expression, here);
  }
  return last;
}

/** The cells of what a body uses from outside. */
export function captured({ body, self }: Pick<TypedLambda, 'body' | 'self'>, here: Activation): Environment {
  const environment: Environment = new Map();
  for (const variable of body.captures) environment.set(variable, cellOf(variable, here));
  if (self !== undefined) environment.set(self, cellOf(self, here));
  return environment;
}

const closureOf = (lambda: TypedLambda, here: Activation): ClosureValue => ({
  kind: 'closure',
  lambda,
  environment: captured(lambda, here),
  frame: `${here.frame}.${lambda.self?.name ?? 'lambda'}`,
});

export const apply = (closure: ClosureValue, args: readonly Value[], here: Activation): Computation =>
  called(closure.lambda, closure.environment, args, here, closure.frame);

let activations = 0;

export function* called(
  { parameters, code }: Pick<TypedLambda, 'parameters' | 'code'>,
  outer: Environment,
  args: readonly Value[],
  { world, handlers, number: caller }: Activation,
  frame: string,
  resume?: Activation['resume'],
): Computation {
  const number = ++activations;
  world.enter?.(number, frame, caller);
  const environment: Environment = new Map(outer);
  parameters.forEach((parameter, nth) => environment.set(parameter, { value: args[nth] }));
  if (code.kind !== 'block') world.visit?.(frame, code.at, environment);
  const here = { world, handlers, environment, frame, number, ...(resume === undefined ? {} : { resume }) };
  return yield* evaluate(code, here);
}

function* binary(node: TypedExpression & { readonly kind: 'binary' }, here: Activation): Computation {
  const { operator } = node;
  const left = yield* evaluate(node.left, here);
  if (operator === '&&') return left === true ? yield* evaluate(node.right, here) : false;
  if (operator === '||') return left === true ? true : yield* evaluate(node.right, here);
  const right = yield* evaluate(node.right, here);
  return /^[=!<>]/.test(operator) ? compared(operator, left, right) : arithmetic(operator, left, right);
}

function* match(node: TypedExpression & { readonly kind: 'match' }, here: Activation): Computation {
  const subject = yield* evaluate(node.subject, here);
  for (const { pattern, body } of node.arms) {
    const environment: Environment = new Map(here.environment);
    if (!fits(pattern, subject, environment)) continue;
    // A block is in its statements.
    if (body.kind !== 'block') here.world.visit?.(here.frame, body.at, environment);
    return yield* evaluate(body, { ...here, environment });
  }
  const { line, column } = node.at;
  throw new Stopped(1, `fatal: no arm of the match fits (${here.world.sourceOf(node.at)}:${line}:${column})`);
}

function* callBuiltIn(
  node: TypedExpression & { readonly kind: 'callBuiltIn' },
  here: Activation,
): Computation {
  const [first, second, third] = node.args;
  switch (node.name) {
    case 'print':
      here.world.print(textOf(yield* evaluate(first!, here)));
      return undefined;
    case 'sleep':
      yield* evaluate(first!, here);
      yield { ask: 'wait', until: () => true };
      return undefined;
    case 'fiberDone': {
      const fiber = yield* evaluate(first!, here);
      return typeof fiber === 'object' && fiber.kind === 'fiber' && fiber.done ? 1n : 0n;
    }
    case 'input':
      return here.world.input();
    case 'readFile':
      return here.world.readFile(textOf(yield* evaluate(first!, here)));
    case 'writeFile': {
      const path = textOf(yield* evaluate(first!, here));
      return here.world.writeFile(path, textOf(yield* evaluate(second!, here)));
    }
    case 'test': {
      const name = textOf(yield* evaluate(first!, here));
      const body = (yield* evaluate(second!, here)) as ClosureValue;
      if (here.world.tests.begin(name)) here.world.tests.end(yield* apply(body, [], here));
      return undefined;
    }
    case 'expect':
    case 'check':
    case 'expectTrue':
    case 'expectFalse':
    case 'checkTrue':
    case 'checkFalse':
    case 'checkAll':
      here.world.tests.check(node.name, yield* all(node.args, here));
      return undefined;
    case 'forEachList': {
      const { items } = (yield* evaluate(first!, here)) as ListValue;
      const closure = (yield* evaluate(second!, here)) as ClosureValue;
      for (const item of items) yield* apply(closure, [item], here);
      return undefined;
    }
    case 'range':
    case 'map':
    case 'filter': {
      // Kept: what it goes through is found out now.
      const items: Value[] = [];
      const chain = yield* iterator(node, here);
      yield* chain(function* (item) {
        items.push(item);
        return undefined;
      }, here);
      return list(items);
    }
    case 'forEach': {
      const chain = yield* iterator(first!, here);
      const closure = (yield* evaluate(second!, here)) as ClosureValue;
      return yield* chain(item => apply(closure, [item], here), here);
    }
    case 'fold': {
      const chain = yield* iterator(first!, here);
      let total = yield* evaluate(second!, here);
      const closure = (yield* evaluate(third!, here)) as ClosureValue;
      yield* chain(function* (item) {
        total = yield* apply(closure, [total, item], here);
        return undefined;
      }, here);
      return total;
    }
    default: {
      const act = builtIns[node.name];
      if (act === undefined) throw new Error(`the interpreter has no ${node.name}`);
      return act(...((yield* all(node.args, here)) as never[]));
    }
  }
}

type Chain = (use: (item: Value) => Computation, here: Activation) => Computation;

/** A chain of range, map and filter: each number goes through all of it before the next. */
function* iterator(node: TypedExpression, here: Activation): Computing<Chain> {
  if (node.kind !== 'callBuiltIn') {
    const { items } = (yield* evaluate(node, here)) as ListValue;
    return function* (use) {
      for (const item of items) yield* use(item);
      return undefined;
    };
  }
  const [first, second] = node.args;
  if (node.name === 'range') {
    const from = (yield* evaluate(first!, here)) as bigint;
    const to = (yield* evaluate(second!, here)) as bigint;
    return function* (use) {
      for (let number = from; number < to; number++) yield* use(number);
      return undefined;
    };
  }
  const inner = yield* iterator(first!, here);
  const closure = (yield* evaluate(second!, here)) as ClosureValue;
  return (use, where) =>
    inner(function* (item) {
      const made = yield* apply(closure, [item], where);
      if (node.name === 'map') return yield* use(made);
      return made === true ? yield* use(item) : undefined;
    }, where);
}
