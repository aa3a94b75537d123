import { describe, expect, it } from 'vitest';
import { checkText, inMain, messagesOf } from './checked-text.js';

const types = `const P = struct { x: int32, y: int32, func:len = int32(self) { pass(self.x); }; func:make = P() { pass(P{}); }; };
const E = enum { A, B = 4 };
const Node = struct { value: int64, next: gc Node };
func:f = int32(int32:n) { pass(n); };
async func:later = int32() { pass(1); };
jit func:quick = int64(int64:n) { pass(n); };
extern { func:puts = int32(string:s); }
func:refer = void(int32$:r) { r = 1; };
`;

/** What is said about one line inside of main. */
function told(statement: string): readonly string[] {
  const { diagnostics } = checkText(inMain(statement, types));
  return diagnostics.map(({ message, location }) => `${location!.column} ${message}`);
}

describe('types that do not fit', () => {
  it.each([
    ['int8:x = 300;', '10 300 does not fit int8'],
    ['uint8:x = -1;', '11 -1 does not fit uint8'],
    ['tbb8:x = -128;', '10 -128 does not fit tbb8'],
    ['int32:x = ERR;', '11 an int32 cannot be ERR'],
    ['int32:x = NULL;', '11 an int32 cannot be NULL'],
    ['int32:a = 1; uint32:b = 1; a = a + b;', '36 expected int32, found uint32'],
    ['int32:a = 1; flt64:b = a;', '24 expected flt64, found int32'],
    ['int32:a = 1; tbb32:b = a;', '24 expected tbb32, found int32'],
    ['int32:a = 1; int64$:b = a;', '25 expected int64$, found int32'],
    ['tbb8:a = 1; tbb16:b = a;', '23 expected tbb16, found tbb8'],
    ['string:s = 1;', '12 expected string, found int64'],
    ['bool:b = 1;', '10 expected bool, found int64'],
    ['flt64:a = 1.5; flt32:b = a;', '26 expected flt32, found flt64'],
    ['int32:x = 1 + "a";', '11 expected string, found int64'],
    ['bool:b = true + false;', '10 a bool has no operator +'],
    ['tbb8:a = 1; a = a & 1;', '17 a tbb8 has no bits to work on with &'],
    ['flt64:a = 1.5; a = a << 1.0;', '20 a flt64 has no bits to work on with <<'],
    ['P:a; P:b; bool:c = a == b;', '20 two P cannot be compared with =='],
    ['bool:b = E.A < E.B;', '10 two E cannot be compared with <'],
    ['int32:a = f("x");', '13 expected int32, found string'],
    ['int32:a = f();', '11 this call takes 1 argument, not 0'],
    ['int32[2]:a = [1, 2, 3];', '14 int32[2] has 2 elements, not 3'],
    ['int32[2]:a; a[2] = 1;', '15 2 is outside of int32[2]'],
    ['int32[2]:a; a[1.5] = 1;', '15 an index is an integer, not flt64'],
    ['int32:a = (int32)"x";', '11 a string cannot be converted to int32'],
    ['E:e = 1;', '7 expected E, found int64'],
    ['println([1, 2]);', '9 an int64[2] cannot be written as text'],
    ['void:x;', '1 nothing can be of type void'],
    ['int8[0]:x;', '6 an array cannot have 0 elements'],
    ['int32:n = 3; int8[n]:x;', '19 the length of an array must be a constant'],
    ['int64[2000000]:x;', '1 an int64[2000000] is too large'],
    ['int32[]:x;', '1 this array needs a length'],
    ['int32$@:x;', '1 a reference can only be a variable or a parameter'],
    ['int32$:x;', '1 a reference needs something to refer to'],
    ['const int32:x;', '1 a constant needs a value'],
  ])('%s', (statement, message) => {
    expect(told(statement)).toEqual([message]);
  });
});

