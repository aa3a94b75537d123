import { describe, expect, it } from 'vitest';
import { inMain } from '../../toolchain/checker/checked-text.js';
import { lines, printed, runText } from './interpreted-text.js';

const shown = (statements: string, value: string): string => printed(`${statements}\nprint(${value});`);

describe('integers wrap around', () => {
  it.each([
    ['int8:a = 127; a = a + 1;', 'a', '-128'],
    ['int8:a = -128; a = -a;', 'a', '-128'],
    ['int8:a = -128; a = a / -1;', 'a', '-128'],
    ['int8:a = -128; a = a % -1;', 'a', '0'],
    ['uint8:a = 0; a--;', 'a', '255'],
    ['int64:a = 9223372036854775807; a += 1;', 'a', '-9223372036854775808'],
    ['uint64:a = 0; a -= 1;', 'a', '18446744073709551615'],
    ['int32:a = 65536; a *= a;', 'a', '0'],
    ['int32:a = -7;', 'a / 2', '-3'],
    ['int32:a = -7;', 'a % 2', '-1'],
    ['int8:a = 1;', 'a << 9', '2'],
    ['int8:a = -8;', 'a >> 1', '-4'],
    ['uint8:a = 0xf8;', 'a >> 1', '124'],
    ['uint8:a = 1;', '~a', '254'],
    ['int8:a = 5;', '-a ^ 3', '-8'],
  ])('%s %s is %s', (statements, value, wanted) => {
    expect(shown(statements, value)).toBe(wanted);
  });
});

describe('a tbb keeps its error', () => {
  it.each([
    ['tbb8:a = 127; a = a + 1;', 'a', 'ERR'],
    ['tbb8:a = -127; a--;', 'a', 'ERR'],
    ['tbb8:a = 64; a *= 2;', 'a', 'ERR'],
    ['tbb8:a = ERR; a = a - a;', 'a', 'ERR'],
    ['tbb8:a = ERR;', '-a', 'ERR'],
    ['tbb8:a = ERR; a = 0 * a;', 'a', 'ERR'],
    ['tbb8:a = 5; a = a / 0;', 'a', 'ERR'],
    ['tbb8:a = 5; a = a % 0;', 'a', 'ERR'],
    ['tbb8:a = -127;', '-a', '127'],
    ['tbb64:a = 9223372036854775807; a++;', 'a', 'ERR'],
    ['tbb8:a = ERR;', 'a < -127', 'true'],
    ['tbb8:a = ERR;', 'a == ERR', 'true'],
    ['tbb8:a = ERR;', '(tbb64)a', 'ERR'],
    ['tbb16:a = 128;', '(tbb8)a', 'ERR'],
    ['tbb16:a = -127;', '(tbb8)a', '-127'],
    ['int32:a = -128;', '(tbb8)a', 'ERR'],
    ['tbb8:a = ERR;', '(int32)a', '-128'],
    ['tbb8:a = ERR;', '(flt64)a', 'NaN'],
    ['flt64:a = 1000.0;', '(tbb8)a', 'ERR'],
  ])('%s %s is %s', (statements, value, wanted) => {
    expect(shown(statements, value)).toBe(wanted);
  });
});

describe('conversions and texts', () => {
  it.each([
    ['int32:a = 300;', '(uint8)a', '44'],
    ['int8:a = -1;', '(uint32)a', '4294967295'],
    ['uint8:a = 255;', '(int8)a', '-1'],
    ['flt64:a = -1.9;', '(int32)a', '-1'],
    ['flt64:a = 1e300;', '(int16)a', '32767'],
    ['flt64:a = 0.0 / 0.0;', '(int16)a', '0'],
    ['int64:a = 3;', '(flt32)a / 2.0', '1.5'],
    ['flt32:a = 0.1;', 'a', '0.10000000149011612'],
    ['flt64:a = 1e21;', 'a', '1e+21'],
    ['bool:a = true;', '(int8)a', '1'],
    ['int8:a = 2;', '(bool)a', 'true'],
    ['flt64:a = 7.5;', 'a % 2.0', '1.5'],
    ['string:a = "x";', '`<&{a}|&{1 + 1}|&{true}>`', '<x|2|true>'],
    ['string:a = "héllo";', 'a', 'héllo'],
    ['string:a = "ab"; a += "c";', '`&{len(a)} &{a[2]}`', '3 99'],
    ['int64:a = 1;', 'is a == 1 : "one" : "many"', 'one'],
    ['int64:a = 3;', '5 <=> a', '1'],
    ['int64:a = 3;', 'a++ + ++a', '8'],
    ['int64:a = 1; int64:b = a = 5;', 'a + b', '10'],
  ])('%s %s is %s', (statements, value, wanted) => {
    expect(shown(statements, value)).toBe(wanted);
  });

  it('decide no more than they must', () => {
    const before = 'func:loud = bool(bool:b) { print("!"); pass(b); };';
    expect(
      printed('bool:a = false && loud(true); bool:b = true || loud(true); print(a); print(b);', before),
    ).toBe('falsetrue');
  });
});

