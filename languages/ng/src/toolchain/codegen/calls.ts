// Calls: of functions here and elsewhere, of natives, methods and constructors, for each element of a sequence.

import type { Expression, ExpressionOf, Parameter, Span, TypeNode } from '../ast.js';
import type { FunctionInstance } from '../checked.js';
import { markCall, markPart, type Body, type Callee, type CallSite } from './body.js';
import { emitExpression } from './expressions.js';
import { LineTable } from './line-table.js';
import { calledNatives } from './natives.js';
import { emitTraitReference } from './places.js';
import { refusal } from './refusal.js';
import { typeNodeText } from '../checker/node-text.js';
import { spreadArity, traitOfReference } from './value-types.js';

export interface Call {
  readonly callee: Expression;
  readonly typeArguments: readonly TypeNode[];
  readonly args: readonly Expression[];
  readonly span: Span;
  /** The expression that the checker knows it by. */
  readonly node: Expression;
}

export function emitCall(body: Body, call: Call): void {
  const fold = call.args.findIndex(({ kind }) => kind === 'each');
  if (fold >= 0) {
    emitFold(body, call, fold);
    return;
  }
  switch (call.callee.kind) {
    case 'name':
    case 'instance':
      emitNamedCall(body, call, call.callee.name);
      return;
    case 'member':
      emitMemberCall(body, call, call.callee);
      return;
    default:
      throw refusal(
        'Complex calls not implemented',
        call.callee,
        'Only functions by their names can be called.',
      );
  }
}

/** The value becomes the first argument. */
export function emitPipe(body: Body, pipe: ExpressionOf<'pipe'>): void {
  const { value, into, span } = pipe;
  const node = body.annotations.instances.has(pipe) ? pipe : into;
  switch (into.kind) {
    case 'call':
      emitCall(body, { ...into, args: [value, ...into.args], span, node });
      return;
    case 'instance':
      emitCall(body, { callee: into, typeArguments: into.typeArguments, args: [value], span, node });
      return;
    default:
      emitCall(body, { callee: into, typeArguments: [], args: [value], span, node });
  }
}

function emitNamedCall(body: Body, call: Call, name: string): void {
  const { code, tables } = body;
  const { args, span } = call;
  switch (name) {
    case 'print': {
      const count = emitArguments(body, args);
      markPart(body, span);
      code.emit('PRINT', count);
      return;
    }
    case 'assert':
    case 'not': {
      const [argument] = args;
      if (argument === undefined || args.length > 1) throw refusal(`${name} supports 1 arg`, call.node);
      emitExpression(body, argument);
      markPart(body, span);
      code.emit(name.toUpperCase());
      return;
    }
    default:
  }
  const variant = tables.variant(name);
  if (variant !== undefined) {
    for (const argument of args) emitExpression(body, argument);
    markPart(body, span);
    code.emit('CONSTRUCT_TAGGED', variant.typeIndex, variant.index, args.length);
    return;
  }
  const callee = tables.callee(name, siteOf(body, call));
  if (callee !== undefined) {
    emitFunctionCall(body, call, callee);
    return;
  }
  const imported = tables.imported(name);
  if (imported !== undefined && !(calledNatives.has(name) && imported.module.startsWith('std.'))) {
    const count = emitArguments(body, args);
    markCall(body, span);
    code.emit('CALL_IMPORT', imported.index, count);
    return;
  }
  if (calledNatives.has(name)) {
    emitNativeCall(body, call, name);
    return;
  }
  emitSelfCall(body, call, name);
}

function siteOf(body: Body, call: Call): CallSite {
  const instance = body.annotations.instances.get(call.node) ?? instanceOfCallee(body, call);
  return { node: call.node, instance, typeArguments: call.typeArguments };
}

/** A checker may hang an instance on the name that is called. */
const instanceOfCallee = (body: Body, { callee }: Call): FunctionInstance | undefined =>
  body.annotations.instances.get(callee);

function emitNativeCall(body: Body, { args, span }: Call, name: string): void {
  const count = emitArguments(body, args);
  markPart(body, span);
  body.code.emit('NATIVE_CALL', body.tables.string(name), count);
}

/** A method of the receiver that nobody wrote. */
function emitSelfCall(body: Body, { args, span, node }: Call, name: string): void {
  const { code, scope, tables } = body;
  const self = scope.lookup('self');
  if (self === undefined || !tables.isMember(name))
    throw refusal(`Unknown function: ${name}`, node, tables.hint(name));
  // The original puts the receiver behind the arguments, where the call does not look for it.
  let count = 0;
  if (body.upstreamCompatible) count = emitArguments(body, args);
  code.emit('LOAD_LOCAL', self.slot);
  if (!body.upstreamCompatible) count = emitArguments(body, args);
  markCall(body, span);
  code.emit('INVOKE_MEMBER', tables.string(memberInTrait(body, name)), count);
}

