// What an expression of the solidity mode begins with.

import { hexDigitsOf } from '../scan-number.js';
import { SyntaxMistake, type Span } from '@sonde/front-end';
import { callOf, contextCall, methodCall, namedType, nameExpression } from '../make.js';
import type { ExpressionTree, Name } from '../tree.js';
import { parseExpression } from './parse-expressions.js';
import { parseArguments } from './parse-postfix.js';
import { isElementary, parseType } from './parse-types.js';
import { isRejectedForm, rejectedForm, rejectedFunctions } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

const units: Readonly<Record<string, bigint>> = {
  wei: 1n,
  gwei: 10n ** 9n,
  ether: 10n ** 18n,
  seconds: 1n,
  minutes: 60n,
  hours: 3600n,
  days: 86_400n,
  weeks: 604_800n,
};

/** In front of a comma, where something is left out. */
const parseHole = (cursor: SolidityCursor): ExpressionTree | undefined =>
  cursor.sees(',') ? { kind: 'hole', at: cursor.peek().at } : undefined;

export function parsePrimary(cursor: SolidityCursor): ExpressionTree {
  const { kind, text, at, string } = cursor.peek();
  if (kind === 'int') return parseNumber(cursor);
  if (kind === 'string') {
    cursor.advance();
    return { kind: 'string', value: string ?? '', at };
  }
  if (kind === 'name' && (text === 'hex' || text === 'unicode') && cursor.is('string', 1))
    return parsePrefixed(cursor);
  if (kind === 'word') return parseWord(cursor);
  if (kind === 'name') return parseName(cursor);
  if (cursor.sees('(')) {
    const items = cursor.bracketed('(', ')', () => parseHole(cursor) ?? parseExpression(cursor));
    // A comma at the end is followed by a place that is left out.
    if (items.length > 0 && cursor.tokenBefore(1).text === ',')
      items.push({ kind: 'hole', at: cursor.tokenBefore(0).at });
    if (items.length === 1) return items[0]!;
    return { kind: 'tuple', items, at: cursor.from(at) };
  }
  if (cursor.sees('[')) {
    const items = cursor.bracketed('[', ']', () => parseExpression(cursor));
    return { kind: 'array', items, at: cursor.from(at) };
  }
  throw cursor.mistake(`expected an expression, found ${text === '' ? 'the end' : cursor.found()}`);
}

/** `hex"00ff"`, of one or several parts, and `unicode"…"`, which all texts are. */
function parsePrefixed(cursor: SolidityCursor): ExpressionTree {
  const { text, at } = cursor.advance();
  if (text === 'unicode') return { kind: 'string', value: cursor.string('a text'), at: cursor.from(at) };
  let digits = cursor.string('digits');
  while (cursor.seesName('hex') && cursor.is('string', 1)) {
    cursor.advance();
    digits += cursor.string('digits');
  }
  const whole = cursor.from(at);
  const plain = digits.replaceAll('_', '');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(plain))
    throw new SyntaxMistake(whole, 'hex"…" has two hexadecimal digits for each byte', 'As in hex"00ff".');
  return bytesOf(plain, whole);
}

const bytesOf = (digits: string, at: Span): ExpressionTree => ({
  kind: 'array',
  items: (digits.match(/../g) ?? []).map(pair => ({
    kind: 'int',
    value: BigInt(`0x${pair}`),
    suffix: 'u8',
    at,
  })),
  at,
});

/** With a unit; of 40 hex digits it is an address. */
function parseNumber(cursor: SolidityCursor): ExpressionTree {
  const { text, at, whole = 0n } = cursor.advance();
  if (/^0x[0-9a-fA-F]{40}$/.test(text))
    return methodCall(
      at,
      callOf(at, ['Address', 'from_hex'], [{ kind: 'string', value: text, at }]),
      'unwrap',
    );
  const unit = cursor.is('name') ? units[cursor.peek().text] : undefined;
  if (unit === undefined) return { kind: 'int', value: whole, ...hexDigitsOf(text), at };
  cursor.advance();
  return { kind: 'int', value: whole * unit, at: cursor.from(at) };
}

function parseWord(cursor: SolidityCursor): ExpressionTree {
  const { text, at } = cursor.peek();
  if (cursor.takes('true') || cursor.takes('false')) return { kind: 'bool', value: text === 'true', at };
  if (cursor.takes('new')) return parseNew(cursor, at);
  if (cursor.takes('type')) return parseTypeFacts(cursor, at);
  if (cursor.takes('payable')) return oneArgument(cursor);
  if (isRejectedForm(text)) throw rejectedForm(text, at);
  if (text === 'this')
    throw cursor.mistake(
      '`this` is only an address here',
      'Write address(this); call functions by their names.',
    );
  throw cursor.mistake(`expected an expression, found ${text}`, `\`${text}\` is a reserved word.`);
}

/** `new uint64[](n)`, `new bytes(n)`: as many zeros. */
function parseNew(cursor: SolidityCursor, start: Span): ExpressionTree {
  const type = parseType(cursor);
  if (type.kind !== 'named' || type.path.segments[0]!.text !== 'vector')
    throw new SyntaxMistake(cursor.from(start), 'contracts cannot make other contracts');
  const count = oneArgument(cursor);
  const at = cursor.from(start);
  return callOf(
    at,
    ['vector', 'filled'],
    [
      count.kind === 'int'
        ? count
        : { kind: 'cast', operand: count, type: namedType(count.at, 'u64'), at: count.at },
      { kind: 'zero', type: type.args[0]!, at },
    ],
  );
}