describe('numbers of different types', () => {
  it.each([
    ['int32:s = 0; till(10, 1) { s = s + $; }', 's', '45'],
    ['int32:s = 0; for i in 0..3 { s += i; }', 's', '6'],
    ['int64:s = 1; int32:k = -4; s = s + k;', 's', '-3'],
    ['int8:a = -3; int64:b = a;', 'b', '-3'],
    ['uint8:a = 200; int16:b = a;', 'b', '200'],
    ['int64:a = 300; int8:b = a;', 'b', '44'],
    ['int32:a = -1; uint32:b = a;', 'b', '4294967295'],
    ['int8:a = 100;', 'a + 300', '400'],
    ['int8:a = 1; uint64:b = 2;', 'a < b', 'true'],
    ['flt32:a = 0.5; flt64:b = 0.25;', 'a + b', '0.75'],
  ])('%s %s is %s', (statements, value, wanted) => {
    expect(shown(statements, value)).toBe(wanted);
  });
});

describe('results', () => {
  it('fall back to results, which fall back to values', () => {
    const half = 'func:half = int32(int32:n) { if (n % 2 != 0) { fail(3); } pass(n / 2); };\n';
    expect(printed('int32:a = half(1) ? half(3) ? 7; print(a); print(half(1) ? half(8) ? 7);', half)).toBe(
      '74',
    );
  });

  const before = `func:may = int32(int32:n) { if (n > 9) { fail(4); } pass(n); };
func:twice = int32(int32:n) { defer print("d"); pass(may(n) + may(n + 1)); };
`;
  it('unwrap by themselves and carry the error on, running what was deferred', () => {
    expect(printed('print(twice(1)); print(twice(9).err); print(twice(20) ? -1);', before)).toBe('d3d4d-1');
  });

  it('that failed have a zero for a value', () => {
    expect(
      printed('print(may(10).val); result<int32>:r = may(3); print(r.err == NULL); print(r.val);', before),
    ).toBe('0true3');
  });

  it('evaluate a default only when it is needed', () => {
    const loud = `${before}func:loud = int32() { print("!"); pass(7); };`;
    expect(printed('print(may(1) ? loud()); print(may(10) ? loud());', loud)).toBe('1!7');
  });

  it('that nobody catches end the program with their code', () => {
    expect(runText(`${before}func:main = int32() { pass(may(10)); };`)).toMatchObject({
      ending: { kind: 'failed', code: 4n },
      stderr: 'aria: the program failed with error 4\n',
    });
    expect(runText(`${before}int32:x = may(10);\nprint("never");`)).toMatchObject({
      ending: { kind: 'failed', code: 4n },
      stdout: '',
    });
  });

  it('of a fail always fail', () => {
    const zero = 'func:odd = void(int32:n) { fail(n); };';
    expect(printed('print(odd(0).err); print(odd(300).err); print(odd(-3).err);', zero)).toBe('ERRERR-3');
  });

  it('are what is missing behind ?.', () => {
    const node = 'const N = struct { v: int32, next: gc N };';
    expect(
      printed(
        `gc N:a = N{ v: 1, next: N{ v: 2 } };
print(a?.next?.v ?? 9); print(a?.next?.next?.v ?? 9); print((a?.next?.next?.v).err);`,
        node,
      ),
    ).toBe('291');
  });
});

describe('values and places', () => {
  const point =
    'const P = struct { x: int32, cells: int32[3], func:add = void(self, int32:n) { self.x += n; }; };\n';

  it.each([
    ['P:a; P:b = a; b.x = 5; b.cells[1] = 7;', 'a.x + a.cells[1]', '0'],
    ['P:a; P@:p = @a; p->x = 5; p.cells[2] = 1;', 'a.x + a.cells[2]', '6'],
    ['P:a; int32@:p = @a.cells[0]; p += 2; p[0] = 9; p = p - 1; p[0] = 1;', 'a.cells[2] + a.cells[1]', '10'],
    ['P:a; int32@:p = @a.x; a = P{ x: 8 };', 'p[0]', '8'],
    ['P:a; a.add(3); P@:p = @a; p->add(4);', 'a.x', '7'],
    ['gc P:a; gc P:b = a; b.add(2); P:c = a; c.x = 100;', 'a.x', '2'],
    ['gc P:a = P{ x: 1 }; gc P:b = a; a = P{ x: 5 };', 'a.x * 10 + b.x', '51'],
    ['gc P:a; P@:p = #a; p->x = 3; unpin(a);', 'a.x', '3'],
    ['wild P:a; a.x = 4; wild P@:p = @a; p->x += 1; aria.free(p);', '5', '5'],
    ['int32:x = 1; int32$:r = x; r += 4;', 'x', '5'],
    ['int32[2][2]:m; m[1][0] = 3; int32[2]:row = m[1]; row[0] = 9;', 'm[1][0]', '3'],
    ['P@:p = NULL; P:a; P@:q = p ?? @a; q->x = 6;', 'a.x', '6'],
  ])('%s %s is %s', (statements, value, wanted) => {
    expect(printed(`${statements}\nprint(${value});`, point)).toBe(wanted);
  });

  it('are new and zero every time a declaration is reached', () => {
    expect(printed('for i in 0..2 { int64:n; n += i; print(n); }')).toBe('012');
  });
});