/** Inside a method of a trait its other methods are meant as the trait's. */
function memberInTrait({ tables, traitOrigin }: Body, name: string): string {
  return traitOrigin !== undefined && tables.traitHasMethod(traitOrigin, name)
    ? `${traitOrigin}::${name}`
    : name;
}

function emitFunctionCall(body: Body, call: Call, callee: Callee): void {
  const { code } = body;
  const { args, span } = call;
  const parameters = callee.declaration?.parameters;
  const pack = parameters?.findIndex(({ pack }) => pack) ?? -1;
  const emitCallOf = (count: number): void => {
    markCall(body, span);
    code.emit('CALL', callee.index, count);
  };
  if (parameters !== undefined && pack >= 0) {
    emitPackedArguments(body, args, pack, span);
    emitCallOf(parameters.length);
    return;
  }
  if (args.some(({ kind }) => kind === 'spread')) {
    const count = emitArguments(body, args);
    if (count !== callee.parameterCount)
      throw refusal('Spread call argument count does not match function arity', call.node);
    emitCallOf(count);
    return;
  }
  const isUnchecked = parameters === undefined || !body.temporaries;
  const mayOmit = parameters !== undefined && args.length < callee.parameterCount;
  if (isUnchecked && !mayOmit && args.length !== callee.parameterCount)
    throw refusal(
      `${callee.shownName} takes ${callee.parameterCount} arguments, not ${args.length}`,
      call.node,
      parameters === undefined ? 'Here nothing can be left out.' : undefined,
    );
  args.forEach((argument, at) => {
    emitExpression(body, argument);
    emitTraitReference(body, traitOfReference(body.tables, parameters?.[at]?.type));
  });
  for (const parameter of parameters?.slice(args.length) ?? []) emitDefault(body, call, callee, parameter);
  emitCallOf(Math.max(args.length, parameters?.length ?? 0));
}

/** What a call leaves out is written at the call. */
function emitDefault(body: Body, call: Call, callee: Callee, parameter: Parameter): void {
  if (parameter.default === undefined)
    throw refusal(
      `Missing argument and no default value for param ${parameter.name}`,
      call.node,
      `${callee.shownName} takes ${callee.parameterCount} arguments.`,
    );
  // It stands where the function was declared, which may be in another file.
  const there = { ...body, lines: new LineTable(callee.file ?? body.lines.file, body.lines) };
  markPart(there, parameter.default.span);
  emitExpression(there, parameter.default);
  emitTraitReference(body, traitOfReference(body.tables, parameter.type));
}

/** From the pack on, the arguments are one tuple. */
function emitPackedArguments(body: Body, args: readonly Expression[], pack: number, span: Span): void {
  for (const argument of args) emitExpression(body, argument);
  markPart(body, span);
  const spread = args.slice(pack).map(({ kind }) => kind === 'spread');
  if (spread.includes(true) && !body.upstreamCompatible) body.code.emitSpread('NEW_TUPLE_SPREAD', spread);
  else body.code.emit('NEW_TUPLE', Math.max(args.length - pack, 0));
}

/** Leaves the arguments on the stack, tuples that are spread as their items; answers how many there are. */
function emitArguments(body: Body, args: readonly Expression[]): number {
  let count = 0;
  for (const argument of args) {
    if (argument.kind !== 'spread') {
      emitExpression(body, argument);
      count++;
    } else if (!body.temporaries && argument.of.kind === 'tuple')
      count += emitArguments(body, argument.of.items);
    else count += emitSpreadArgument(body, argument);
  }
  return count;
}

function emitSpreadArgument(body: Body, { of, span }: ExpressionOf<'spread'>): number {
  const { code, scope } = body;
  const arity = spreadArity(body, of);
  if (arity === undefined || !body.temporaries)
    throw refusal(
      'ORGASM spread call arguments require tuple-valued expressions',
      of,
      'Only a tuple whose size is known can be spread over arguments.',
    );
  const temporary = scope.define(`$$spread_tmp${scope.count}`);
  emitExpression(body, of);
  code.emit('STORE_LOCAL', temporary.slot);
  code.emit('POP');
  for (let item = 0; item < arity; item++) {
    code.emit('LOAD_LOCAL', temporary.slot);
    code.emit('PUSH_I32', item);
    markPart(body, span);
    code.emit('GET_TUPLE_ITEM');
  }
  return arity;
}

