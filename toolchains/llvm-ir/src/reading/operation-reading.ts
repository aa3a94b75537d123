// One instruction, from its text to data. Never throws: what it cannot read is an `unknown` operation.

import { OperandCursor, Unreadable } from './operand-cursor.js';
import type { CallArgument, GlobalDefinition, Operand, Operation, TypeShape } from './operand-data.js';

const binaryOperators = new Set(
  'add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem'.split(' '),
);

const castOperators = new Set(
  'trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast'.split(
    ' ',
  ),
);

/** `text` as in `InstructionData`: with its result, without attachments. */
export function readOperation(text: string): Operation {
  try {
    const cursor = new OperandCursor(text);
    if (cursor.take('%')) {
      cursor.match(/"[^"]*"|[-a-zA-Z$._0-9]+/);
      cursor.expect('=');
    }
    return read(cursor, cursor.word()) ?? { kind: 'unknown', text };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unknown', text };
    throw error;
  }
}

/** The text of a type; `other` where it is none. */
export function readTypeShape(text: string): TypeShape {
  return attempt(text, cursor => cursor.type()) ?? { kind: 'other', text };
}

/** `i32 7`, `ptr %x`. */
export function readOperand(text: string): Operand {
  const found = attempt(text, cursor => {
    const type = cursor.type();
    cursor.attributes(() => atOperand(cursor));
    return cursor.operand(type);
  });
  return found ?? { kind: 'unknown', type: { kind: 'other', text: '' }, text };
}

const linkages = new Set(
  'private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external'.split(
    ' ',
  ),
);

/** Of a variable or constant; undefined for what is neither, such as an alias. */
export function readGlobalDefinition(text: string): GlobalDefinition | undefined {
  return attempt(text, cursor => {
    const words = cursor.attributes(() => /^\s*(?:global|constant)\s/.test(cursor.rest));
    cursor.word();
    const type = cursor.type();
    const linkage = words.find(word => linkages.has(word)) ?? 'external';
    const isThreadLocal = words.some(word => word.startsWith('thread_local'));
    // What is said to be external has no value; what says nothing has one.
    const isDeclared = words.includes('external') || words.includes('extern_weak');
    const value = isDeclared || cursor.atEnd ? undefined : cursor.operand(type);
    const align = /,\s*align (\d+)/.exec(cursor.rest)?.[1];
    return {
      linkage,
      type,
      isThreadLocal,
      ...(value === undefined ? {} : { value }),
      ...(align === undefined ? {} : { align: Number(align) }),
    };
  });
}

/** What another name stands for: the operand behind `alias`. */
export function readAliasTarget(text: string): Operand | undefined {
  return attempt(text, cursor => {
    cursor.attributes(() => /^\s*(?:alias|ifunc)\s/.test(cursor.rest));
    cursor.word();
    cursor.type();
    cursor.expect(',');
    return cursor.typed();
  });
}

