import { describe, expect, test } from 'vitest';
import { readNgo } from '../format/ngo-reader.js';
import { writeNgo } from '../format/ngo-writer.js';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { verifyModule } from '../format/verify.js';
import { compileProgram } from '../compile.js';
import { SourceProblem } from '../source.js';
import type { Generated as Compiled } from './generate.js';
import { compileText } from '../../test/codegen/compile-text.js';

const programs: readonly string[] = [
  `type Shape = Circle(r: i32) | Square(side: i32) | Nothing;
fun area(s: Shape) -> i32 {
  switch (s) {
    case Circle(r) { return 3 * r * r; }
    case Square(side) { return side * side; }
    otherwise { return 0; }
  }
}
val shapes = [Circle(1), Circle(2)];
loop i = 0, sum = 0 {
  if (i < 2) { next i + 1, sum + area(shapes[i]); }
  print(sum);
}`,
  `trait Show { fun show(self: ref<Self>) -> string; fun twice(self: ref<Self>) -> string { return self.show() + self.show(); } }
type Tag { t: string; n: i32; fun more(k: i32) -> i32 { return n + k; } fun put(self: ref<Self>, k: i32) { self.n := k; } }
impl Show for Tag { fun show(self: ref<Self>) -> string { return self.t; } }
fun both(a: ref<Show>, b: ref<Show>) -> string { return a.show() + b.show(); }
val tag = new Tag { t: "x", n: 1 };
tag.put(5);
print(both(tag, tag), tag.more(2), Show::show(tag), tag.Show::show(), (*tag).n);`,
  `fun<T> pick(a: T, b: T) -> T { val c = a; { val a = b; print(a); } return c; }
fun add(a: i32, b: i32 = 2) -> i32 { return a + b; }
fun odd(a: i32) -> bool { return ((a % 2) == 1) && !(a == 7); }
val xs = [1, 2, 3];
val (first, ...others) = (1, "a", true);
val [head, ...tail] = xs;
print(pick(1, 2), pick("a", "b"), [add(xs)...], [odd(xs)?...], add(xs..., 0), xs[1..], xs[^1], others, tail);
val r = ref xs[0];
*r := 4;
print(1 |> add, add(...(1, 2)), move head, 0..=3, (first <= 2) || false);`,
];

const spare = [
  '(',
  ')',
  '{',
  '}',
  ';',
  ',',
  '...',
  ':=',
  '==',
  '<=',
  '&&',
  'next',
  'return',
  'val',
  'self',
  'xs',
  'ref',
  'move',
  '1',
  '"s"',
  'unit',
  'new',
  '*',
  '.',
  '?...',
  '..',
  '|>',
  'is',
  'print',
];

function mutated(text: string, random: (below: number) => number): string {
  const words = text.split(/(\s+|[A-Za-z_]\w*|\d+|"[^"]*"|[^\s\w"]+)/).filter(word => word !== '');
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const at = random(words.length);
    const other = words[random(words.length)]!;
    switch (random(5)) {
      case 0:
        words.splice(at, 1);
        break;
      case 1:
        words.splice(at, 0, other);
        break;
      case 2:
        words[at] = other;
        break;
      case 3:
        words[at] = spare[random(spare.length)]!;
        break;
      default:
        words.length = Math.max(1, at);
    }
  }
  return words.join('');
}

const checked = (text: string, upstreamCompatible: boolean): Compiled =>
  compileProgram('/main.ng', { upstreamCompatible }, undefined, path =>
    path === '/main.ng' ? Buffer.from(text) : undefined,
  ).modules[0] as Compiled;

/** Without the checker, which lets few of them through, so that the code generator sees what it never should. */
const unchecked = (text: string, upstreamCompatible: boolean): Compiled =>
  compileText(text, { upstreamCompatible });

/** How many of them became modules. */
function compileAll(texts: Iterable<string>, compile: (text: string) => Compiled): number {
  let compiled = 0;
  for (const text of texts) {
    try {
      const { module, sourceMap, debug } = compile(text);
      expect(verifyModule(module), text).toEqual([]);
      const back = readNgo(writeNgo(module, { sourceMap, debug }), 'main.ngo');
      expect(back.problems, text).toEqual([]);
      expect(back.debug, text).toEqual(debug);
      compiled++;
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw new Error(text, { cause: error });
    }
  }
  return compiled;
}

function* mutations(rounds: number): Generator<string> {
  const random = seededRandom(20_260_609);
  for (let round = 0; round < rounds; round++) yield mutated(programs[round % programs.length]!, random);
}

test('the programs themselves are right', () => {
  expect(compileAll(programs, text => checked(text, false))).toBe(programs.length);
});

describe.each([false, true])(
  'mutated programs become sound modules or are refused (compatible: %s)',
  compatible => {
    test('when they are checked', () => {
      expect(compileAll(mutations(400), text => checked(text, compatible))).toBeGreaterThan(5);
    });

    test('when nobody checks them', () => {
      expect(compileAll(mutations(400), text => unchecked(text, compatible))).toBeGreaterThan(20);
    });
  },
);
