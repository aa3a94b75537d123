// Expressions of Aria in the debugger: they must come to what the compiled program itself prints for them.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const declarations = `
const Point = struct { x: int32, y: int32, func:sum = int32(self) { pass(self.x + self.y); }; };
const Deep = struct { p: Point, row: int16[3], level: tbb16, name: string };
const Node = struct { value: int64, next: gc Node };
const Colour = enum { red, green = 5, blue };
int64:shared = -7;
func:half = int32(int32:n) { if (n % 2 != 0) { fail(3); } pass(n / 2); };
func:add = int64(int64:a, int64:b) { pass(a + b); };
func:mean = flt64(flt64:a, flt32:b) { pass((a + (flt64)b) / 2.0); };
func:moved = Point(Point:p, int32:by) { pass(Point{ x: p.x + by, y: p.y + by }); };
func:longest = Deep(Deep:d, int8:more) { d.level = d.level + 1; d.row[0] = d.row[0] + (int16)more; pass(d); };
func:shout = string(string:s) { pass(\`&{s}!\`); };
func:nothing = void() { pass; };
`;

const variables = `
  int8:i8 = -128; int16:i16 = 32767; int32:i32 = -5; int64:i64 = -9223372036854775807;
  uint8:u8 = 250; uint16:u16 = 65535; uint32:u32 = 4000000000; uint64:u64 = 18446744073709551615; byte:b = 200;
  tbb8:t8 = 100; tbb8:bad = ERR; tbb8:neg = -127; tbb16:t16 = 32000; tbb32:t32 = 2000000000; tbb64:t64 = 9223372036854775807;
  tbb64:bad64 = ERR; tbb16:bad16 = ERR;
  flt32:f32 = 0.1; flt64:f64 = -2.25; flt64:zero = 0.0; flt64:large = 1.0e300;
  bool:yes = true; bool:no = false;
  string:name = "wörld"; string:empty = "";
  int32[4]:row = [10, 20, 30, 40]; Point:p = Point{ x: 3, y: -4 };
  Deep:deep = Deep{ p: p, row: [1, 2, 3], level: 32767, name: "deep" };
  gc Point:q = Point{ x: 5, y: 6 }; gc Node:list = Node{ value: 1, next: NULL }; list.next = Node{ value: 2, next: NULL };
  Point@:at = @p; int32@:first = @row[0]; Point@:none = NULL;
  wild int64:w = 77; wild Point:wp = Point{ x: 8, y: 9 }; wild int64@:many = aria.alloc<int64>(4); many[2] = 22;
  result<int32>:ok = half(8); result<int32>:failed = half(7);
  Colour:c = Colour.green; func<int64(int64,int64)>:f = add;
`;

/** What only looks. */
const pure: readonly string[] = [
  ...[
    'i8',
    'i16',
    'i32',
    'i64',
    'u8',
    'u16',
    'u32',
    'u64',
    'b',
    't8',
    'bad',
    't16',
    't32',
    't64',
    'f32',
    'f64',
  ],
  ...[
    'yes',
    'no',
    'name',
    'empty',
    'shared',
    'c',
    'i8 - 1',
    'i8 + i8',
    'i16 + 1',
    'i16 * i16',
    'i32 * i32',
    '-i8',
  ],
  ...[
    'i64 - 2',
    'i64 - 1',
    'u8 + 10',
    'u8 * 3',
    'u16 + 1',
    'u32 * 2',
    'u64 + 1',
    'u64 * u64',
    'b + b',
    '~u8',
    '~i32',
  ],
  ...[
    'i32 / 2',
    'i32 % 2',
    '-7 / 2',
    '-7 % 2',
    'i8 / -1',
    'i8 % -1',
    'u64 / 3',
    'u8 - 251',
    'i32 << 3',
    'i32 << 33',
  ],
  ...[
    'i32 >> 1',
    'u32 >> 28',
    'i8 >> 1',
    'i8 << 9',
    'u8 & 15',
    'u8 | 5',
    'u8 ^ 255',
    'i32 & 6',
    '0xff + 1',
    '0b101',
  ],
  ...[
    "'a'",
    '0o17',
    't8 + 27',
    't8 + 28',
    't8 - 100',
    't8 * 2',
    't8 / 0',
    't8 % 0',
    't8 / 7',
    't8 % 7',
    'neg - 1',
  ],
  ...[
    'neg',
    '-neg',
    '-bad',
    'bad + 1',
    'bad * 0',
    '1 - bad',
    'bad == ERR',
    't8 == ERR',
    't8 != bad',
    'bad < neg',
  ],
  ...[
    't16 + 767',
    't16 + 768',
    't32 + t32',
    't32 * t32',
    't64 + 1',
    't64 - 1',
    't64 * t64',
    '-t64',
    'bad64 + 1',
  ],
  ...[
    't64 / -1',
    'bad16 - 1',
    't8 + t8 + t8',
    '(t8 - 50) * 2 + 7',
    't8 <=> 5',
    'i32 <=> i32',
    'f64 <=> zero',
  ],
  ...[
    '(tbb8)t16',
    '(tbb16)t8',
    '(tbb16)bad',
    '(tbb8)bad16',
    '(tbb8)300',
    '(tbb8)i8',
    '(tbb8)u8',
    '(tbb64)u64',
  ],
  ...[
    '(int8)300',
    '(uint8)-1',
    '(int8)t16',
    '(int32)bad',
    '(uint16)i32',
    '(int64)u64',
    '(flt64)t8',
    '(flt64)bad',
  ],
  ...[
    '(flt32)u64',
    '(flt64)i64',
    '(int32)f64',
    '(uint8)f64',
    '(int8)large',
    '(int32)(zero / zero)',
    '(tbb8)f64',
  ],
  ...['(tbb8)large', '(tbb8)(zero / zero)', '(bool)i32', '(bool)zero', '(int32)yes', '(bool)f32', '(int32)c'],
  ...[
    'f32 + f32',
    'f32 * 3.0',
    'f64 * f64',
    'f64 / zero',
    'zero / zero',
    '-f64 / zero',
    'f64 % 2.0',
    '-zero',
    'large',
  ],
  ...[
    'large * large',
    '1.0e21',
    '1.0e-7',
    '123456789.125',
    'f64 < zero',
    'zero / zero == zero / zero',
    'f64 != f64',
  ],
  ...[
    'yes && no',
    'yes || no',
    '!yes',
    'no && 1 / (i32 + 5) == 0',
    'i32 < 0 && i64 < 0',
    'u64 > 3',
    'u8 == b',
  ],
  ...[
    'is yes : 1 : 2',
    'is no : name : "other"',
    'is t8 > 50 : t8 : bad',
    'name == "wörld"',
    'name != empty',
  ],
  ...[
    'name < "x"',
    'name + "!"',
    'empty + empty',
    'len(name)',
    'len(empty)',
    'len(row)',
    'len(name + "!")',
    'name[1]',
  ],
  ...[
    'row[0]',
    'row[3]',
    'row[i32 + 6]',
    'row[u8 - 249]',
    'p.x',
    'p.y + p.x',
    'deep.p.y',
    'deep.row[2]',
    'deep.level',
  ],
  ...[
    'deep.name',
    'deep.level + 1',
    'q.x',
    'q.x * q.y',
    'list.value',
    'list.next.value',
    'list.next?.value ? -1',
  ],
  ...[
    'list.next.next == NULL',
    'list.next.next?.value ? -1',
    'at->x',
    'at.y',
    'at == NULL',
    'none == NULL',
    'first[2]',
  ],
  ...[
    'at == @p',
    'none?.x ? 9',
    'w',
    'w + 1',
    'wp.x',
    'wp->y',
    'many[2]',
    'many[0] + many[2]',
    '(first + 1)[1]',
  ],
  ...[
    'ok.val',
    'ok.err',
    'failed.err',
    'failed.val',
    'ok ? 9',
    'failed ? 9',
    'ok ?? 9',
    'failed ?? -9',
    'ok + 1',
  ],
  ...[
    'c == Colour.green',
    'c != Colour.red',
    'Colour.blue',
    '(Colour)5 == c',
    '(i32 + 3) * (i32 - 3)',
    '- - 5',
    '1 + 2 * 3',
  ],
];

/** What calls, or is too deep in quotes for a log message. */
const calling: readonly string[] = [
  ...[
    'half(8)',
    'half(8) + 1',
    'half(7) ? -1',
    'half(7).err',
    '8 |> half',
    'half <| 6',
    'p.sum()',
    'q.sum()',
    'at.sum()',
  ],
  ...[
    'add(1, 2)',
    'add(i64, shared)',
    'f(3, 4)',
    'mean(1.5, f32)',
    'moved(p, 10).val.x',
    'moved(p, 10)?.y ? 0',
  ],
  ...['longest(deep, 5).val.level', 'longest(deep, 5).val.row[0]', 'shout(name)', 'shout(deep.name) + empty'],
  ...['nothing().err', 'half(half(8))', '`<&{`in &{name}`}>`', 'wp.sum()'],
];

const all = [...pure, ...calling];

const program = `${declarations}
func:main = int32() {${variables}
  println("begin"); // #here
${all.map(expression => `  println(\`&{${expression}}\`);`).join('\n')}
  aria.free(w); aria.free(wp); aria.free(many);
  pass(0);
};
`;

async function evaluated(client: TestClient, frameId: number, expression: string): Promise<string> {
  const asked = { expression: `\`&{${expression}}\``, frameId, context: 'repl' } as const;
  const { result } = await client
    .request('evaluate', asked)
    .catch((error: unknown) => ({ result: String(error) }));
  return result.replace(/^"(.*)"$/, '$1');
}