describe('a number that may not fit', () => {
  it.each([
    ['int64:n = 1; int32:a = n;', '24 int64 is narrowed to int32; write (int32)x to say that it is meant'],
    [
      'int64:n = 1; int32:a = 0; a += n;',
      '32 int64 is narrowed to int32; write (int32)x to say that it is meant',
    ],
    ['int64:n = 1; int32:a = f(n);', '26 int64 is narrowed to int32; write (int32)x to say that it is meant'],
    [
      'int64:n = 1; if (n > 1) { pass(n); }',
      '31 int64 is narrowed to int32; write (int32)x to say that it is meant',
    ],
    [
      'int64:n = 1; P:p = P{ x: n };',
      '26 int64 is narrowed to int32; write (int32)x to say that it is meant',
    ],
    ['int64:n = 1; int8[1]:a = [n];', '27 int64 is narrowed to int8; write (int8)x to say that it is meant'],
    [
      'int64:n = 1; for i in 0..3 { int32:a = i * n; }',
      '40 int64 is narrowed to int32; write (int32)x to say that it is meant',
    ],
    [
      'int64:n = 1; uint8:a = n % 10;',
      '24 int64 is narrowed to uint8; write (uint8)x to say that it is meant',
    ],
    [
      'int32:n = 1; uint32:a = n;',
      '25 int32 becomes uint32, which has no negative values; write (uint32)x to say that it is meant',
    ],
    [
      'uint32:n = 1; int32:a = n;',
      '25 uint32 becomes int32, which has no values as large; write (int32)x to say that it is meant',
    ],
    [
      'int8:n = 1; uint64:m = 2; bool:a = n < m;',
      '36 int8 becomes uint64, which has no negative values; write (uint64)x to say that it is meant',
    ],
    [
      'const int64:n = 300; int8:a = n;',
      '31 int64 is narrowed to int8; write (int8)x to say that it is meant',
    ],
  ])('is taken with a warning: %s', (statement, message) => {
    expect(told(statement)).toEqual([message]);
    expect(checkText(inMain(statement, types)).program).toBeDefined();
  });

  it.each([
    'int32:s = 0; till(10, 1) { s = s + $; }',
    'int32:s = 0; for i in 0..3 { s += i; }',
    'int8[4]:a; for i in 0..3 { a[i] = i * 2 + 1; }',
    'int32:n = 5; for i in 0..3 { n = f(i - n) ? -i; }',
    'int64:s = 0; int32:k = 4; s = s + k;',
    'int64:n = 5; int32:a = n % 10; byte:b = n & 0xff; int32:c = (int32)n;',
    'int32:n = len("abc"); int8:m = len([1, 2]);',
    'const int64:n = 100; int8:a = n;',
    'int32:a = 1; int64:b = 2; int32:c = is b > 1 : a : 7;',
    'int8:a = 1; int64:n = 3; a <<= n; a = a >> n;',
  ])('is taken silently where it is plain that it does: %s', statement => {
    expect(told(statement)).toEqual([]);
  });

  it('is refused where its value is known', () => {
    expect(told('int64[300]:a; int8:n = len(a);')).toEqual(['24 300 does not fit int8']);
    expect(told('uint8:n = 1; bool:b = n == 300;')).toEqual(['28 300 does not fit uint8']);
  });
});

describe('names that are not there', () => {
  it.each([
    ['x = 1;', '1 there is no x here'],
    ['g(1);', '1 there is no function g'],
    ['Q:q;', '1 there is no type Q'],
    ['P:p; p.z = 1;', '8 P has no field z'],
    ['P:p; p.zip();', '8 P has no method zip'],
    ['E:e = E.C;', '9 E has no C'],
    ['P:p = P{ z: 1 };', '10 P has no field z'],
    ['P:p = P{ x: 1, x: 2 };', '16 x is given twice'],
    ['stdout.wriet("a");', '8 stdout has no wriet'],
    ['int64:a = $;', '11 there is no $ here'],
    ['{ int32:a = 1; } a = 2;', '18 there is no a here'],
    ['P.len();', '3 len needs a P'],
    ['P:p; p.make();', '8 make has no self'],
  ])('%s', (statement, message) => {
    expect(told(statement)).toEqual([message]);
  });

  it('are guessed when they are nearly right', () => {
    const { diagnostics } = checkText(
      inMain('int64:counter = 1; countre = 2; pritnln("x"); println(counter);'),
    );
    expect(diagnostics.map(({ hint }) => hint)).toEqual(['Did you mean counter?', 'Did you mean println?']);
  });

  it('are not guessed from a letter or two', () => {
    const { diagnostics } = checkText(inMain('int64:n = 1; y = n; ab = n;', 'func:ac = void() { };'));
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      'Declare it: int64:y = 0;',
      'Declare it: int64:ab = 0;',
    ]);
  });
});