describe('traps end the program and say where', () => {
  it.each([
    ['int32:a = 0; a = 1 / a;', 'division by zero'],
    ['uint8:a = 0; a %= a;', 'division by zero'],
    ['int8[3]:a; int64:i = 3; a[i] = 1;', 'index 3 is outside of 0..2'],
    ['string:s = ""; int64:i = 0; print(s[i]);', 'index 0 of something empty'],
    ['int64@:p = NULL; p[0] = 1;', 'access through NULL'],
    ['wild int64@:p = NULL; p[0] = 1;', 'access through a NULL wild pointer'],
    [
      'wild int64:a = 1; aria.free(a); a = 2;',
      'access through a dangling wild pointer: its memory was freed',
    ],
    [
      'wild int64:a = 1; aria.free(a); aria.free(a);',
      'free of wild memory that is not allocated (freed twice?)',
    ],
    ['wild int64@:p = aria.alloc<int64>(2); p[2] = 1;', 'access out of bounds'],
    [
      'wild int64@:p = aria.alloc<int64>(2); p = p + 1; aria.free(p);',
      'free of a wild pointer that is not the start of its allocation',
    ],
    [
      'wild int64@:p = NULL; { wild int64:a = 1; p = @a; } p[0] = 1;',
      'access through a dangling wild pointer: its scope was left',
    ],
    ['int64:s = 0; loop(1, 2, s) { }', 'a loop has the step 0'],
    ['wild int8@:p = aria.alloc<int8>(1 << 40); aria.free(p);', 'out of memory'],
    ['string:s = "x"; for i in 0..60 { s += s; }', 'out of memory'],
  ])('%s', (statement, message) => {
    const { ending, stderr } = runText(inMain(statement));
    expect(ending).toMatchObject({ kind: 'trapped', message, at: { line: 2 } });
    expect(stderr).toBe(`test.aria:2: ${message}\n`);
  });

  it('recursion may be deep, but not without end', () => {
    const deep = (n: number): string =>
      `func:down = int64(int64:n) { if (n == 0) { pass(0); } pass(down(n - 1) + 1); };\n${inMain(`print(down(${n}));`)}`;
    expect(runText(deep(10_000)).stdout).toBe('10000');
    expect(runText(deep(1_000_000)).ending).toMatchObject({ kind: 'trapped', message: 'stack overflow' });
  });

  it('a program that does not end is ended', () => {
    for (const endless of ['while (true) { }', 'for (;;) { }', 'pick (1) { a:(1) { fall(a); } }']) {
      expect(runText(inMain(endless), { mostSteps: 1000 }).ending.kind).toBe('endless');
    }
  });
});