describeUnlessMissing('expressions of Aria', (await nativeTools()).missing, () => {
  it('come to what the program prints for them', { timeout: 120_000 }, async () => {
    const file = written('agreement.aria', program, testFolder());
    const client = await clientFor(aria);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { id } = await client.topFrame();
    const found: string[] = [];
    for (const expression of all) found.push(`${expression} = ${await evaluated(client, id, expression)}`);
    await client.runToEnd();
    const printed = client
      .output({ category: 'stdout' })
      .split('\n')
      .slice(1, all.length + 1);
    expect(found).toEqual(all.map((expression, index) => `${expression} = ${printed[index]!}`));
  });

  it('come to the same in a log message, while the program runs', { timeout: 120_000 }, async () => {
    const file = written('agreement.aria', program, testFolder());
    const client = await clientFor(aria);
    const logMessage = pure.map(expression => `{\`&{${expression}}\`}`).join('¦');
    await client.launch({ program: file }, () => client.setBreakpoints(file, [{ at: '#here', logMessage }]));
    await client.waitForEnd();
    const logged = client.output({ category: 'console' });
    const line = logged.split('\n').find(each => each.includes('¦')) ?? logged;
    const printed = client.output({ category: 'stdout' }).split('\n').slice(1);
    expect(line.split('¦').map((text, index) => `${pure[index]!} = ${text}`)).toEqual(
      pure.map((expression, index) => `${expression} = ${printed[index]!}`),
    );
  });
});
