// Log messages and hit conditions: what users type, taken apart.

import { scalar, typeId, type CompiledExpression, type Expression } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { FakeReads } from '../test/fake-reads.js';
import { Bindings, compiled, constant, integers } from './build.js';
import { evaluate } from './evaluate.js';
import { hitConditionText, parseHitCondition } from './hit-condition.js';
import { compileToJavaScript } from './javascript.js';
import { compileLogMessage, parseLogMessage } from './log-message.js';

describe('a log message', () => {
  it.each([
    ['plain', ['plain']],
    ['', []],
    ['x = {x}, y = { y }!', ['x = ', { expression: 'x' }, ', y = ', { expression: 'y' }, '!']],
    ['{{x}} \\{y\\}', ['{x} {y}']],
    ['{}', ['{}']],
    ['a } b', ['a } b']],
    ['{f({a: 1}, "}")}', [{ expression: 'f({a: 1}, "}")' }]],
    ["{c == '}'}", [{ expression: "c == '}'" }]],
    ["{it's}", [{ expression: "it's" }]],
    ['{"\\"}"}', [{ expression: '"\\"}"' }]],
  ])('%j is read as its parts', (text, parts) => {
    expect(parseLogMessage(text)).toEqual(parts);
  });

  it('names the brace that is never closed', () => {
    expect(() => parseLogMessage('abc {x')).toThrow('the brace at column 5');
  });

  const text = typeId(1);
  const int = typeId(2);
  const twice = (source: string): CompiledExpression => {
    const double: Expression = new Bindings().bind(constant(BigInt(source), int), bound =>
      integers({ bits: 32, signed: true, overflow: 'wrap' }, int).add(bound, bound),
    );
    return compiled(source, double);
  };

  it('becomes one program with the same result in both back ends', async () => {
    const log = compileLogMessage('a={1} b={20}', twice, text);
    expect(log.pure).toBe(true);
    const access = { slot: () => 0, global: () => 0, memory: () => 0, scalar: () => 0 };
    expect(compileToJavaScript(log.program)(access)).toBe('a=2 b=40');
    const reads = new FakeReads();
    const value = await evaluate(log.program, {
      reader: reads.reader(),
      types: reads.types,
      pointerSize: 8,
      littleEndian: true,
      read: async (_, type) => scalar(type, 0n),
      format: async of => (of.content.kind === 'scalar' ? String(of.content.value) : '?'),
    });
    expect(value.content).toEqual({ kind: 'scalar', value: 'a=2 b=40' });
  });

  it('binds every slot once, though its parts were compiled apart', () => {
    const slots: number[] = [];
    JSON.stringify(compileLogMessage('{1}{2}', twice, text).program, (key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'op' in value && value.op === 'let')
        slots.push((value as unknown as { slot: number }).slot);
      return typeof value === 'bigint' ? key : value;
    });
    expect(slots).toEqual([0, 1]);
  });
});

describe('a hit condition', () => {
  it.each([
    ['5', 'eq', 5],
    ['== 5', 'eq', 5],
    ['=5', 'eq', 5],
    ['>=10', 'ge', 10],
    [' > 3 ', 'gt', 3],
    ['<= 2', 'le', 2],
    ['<2', 'lt', 2],
    ['% 4', 'multiple', 4],
  ] as const)('%j', (text, compare, count) => {
    expect(parseHitCondition(text)).toEqual({ compare, count });
    expect(parseHitCondition(hitConditionText({ compare, count }))).toEqual({ compare, count });
  });

  it.each(['', 'x', '!= 3', '-1', '5 5', '>', '% 0', '0', '== 0', '1e3', '99999999999999999999'])(
    'refuses %j',
    text => {
      expect(() => parseHitCondition(text)).toThrow(`'${text}'`);
    },
  );
});