/** `type(uint64).max` */
function parseTypeFacts(cursor: SolidityCursor, start: Span): ExpressionTree {
  cursor.expect('(');
  const type = parseType(cursor);
  cursor.expect(')');
  cursor.expect('.');
  const member = cursor.name('max or min');
  if (type.kind !== 'named' || !/^(?:max|min)$/.test(member.text))
    throw new SyntaxMistake(member.at, `type(…).${member.text} cannot be converted to Twilight`);
  const at = cursor.from(start);
  const name: Name = { text: member.text.toUpperCase(), at: member.at };
  return { kind: 'path', path: { segments: [...type.path.segments, name], at }, at };
}

function oneArgument(cursor: SolidityCursor): ExpressionTree {
  cursor.expect('(');
  const value = cursor.inBrackets(() => parseExpression(cursor));
  cursor.expect(')');
  return value;
}

function parseName(cursor: SolidityCursor): ExpressionTree {
  const { text, at } = cursor.peek();
  if (isElementary(text)) return parseConversion(cursor);
  const name = cursor.name('an expression');
  if (!cursor.sees('(')) return nameExpression(name);
  const rejected = rejectedFunctions.get(text);
  if (rejected !== undefined)
    throw new SyntaxMistake(at, `${text} cannot be converted to Twilight`, rejected);
  if (text === 'require' || text === 'assert') return parseCheck(cursor, text, at);
  if (text === 'revert') return parseRevertText(cursor, at);
  if (text === 'print') return parsePrint(cursor, at);
  if (cursor.sees('{', 1)) return parseStruct(cursor, name);
  const args = parseArguments(cursor);
  const whole = cursor.from(at);
  if (text === 'keccak256')
    return callOf(
      whole,
      ['nova', 'crypto', 'keccak256'],
      args.map(arg => (arg.kind === 'string' ? methodCall(arg.at, arg, 'to_bytes') : arg)),
    );
  return { kind: 'call', callee: { segments: [name], at }, args, at: whole };
}

/** `uint64(x)`, `address(this)`, `bytes(s)` */
function parseConversion(cursor: SolidityCursor): ExpressionTree {
  const { text, at } = cursor.peek();
  if (text === 'string' && cursor.sees('.', 1) && cursor.seesName('concat', 2)) return parseConcat(cursor);
  const type = parseType(cursor);
  if (!cursor.sees('('))
    throw cursor.mistake(`expected an expression, found the type ${text}`, undefined, at);
  if (text === 'address' && cursor.sees('this', 1)) {
    cursor.advance();
    cursor.advance();
    cursor.expect(')');
    return contextCall(cursor.from(at), 'self', 'address');
  }
  const operand = oneArgument(cursor);
  const whole = cursor.from(at);
  if (/^u?int/.test(text)) return { kind: 'cast', operand, type, at: whole };
  if (text === 'bytes') return methodCall(whole, operand, 'to_bytes');
  if (text === 'bytes32' && operand.kind === 'int') return hashOf(operand.value, whole);
  if (text === 'address' && operand.kind === 'int' && operand.value === 0n)
    return callOf(whole, ['Address', 'zero'], []);
  if (text === 'address' && operand.kind !== 'int') return operand;
  throw new SyntaxMistake(whole, `this conversion to ${text} cannot be converted to Twilight`);
}

/** `bytes32(0)`, `bytes32(0x…)` */
function hashOf(value: bigint, at: Span): ExpressionTree {
  const digits = value.toString(16).padStart(64, '0');
  if (value === 0n) return callOf(at, ['Hash256', 'zero'], []);
  if (digits.length > 64) throw new SyntaxMistake(at, 'this number does not fit into 32 bytes');
  return methodCall(at, callOf(at, ['Hash256', 'from_bytes'], [bytesOf(digits, at)]), 'unwrap');
}

function parseConcat(cursor: SolidityCursor): ExpressionTree {
  const { at } = cursor.advance();
  cursor.advance();
  cursor.advance();
  const [first, ...rest] = parseArguments(cursor);
  const start: ExpressionTree = first ?? { kind: 'string', value: '', at };
  return rest.reduce((joined, next) => methodCall(cursor.from(at), joined, 'concat', [next]), start);
}

/** `require(c, "text")`, `assert(c)` */
function parseCheck(cursor: SolidityCursor, text: 'require' | 'assert', start: Span): ExpressionTree {
  cursor.expect('(');
  const condition = cursor.inBrackets(() => parseExpression(cursor));
  const message = cursor.takes(',') ? cursor.string('a text') : undefined;
  cursor.expect(')');
  return { kind: text, condition, ...(message === undefined ? {} : { message }), at: cursor.from(start) };
}

function parseRevertText(cursor: SolidityCursor, start: Span): ExpressionTree {
  cursor.expect('(');
  const message = cursor.sees(')') ? undefined : cursor.string('a text');
  cursor.expect(')');
  return { kind: 'revert', ...(message === undefined ? {} : { message }), at: cursor.from(start) };
}

function parsePrint(cursor: SolidityCursor, start: Span): ExpressionTree {
  cursor.expect('(');
  return cursor.inBrackets(() => {
    const format = cursor.string('a text in quotes');
    const args = cursor.takes(',') ? cursor.list(')', () => parseExpression(cursor)) : undefined;
    if (args === undefined) cursor.expect(')');
    return { kind: 'print', format, args: args ?? [], at: cursor.from(start) };
  });
}

/** `Quote({gross: 1, fee: 2})` */
function parseStruct(cursor: SolidityCursor, name: Name): ExpressionTree {
  cursor.expect('(');
  const fields = cursor.bracketed('{', '}', () => {
    const field = cursor.name('the name of a field');
    cursor.expect(':');
    return { name: field, value: parseExpression(cursor) };
  });
  cursor.expect(')');
  return { kind: 'struct', path: { segments: [name], at: name.at }, fields, at: cursor.from(name.at) };
}