/** `a.b`, `a.m(x)`, `a.Trait::m(x)`, `alias.f(x)`. */
export function emitMember(body: Body, member: ExpressionOf<'member'>): void {
  const { of, name, trait, args = [], span } = member;
  if (trait === undefined && emitQualifiedImport(body, of, name.text, args, span)) return;
  emitExpression(body, of);
  const count = emitArguments(body, args);
  const text = trait === undefined ? name.text : `${typeNodeText(trait)}::${name.text}`;
  // Without arguments it reads a field, as a rule.
  if (member.args === undefined) markPart(body, span);
  else markCall(body, span);
  body.code.emit('INVOKE_MEMBER', body.tables.string(text), count);
}

/** `(a.m)(x)` */
function emitMemberCall(body: Body, call: Call, callee: ExpressionOf<'member'>): void {
  const { code, tables } = body;
  if (callee.args !== undefined)
    throw refusal('Complex calls not implemented', callee, 'The result of a call cannot be called.');
  if (emitQualifiedImport(body, callee.of, callee.name.text, call.args, call.span)) return;
  // The original puts the receiver behind the arguments, where the call does not look for it.
  let count = 0;
  if (body.upstreamCompatible) count = emitArguments(body, call.args);
  emitExpression(body, callee.of);
  if (!body.upstreamCompatible) count = emitArguments(body, call.args);
  markCall(body, call.span);
  code.emit('INVOKE_MEMBER', tables.string(memberInTrait(body, callee.name.text)), count);
}

/** Whether it was the function of another module. */
function emitQualifiedImport(
  body: Body,
  of: Expression,
  name: string,
  args: readonly Expression[],
  span: Span,
): boolean {
  const { code, scope, tables } = body;
  if (of.kind !== 'name' || scope.lookup(of.name) !== undefined || tables.global(of.name) !== undefined)
    return false;
  const imported = tables.qualified(of.name, name);
  if (imported === undefined) return false;
  if (imported === 'unknown')
    throw refusal(`Unknown identifier: ${of.name}`, of, `The module ${of.name} has no function ${name}.`);
  const count = emitArguments(body, args);
  markCall(body, span);
  if (imported.module.startsWith('std.')) code.emit('NATIVE_CALL', tables.string(name), count);
  else code.emit('CALL_IMPORT', imported.index, count);
  return true;
}

/** `Show::show(a)` */
export function emitQualifiedCall(body: Body, call: ExpressionOf<'qualified'>): void {
  const [receiver, ...args] = call.args;
  if (receiver === undefined) throw refusal('Trait-qualified call requires a receiver argument', call);
  emitExpression(body, receiver);
  const count = emitArguments(body, args);
  const name = `${typeNodeText(call.trait)}::${call.name.text}`;
  markCall(body, call.span);
  body.code.emit('INVOKE_MEMBER', body.tables.string(name), count);
}

/** `f(xs..., start)` and `f(start, xs...)` */
function emitFold(body: Body, call: Call, at: number): void {
  const { callee, args, span } = call;
  if (callee.kind !== 'name' && callee.kind !== 'instance')
    throw refusal('ORGASM fold calls require a direct function name', callee);
  const target = body.tables.callee(callee.name, siteOf(body, call));
  if (target === undefined)
    throw refusal(`ORGASM fold calls only support local functions: ${callee.name}`, callee);
  const each = args[at];
  if (args.length !== 2 || each?.kind !== 'each')
    throw refusal('Fold call expects `op(xs..., init)` or `op(init, xs...)`', call.node);
  if (each.filter) throw refusal('Filter marker `?...` is only supported in array literals', each);
  for (const argument of args) emitExpression(body, argument.kind === 'each' ? argument.of : argument);
  markCall(body, span);
  body.code.emit(at === 0 ? 'FOLD_RIGHT_CALL' : 'FOLD_LEFT_CALL', target.index);
}

/** `f(xs)...` and `f(xs)?...` in an array. */
export function emitEach(body: Body, each: ExpressionOf<'each'>): void {
  const call = each.of;
  const [sequence] = call.kind === 'call' ? call.args : [];
  if (
    call.kind !== 'call' ||
    call.callee.kind !== 'name' ||
    call.args.length !== 1 ||
    sequence?.kind !== 'name'
  )
    throw refusal(
      'ORGASM map/filter fold expects `fn(xs)...` or `fn(xs)?...`',
      each,
      'Give the sequence a name and the function one argument.',
    );
  const { name } = call.callee;
  const target = body.tables.callee(name, siteOf(body, { ...call, node: call }));
  if (target === undefined)
    throw refusal(`ORGASM map/filter fold only supports local functions: ${name}`, call.callee);
  emitExpression(body, sequence);
  markCall(body, each.span);
  body.code.emit(each.filter ? 'FOLD_FILTER_CALL' : 'FOLD_MAP_CALL', target.index);
}