describe('the way a program goes', () => {
  it.each([
    ['for i in 1..3 { print(i); }', '123'],
    ['for i in 1...3 { print(i); }', '12'],
    ['for i in 3..1 { print(i); }', ''],
    ['int8:top = 127; int8:n = 125; for i in n..top { print(`&{i} `); }', '125 126 127 '],
    ['uint8:z = 2; loop(z, 0, 1) { print($); }', ''],
    ['till(5, 2) { print($); }', '024'],
    ['till(0, 1) { print($); }', ''],
    ['till(5, -2) { print($); }', '531'],
    ['loop(1, 5, 2) { print($); }', '135'],
    ['loop(5, 1, -2) { print($); }', '531'],
    ['loop(5, 1, 2) { print($); }', ''],
    ['till(2, 1) { till(2, 1) { print($); } print($); }', '010011'],
    ['for (int32:i = 0; i < 6; i += 2) { if (i == 2) { continue; } print(i); }', '04'],
    ['int64:n = 2; when (n > 0) { n--; print("b"); } then { print("t"); } end { print("e"); }', 'bbt'],
    ['when (false) { print("b"); } then { print("t"); } end { print("e"); }', 'e'],
    ['when (true) { break; } then { print("t"); } end { print("e"); }', 'e'],
    ['out: while (true) { while (true) { break(out); } }', ''],
    [
      'out=> for i in 0..2 { for j in 0..2 { if (j == 1) { continue out; } print(`&{i}&{j} `); } }',
      '00 10 20 ',
    ],
    ['for i in 0..2 { pick (i) { (1) { break; }, (*) { print(i); } } }', '0'],
    [
      'pick (7) { (<5) { print("a"); }, (5..6) { print("b"); }, (>=7) { print("c"); }, (7) { print("d"); } }',
      'c',
    ],
    ['pick (6) { (5...6) { print("a"); }, (*) { print("b"); } }', 'b'],
    [
      'pick (1) { (1) { fall(z); print("x"); }, z:(!) { print("z"); fall(y); }, y=>(!) { print("y"); } }',
      'zy',
    ],
    ['pick (2) { (1) { print("a"); }, x:(!) { print("x"); } }', ''],
    ['pick (true) { (false) { print("a"); }, (true) { print("b"); } }', 'b'],
    ['pick (1.5) { (< 1.0) { print("a"); }, (1.5) { print("b"); } }', 'b'],
  ])('%s prints %j', (statements, wanted) => {
    expect(printed(statements)).toBe(wanted);
  });

  it('what is deferred runs on every way out, the last one first', () => {
    const text = `
func:ways = int32(int32:n) {
  defer print("1");
  defer { print("2"); }
  {
    defer print("3");
    if (n == 0) { pass(n); }
    if (n == 1) { fail(9); }
  }
  for i in 0..1 { defer print("4"); if (n == 2) { break; } if (n == 3) { continue; } print("."); }
  pick (n) { (2) { defer print("5"); fall(x); }, x:(!) { print("x"); }, (*) { } }
  if (n == 4) { exit(3); }
  pass(n);
};
func:main = int32() {
  for i in 0..3 { print(\`[&{ways((int32)i) ? -1}]\`); }
  ways(4);
  pass(0);
};`;
    const { stdout, ending } = runText(text);
    expect(stdout).toBe('321[0]321[-1]345x21[2]34421[3]3.4.4');
    expect(ending).toEqual({ kind: 'exited', status: 3 });
  });

  it('a value is passed as it was before what is deferred changes it', () => {
    const text = 'func:f = int32() { int32:n = 1; defer { n = 5; } pass(n); };\n';
    expect(printed('print(f());', text)).toBe('1');
  });

  it('the module level runs before main, in order', () => {
    expect(
      lines(
        'int32:a = 2;\nfunc:main = int32() { println(a); pass(7); };\na = a * 10;\nif (a > 5) { println("big"); }',
      ),
    ).toEqual(['big', '20']);
    expect(runText('println("only");')).toMatchObject({
      stdout: 'only\n',
      ending: { kind: 'exited', status: 0 },
    });
  });

  it('the number main passes is the status', () => {
    expect(runText('func:main = int32() { pass(-1); };').ending).toEqual({ kind: 'exited', status: 255 });
    expect(runText('func:main = void() { };').ending).toEqual({ kind: 'exited', status: 0 });
  });

  it('functions of C are played by whoever runs the program', () => {
    const text = `extern { func:abs = int32(int32:n); }\n${inMain('print(abs(-3) + 1);')}`;
    const externs = new Map([
      ['abs', ([n]: readonly unknown[]) => ((n as bigint) < 0n ? -(n as bigint) : (n as bigint))],
    ]);
    expect(runText(text, { externs }).stdout).toBe('4');
    expect(runText(text).ending).toMatchObject({ kind: 'trapped' });
  });
});

describe('streams', () => {
  it('are read to their ends and written apart', () => {
    const text = inMain(`
string:a = stdin.readLine() ? "none"; string:b = stdin.readLine() ? "none"; string:c = stdin.readLine() ? "none";
stdout.write(\`&{a}|&{b}|&{c}\`); stderr.write("e"); stddbg.write("d");
print(len(stddati.readBytes(2) ? ""));
print(len(stddati.readBytes(9) ? ""));
print(stddati.readBytes(1).err);
stddato.writeBytes("\\x00\\xff");`);
    const run = runText(text, { stdin: 'one\r\ntwo', stddati: Uint8Array.from([1, 2, 255]) });
    expect(run).toMatchObject({ stdout: 'one|two|none211', stderr: 'e', stddbg: 'd' });
    expect([...run.stddato]).toEqual([0, 255]);
  });

  it('have sessions that tell when, how grave and of what', () => {
    const text = inMain('debug:s = stddbg.createSession("net"); s.log("info", "up"); s.log("Warn", 3);');
    const { stddbg } = runText(text, { now: () => new Date(Date.UTC(2026, 0, 31, 23, 59, 58, 7)) });
    expect(stddbg).toBe(
      '[2026-01-31T23:59:58.007Z] [INFO] [net] up\n[2026-01-31T23:59:58.007Z] [WARN] [net] 3\n',
    );
  });
});