describe('what may not be done', () => {
  it.each([
    ['const int32:c = 1; c = 2;', '20 c is a constant'],
    ['for i in 0..3 { i = 1; }', '17 i counts the rounds of a loop and cannot be assigned to'],
    ['f(1) = 2;', '1 this cannot be assigned to'],
    ['int32:a = 1; int32:a = 2;', '20 a is already declared here'],
    ['break;', '1 break outside of a loop'],
    ['while (true) { break(x); }', '22 no loop around this has the label x'],
    ['fall(x);', '1 fall outside of a pick'],
    ['pick (1) { (1) { fall(x); } }', '23 no case has the label x'],
    ['pick (1) { a:(1) {}, a:(2) {} }', '22 there are two cases a'],
    ['int64:n = 1; pick (1) { (n) {} }', '26 a pattern must be a constant'],
    ['defer { pass(1); }', '9 a defer cannot pass'],
    ['defer { int32:a = f(1); }', '19 a defer cannot fail, so a result cannot be unwrapped here'],
    ['while (true) { defer { break; } }', '24 a break cannot leave a defer'],
    ['till(3, 0) {}', '9 a step of 0 never gets anywhere'],
    ['fail(0);', '5 the code 0 means that nothing failed'],
    ['fail(300);', '5 300 does not fit tbb8'],
    ['fail("x");', '5 a code is a number, not string'],
    ['later();', '1 later is async'],
    ['quick(1);', '1 quick is a jit function'],
    ['int32:a = 1; a.len();', '16 an int32 has no method len'],
    ['int32:a = 1 ? 2;', '11 an int32 cannot fail'],
    ['int32:a = 1; int32:b = a ?? 2;', '24 an int32 is never NULL'],
    ['gc P:p; P@:q = @p;', '16 a gc object may move, so it has no lasting address'],
    ['gc P:p; int32@:q = @p.x;', '20 a gc object may move, so it has no lasting address'],
    ['gc P:p; int32$:r = p.x;', '20 a reference cannot stay in a gc object, which may move'],
    ['P:p; P@:q = #p;', '13 a P cannot be pinned'],
    ['gc int32:x = 1;', '1 an int32 cannot live in the gc heap'],
    ['wild Node:n;', '1 wild memory cannot hold the gc reference in Node'],
    ['wildx int32:x = 1;', '1 executable memory is a pointer or a function, not int32'],
    ['gc P:p; aria.free(p);', '19 a gc_ptr<P> is not freed by hand'],
    ['refer(1);', '7 expected int32$, found int64'],
    ['refer(f(1));', '7 expected int32$, found result<int32>'],
    ['int32:a = 1; spawn refer(a);', '26 a coroutine may outlive what a reference refers to'],
    ['int32:a = await f(1);', '17 an int32 cannot be waited for'],
    ['spawn puts("x");', '7 only functions of the program can be started'],
    ['@(1 + 2);', '2 this has no address'],
    ['if (1) {}', '5 expected bool, found int64'],
    ['pass;', '1 main has to pass an int32'],
  ])('%s', (statement, message) => {
    expect(told(statement).slice(0, 1)).toEqual([message]);
  });
});

describe('declarations', () => {
  it.each([
    ['const A = struct { b: B };\nconst B = struct { a: A[2] };', '1:20 error: A would hold itself'],
    ['const A = struct { x: int8, x: int8 };', '1:29 error: A has two fields x'],
    ['const A = struct { };', '1:7 error: A has no fields'],
    ['const E = enum { A, A };', '1:21 error: E has two members A'],
    ['const E = enum { A = 3000000000 };', '1:18 error: 3000000000 does not fit an enum'],
    ['func:f = int32() { pass(0); };\nfunc:f = int32() { pass(0); };', '2:6 error: f is already declared'],
    ['func:println = void() { };', '1:6 error: println is a function of the language'],
    ['func:main = int64() { pass(0); };', '1:13 error: main gives an int32 or void, not int64'],
    ['func:main = int32(int32:a) { pass(a); };', '1:19 error: main takes no arguments'],
    ['func:f = void(self) { };', '1:15 error: self is the first parameter of a method, and of nothing else'],
    ['func:f = void(int8:a, int8:a) { };', '1:28 error: there are two parameters a'],
    ['extern { func:g = int32(int8[3]:a); }', '1:25 error: an extern function cannot have an int8[3]'],
    ['func:f = int8$() { };', '1:10 error: a reference can only be a variable or a parameter'],
    ['int32:f = 1;\nfunc:f = void() { };', '1:7 error: f is already declared'],
    ['int32:a = b;\nint32:b = 1;', '1:11 error: there is no b here'],
    ['pass(1);', '1:1 error: pass outside of a function'],
    ['func:g = void() { await h(); };\nasync func:h = void() { };', '1:19 error: g cannot wait'],
    ['func:g = void() { yield(); };', '1:19 error: yield is for async functions and main'],
    ['int32:a = 1;\njit func:j = int32() { pass(a); };', '2:28 error: a jit function cannot use globals'],
    [
      'func:g = void() { };\njit func:j = void() { g(); };',
      '2:23 error: a jit function calls only itself and extern functions',
    ],
    ['', '1:1 error: the program has no main'],
  ])('%s', (text, message) => {
    expect(messagesOf(text)[0]).toBe(message);
  });

  it('of modules are ignored with a warning', () => {
    expect(messagesOf('use std.io;\nfunc:main = void() { };')).toEqual([
      '1:1 warning: modules are not part of this compiler’s Aria: this is ignored',
    ]);
  });

  it('with a wrong value still declare their name', () => {
    expect(messagesOf(inMain('int8:x = 300;\nx = 1;\nprintln(x);'))).toEqual([
      '2:10 error: 300 does not fit int8',
    ]);
  });
});

