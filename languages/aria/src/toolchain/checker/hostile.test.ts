// Sources that nobody means: they get an answer, whatever they are.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../test/interpreter/interpreter.js';
import { parseExpressionText } from '../syntax/parse-text.js';
import { checkText, inMain } from './checked-text.js';

const many = 100_000;
const around = (before: string, middle: string, after: string, times = many): string =>
  `${before.repeat(times)}${middle}${after.repeat(times)}`;

describe('what is too deep is refused with a message', () => {
  it.each([
    ['parentheses', inMain(`int64:x = ${around('(', '1', ')')};`)],
    ['a sum', inMain(`int64:x = ${'1 + '.repeat(many)}1;`)],
    ['signs', inMain(`int64:x = ${'- '.repeat(many)}1;`)],
    ['blocks', inMain(around('{', '', '}'))],
    ['ifs', inMain(around('if (true) {', '', '}'))],
    ['elses', inMain(`if (true) {} ${'else if (true) {} '.repeat(many)}`)],
    ['arrays', inMain(`int64:x = ${around('[', '1', ']')};`)],
    ['elements', inMain(`int64:x = 1; x${'[0]'.repeat(many)} = 1;`)],
    ['results in results', inMain(`${around('result<', 'int8', '>')}:x;`)],
    ['pointers to pointers', inMain(`int8${'@'.repeat(many)}:x;`)],
    ['templates in templates', inMain(`println(${around('`&{', '1', '}`')});`)],
    ['defers', inMain(around('defer {', '', '}'))],
    ['pipes', inMain(`int64:x = 1${' |> f'.repeat(many)};`)],
    ['open blocks', '{'.repeat(many)],
    [
      'structs in structs',
      Array.from({ length: 500 }, (_, i) => `const S${i} = struct { a: S${i + 1}, b: S${i + 1} };`).join(
        '\n',
      ) + 'const S500 = struct { x: int8 };',
    ],
  ])('%s', (_, text) => {
    const { program, diagnostics } = checkText(text);
    expect(program).toBeUndefined();
    expect(diagnostics[0]?.message).toMatch(/too (deeply|long|large|many)/);
    expect(diagnostics.length).toBeLessThanOrEqual(50);
  });

  it('what is only deep is not', () => {
    for (const text of [around('(', '1', ')', 100), `${'1 + '.repeat(300)}1`, around('[', '1', ']', 50)]) {
      expect(parseExpressionText(text)).not.toHaveProperty('problem');
    }
    expect(checkText(inMain(around('if (true) {', '', '}', 100))).program).toBeDefined();
  });
});

describe('examples cut and mixed at random', () => {
  const folder = new URL('../../../examples/', import.meta.url);
  const pieces = readdirSync(folder)
    .filter(name => name.endsWith('.aria'))
    .map(name => readFileSync(new URL(name, folder), 'utf8').match(/\w+|"[^"\n]*"|\s+|[^\w\s]/g) ?? []);
  const all = pieces.flat().concat(['\u0000', '§', '&{', '/*', "'", '`', '9'.repeat(90)]);

  it.each([1, 2, 3, 4])('are answered, and run when they still make sense (seed %i)', seed => {
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state % below;
    };
    let valid = 0;
    for (let round = 0; round < 150; round++) {
      const text = [...pieces[random(pieces.length)]!];
      for (let changes = random(4) + 1; changes > 0; changes--) {
        const at = random(text.length);
        const piece = all[random(all.length)]!;
        if (random(3) === 0) text.splice(at, 1 + random(3));
        else if (random(2) === 0) text.splice(at, 0, piece);
        else text[at] = piece;
      }
      const { program, diagnostics } = checkText(text.join(''));
      expect(program === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      if (!program) continue;
      valid++;
      expect(run(program, { mostSteps: 10_000 }).ending.kind).toMatch(/exited|failed|trapped|endless/);
    }
    expect(valid).toBeGreaterThan(2);
  });
});