function attempt<Result>(text: string, reading: (cursor: OperandCursor) => Result): Result | undefined {
  try {
    return reading(new OperandCursor(text));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function read(cursor: OperandCursor, opcode: string): Operation | undefined {
  if (binaryOperators.has(opcode)) {
    cursor.attributes(() => cursor.atType);
    const left = cursor.typed();
    cursor.expect(',');
    return { kind: 'binary', operator: opcode, left, right: cursor.operand(left.type) };
  }
  if (castOperators.has(opcode)) {
    cursor.attributes(() => cursor.atType);
    const value = cursor.typed();
    cursor.expect('to');
    return { kind: 'cast', operator: opcode, value, to: cursor.type() };
  }
  switch (opcode) {
    case 'icmp':
    case 'fcmp':
      return readCompare(cursor, opcode === 'fcmp');
    case 'fneg':
      cursor.attributes(() => cursor.atType);
      return { kind: 'negate', value: cursor.typed() };
    case 'alloca':
      return readAlloca(cursor);
    case 'load':
    case 'store':
      return readAccess(cursor, opcode);
    case 'getelementptr': {
      cursor.attributes(() => cursor.atType);
      const source = cursor.type();
      cursor.expect(',');
      const [base, ...indices] = listOf(cursor);
      return base === undefined ? undefined : { kind: 'address', source, base, indices };
    }
    case 'select': {
      cursor.attributes(() => cursor.atType);
      const [condition, whenTrue, whenFalse] = listOf(cursor);
      if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return undefined;
      return { kind: 'select', condition, whenTrue, whenFalse };
    }
    case 'phi':
      return readPhi(cursor);
    case 'br':
    case 'switch':
    case 'ret':
    case 'unreachable':
      return readTerminator(cursor, opcode);
    case 'tail':
    case 'musttail':
    case 'notail':
      cursor.expect('call');
      return readCall(cursor);
    case 'call':
      return readCall(cursor);
    case 'extractvalue':
      return { kind: 'extract', aggregate: cursor.typed(), path: pathOf(cursor) };
    case 'insertvalue': {
      const aggregate = cursor.typed();
      cursor.expect(',');
      return { kind: 'insert', aggregate, value: cursor.typed(), path: pathOf(cursor) };
    }
    case 'freeze':
      return { kind: 'freeze', value: cursor.typed() };
    case 'va_arg': {
      const list = cursor.typed();
      cursor.expect(',');
      return { kind: 'va-arg', list, type: cursor.type() };
    }
    default:
      return undefined;
  }
}

function listOf(cursor: OperandCursor): Operand[] {
  const found: Operand[] = [];
  do found.push(cursor.typed());
  while (cursor.take(','));
  return found;
}

function pathOf(cursor: OperandCursor): number[] {
  const path: number[] = [];
  while (cursor.take(',')) path.push(Number(cursor.integer()));
  return path;
}

function readCompare(cursor: OperandCursor, isFloat: boolean): Operation {
  const words = cursor.attributes(() => cursor.atType);
  const left = cursor.typed();
  cursor.expect(',');
  const right = cursor.operand(left.type);
  return { kind: 'compare', isFloat, predicate: words.at(-1) ?? '', left, right };
}

function readAlloca(cursor: OperandCursor): Operation {
  cursor.attributes(() => cursor.atType);
  const type = cursor.type();
  let count: Operand | undefined;
  let align: number | undefined;
  while (cursor.take(',')) {
    if (cursor.take('align')) align = Number(cursor.integer());
    else if (cursor.take('addrspace')) cursor.match(/\(\d+\)/);
    else count = cursor.typed();
  }
  return {
    kind: 'alloca',
    type,
    ...(count === undefined ? {} : { count }),
    ...(align === undefined ? {} : { align }),
  };
}

function readAccess(cursor: OperandCursor, opcode: 'load' | 'store'): Operation {
  const words = cursor.attributes(() => cursor.atType);
  const isAtomic = words.includes('atomic');
  if (opcode === 'load') {
    const type = cursor.type();
    cursor.expect(',');
    return { kind: 'load', type, address: cursor.typed(), isAtomic };
  }
  const value = cursor.typed();
  cursor.expect(',');
  return { kind: 'store', value, address: cursor.typed(), isAtomic };
}

function readPhi(cursor: OperandCursor): Operation {
  cursor.attributes(() => cursor.atType);
  const type = cursor.type();
  const incoming: { readonly value: Operand; readonly block: string }[] = [];
  do {
    cursor.expect('[');
    const value = cursor.operand(type);
    cursor.expect(',');
    cursor.expect('%');
    const block = cursor.match(/"[^"]*"|[-a-zA-Z$._0-9]+/) ?? cursor.fail();
    cursor.expect(']');
    incoming.push({ value, block: block.replace(/^"|"$/g, '') });
  } while (cursor.take(','));
  return { kind: 'phi', type, incoming };
}

function readTerminator(cursor: OperandCursor, opcode: string): Operation {
  if (opcode === 'unreachable') return { kind: 'unreachable' };
  if (opcode === 'ret') {
    if (cursor.take('void')) return { kind: 'return' };
    return { kind: 'return', value: cursor.typed() };
  }
  if (opcode === 'br') {
    if (/^\s*label\b/.test(cursor.rest)) return { kind: 'jump', target: cursor.label() };
    const condition = cursor.typed();
    cursor.expect(',');
    const whenTrue = cursor.label();
    cursor.expect(',');
    return { kind: 'branch', condition, whenTrue, whenFalse: cursor.label() };
  }
  const value = cursor.typed();
  cursor.expect(',');
  const otherwise = cursor.label();
  cursor.expect('[');
  const cases: { readonly value: bigint; readonly target: string }[] = [];
  while (!cursor.take(']')) {
    const found = cursor.typed();
    if (found.kind !== 'integer') cursor.fail();
    cursor.expect(',');
    cases.push({ value: found.value, target: cursor.label() });
  }
  return { kind: 'switch', value, otherwise, cases };
}

function readCall(cursor: OperandCursor): Operation {
  cursor.attributes(() => cursor.atType);
  const type = cursor.type();
  const callee = cursor.operand({ kind: 'pointer' });
  const result = type.kind === 'function' ? type.result : type;
  if (callee.kind === 'assembly') return { kind: 'call', result, callee, arguments: [] };
  cursor.expect('(');
  const given = cursor.list(')', () => readArgument(cursor));
  const fixed = type.kind === 'function' && type.varargs ? type.parameters.length : undefined;
  return { kind: 'call', result, callee, arguments: given, ...(fixed === undefined ? {} : { fixed }) };
}

const atOperand = (cursor: OperandCursor): boolean =>
  /^\s*(?:[%@\d\-+[{<!]|c"|true\b|false\b|null\b|none\b|undef\b|poison\b|zeroinitializer\b|splat\b|asm\b|getelementptr\b|ptrtoint\b|inttoptr\b|bitcast\b|addrspacecast\b|trunc\b|add\b|sub\b|xor\b|mul\b)/.test(
    cursor.rest,
  ) || cursor.atEnd;

function readArgument(cursor: OperandCursor): CallArgument {
  const type = cursor.type();
  if (type.kind === 'other' && type.text === 'metadata') {
    const text = cursor.match(/[^,)]*(?:\([^)]*\))?/) ?? '';
    return { operand: { kind: 'unknown', type, text }, attributes: [] };
  }
  const attributes = cursor.attributes(() => atOperand(cursor));
  return { operand: cursor.operand(type), attributes };
}