describe('the way through a function', () => {
  const flow = (body: string): readonly string[] =>
    messagesOf(`func:main = int32() { pass(t(1) ? 0); };\nfunc:t = int32(int32:n) {${body}};`);

  it.each([
    'if (n == 0) { pass(1); } else { fail(2); }',
    'while (true) { }',
    'while (true) { if (n == 0) { pass(1); } }',
    'pick (n) { (1) { pass(1); }, (*) { fall(x); }, x:(!) { pass(2); } }',
    'when (n > 0) { n--; } then { pass(1); } end { pass(2); }',
    '{ pass(1); }',
    'exit(1);',
  ])('ends with pass or fail: %s', body => {
    expect(flow(body)).toEqual([]);
  });

  it.each([
    '',
    'if (n == 0) { pass(1); }',
    'while (n == 0) { pass(1); }',
    'while (true) { break; }',
    'for i in 0..3 { pass(1); }',
    'pick (n) { (1) { pass(1); } }',
    'pick (n) { (1) { pass(1); }, (*) { } }',
    'when (n > 0) { n--; } then { pass(1); }',
  ])('may end without: %s', body => {
    expect(flow(body).at(-1)).toMatch(/t can end without pass or fail$/);
  });

  it.each([
    ['pass(1); n = 2;', 'n = 2;'],
    ['while (true) { } pass(1);', 'pass(1);'],
    ['for i in 0..3 { continue; n = 1; } pass(1);', 'n = 1;'],
    ['fail(1); pass(1); n = 1;', 'pass(1);'],
  ])('has a part that is never reached: %s', (body, part) => {
    const line = `func:t = int32(int32:n) {${body}};`;
    expect(flow(body)).toEqual([`2:${line.indexOf(part) + 1} warning: this is never reached`]);
  });
});

describe('warnings', () => {
  it.each([
    'wild int64:x = 1; x = 2;',
    'wild int64@:p = aria.alloc<int64>(3); p[0] = 1; println(p[0]);',
    'wild int8[4]:b; b[0] = 1;',
  ])('wild memory is never freed: %s', statement => {
    expect(messagesOf(inMain(statement)).join()).toMatch(/warning: \w is never freed/);
  });

  it.each([
    'wild int64:x = 1; defer aria.free(x);',
    'wild int64@:p = aria.alloc<int64>(3); aria.free(p);',
    'wild int64:x = 1; wild int64@:p = @x; aria.free(p);',
    'wild int64@:p = NULL; println(p == NULL);',
    'wild int64:x = 1; if (x > 1) { aria.free(x); }',
  ])('wild memory is freed or given away: %s', statement => {
    expect(messagesOf(inMain(statement))).toEqual([]);
  });

  it('a value that goes nowhere', () => {
    expect(messagesOf(inMain('int64:x = 1;\nx == 2;'))).toEqual(['3:1 warning: this value is not used']);
  });
});

describe('names and calls that belong to others', () => {
  it.each([
    [
      'jit func:a = int64(int64:n) { pass(n); }; jit func:b = int64(int64:n) { wildx func<int64(int64)>:f = jit_load(a); pass(n); };',
      'a jit function cannot load others',
    ],
    [
      'extern { func:__aria_gc_collect = void(int32:full); }',
      'names that begin with __aria_ are the runtime’s own',
    ],
    ['extern { func:main = int32(); }', 'main is a plain function'],
  ])('%s', (declaration, message) => {
    const main = declaration.includes('main') ? '' : '\nfunc:main = int32() { pass(0); };';
    expect(messagesOf(`${declaration}${main}`).join('\n')).toContain(message);
  });
});
