// Random C programs without undefined behaviour: the same seed gives the same text, and every machine the same result.

type Kind = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64';
const kinds: readonly Kind[] = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64'];

interface Variable {
  readonly name: string;
  readonly kind: Kind;
}

interface Callable {
  readonly name: string;
  readonly parameters: readonly Kind[];
  readonly result: Kind;
}

const prelude = `#include <stdarg.h>
typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef int i32; typedef unsigned u32; typedef long long i64; typedef unsigned long long u64;
static i32 sdiv32(i32 a, i32 b) { return b == 0 ? a : b == -1 ? (i32)(0u - (u32)a) : a / b; }
static i32 smod32(i32 a, i32 b) { return b == 0 ? a : b == -1 ? 0 : a % b; }
static u32 udiv32(u32 a, u32 b) { return b == 0 ? a : a / b; }
static u32 umod32(u32 a, u32 b) { return b == 0 ? a : a % b; }
static i64 sdiv64(i64 a, i64 b) { return b == 0 ? a : b == -1 ? (i64)(0ull - (u64)a) : a / b; }
static i64 smod64(i64 a, i64 b) { return b == 0 ? a : b == -1 ? 0 : a % b; }
static u64 udiv64(u64 a, u64 b) { return b == 0 ? a : a / b; }
static u64 umod64(u64 a, u64 b) { return b == 0 ? a : a % b; }
static u64 hash;
static void note(u64 x) { hash = (hash ^ x) * 0x100000001b3ull; hash ^= hash >> 29; }
static u64 bitsOf(double d) { union { double d; u64 u; } x; x.d = d; return d != d ? 1 : x.u; }
static i64 sum(int n, ...) { va_list l; va_start(l, n); u64 s = 0; for (int i = 0; i < n; i++) s = s * 3 + (i & 1 ? (u64)va_arg(l, i64) : (u64)va_arg(l, i32)); va_end(l); return (i64)s; }
struct small { i16 a; i8 b; }; struct pair { i32 a; u32 b; }; struct wide { i64 a; u16 b; i32 c[3]; };
struct bits { u32 a : 5; i32 b : 7; u32 c : 11; i32 d : 9; };
enum mode { first, second = 7, third };
static struct small makeSmall(i32 a) { struct small s = {(i16)a, (i8)(a >> 3)}; return s; }
static struct pair makePair(i32 a, u32 b) { struct pair p = {a, b}; return p; }
static struct wide makeWide(i64 a, u16 b) { struct wide w = {a, b, {(i32)a, (i32)(b * 3), 7}}; return w; }
static i32 useAll(struct small s, struct pair p, struct wide w) { w.c[1] ^= s.a; return (i32)((u32)s.a + (u32)s.b * 3u + (u32)p.a + p.b * 5u + (u32)w.a + w.b + (u32)w.c[0] + (u32)w.c[1] * 7u); }
static u32 dive(u32 n, u32 x) { return n == 0 ? x : dive(n - 1, x * 31u + n) ^ (x >> 3); }
`;

export class RandomProgram {
  #state: number;
  #functions: Callable[] = [];
  #globals: Variable[] = [];
  #scope: Variable[] = [];
  #loops = 0;
  #names = 0;
  #budget = 0;

  constructor(
    seed: number,
    /** The function that gives the result. */
    private readonly entry: string,
  ) {
    this.#state = (seed * 2654435761 + 12345) >>> 0;
  }

  text(): string {
    this.#globals = kinds.map((kind, index) => ({ name: `g${index}`, kind }));
    const globals = this.#globals.map(({ name, kind }) => `static ${kind} ${name} = ${this.#literal(kind)};`);
    const tables = [
      `static i32 numbers[8] = {${this.#list(8, 'i32')}};`,
      `static u8 bytes[16] = {${this.#list(9, 'u8')}};`,
      `static i64 longs[4]; static i32 *inside = &numbers[3]; static const char *const words[] = {"alpha", "b", "gamma ray"};`,
      `static struct wide record = {${this.#literal('i64')}, 9, {1, 2, 3}}; static struct bits flags = {3, -5, 900, 100};`,
    ];
    const functions = Array.from({ length: this.#int(3, 5) }, (_, index) => this.#function(index));
    const table = this.#functions.filter(
      ({ parameters, result }) => result === 'i32' && parameters.length === 1 && parameters[0] === 'i32',
    );
    const main = this.#main(table.map(({ name }) => name));
    return [prelude, ...globals, ...tables, ...functions, main].join('\n');
  }

  #next(): number {
    // xorshift: short periods do no harm here.
    let x = this.#state === 0 ? 1 : this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state;
  }

  #int(least: number, most: number): number {
    return least + (this.#next() % (most - least + 1));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#next() % items.length]!;
  }

  #chance(percent: number): boolean {
    return this.#next() % 100 < percent;
  }

  #literal(kind: Kind): string {
    const edge = [
      '0',
      '1',
      '-1',
      '127',
      '128',
      '255',
      '32767',
      '-32768',
      '65535',
      '2147483647',
      '(-2147483647-1)',
    ];
    const wide = ['0x100000000ll', '-0x123456789abll', '0x7fffffffffffffffll', '0xfedcba9876543210ull'];
    const text = this.#chance(40)
      ? this.#pick(kind.endsWith('64') ? [...edge, ...wide] : edge)
      : String(this.#int(0, 99999) - 20000);
    return `(${kind})${text}`;
  }

  #list(count: number, kind: Kind): string {
    return Array.from({ length: count }, () => this.#literal(kind)).join(', ');
  }

  #function(index: number): string {
    const isPlain = index === 0 || this.#chance(30);
    const parameters: Kind[] = isPlain
      ? ['i32']
      : Array.from({ length: this.#int(1, 6) }, () => this.#pick(kinds));
    const result: Kind = isPlain ? 'i32' : this.#pick(kinds);
    const name = `f${index}`;
    this.#scope = parameters.map((kind, number) => ({ name: `p${number}`, kind }));
    const head = `static ${result} ${name}(${parameters.map((kind, number) => `${kind} p${number}`).join(', ')})`;
    this.#budget = 14;
    const body = this.#block(2);
    const text = `${head} {\n${body}\nreturn ${this.#expression(result, 2)};\n}`;
    this.#functions.push({ name, parameters, result });
    return text;
  }

  #main(table: readonly string[]): string {
    this.#scope = [];
    const calls = this.#functions.map(
      ({ name, parameters }) =>
        `note((u64)${name}(${parameters.map(kind => this.#literal(kind)).join(', ')}));`,
    );
    const through = `static i32 (*const table[])(i32) = {${table.join(', ')}}; for (u32 k = 0; k < 5; k++) note((u64)table[k % ${table.length}]((i32)(k * 77u)));`;
    this.#budget = 16;
    const body = this.#block(3);
    const all = [
      ...this.#globals.map(({ name }) => `note((u64)${name});`),
      'for (int k = 0; k < 8; k++) note((u64)numbers[k]); for (int k = 0; k < 16; k++) note(bytes[k]); for (int k = 0; k < 4; k++) note((u64)longs[k]);',
      'note((u64)record.a); note(record.b); note((u64)record.c[2]); note(flags.a); note((u64)flags.b); note(flags.c); note((u64)flags.d);',
    ];
    return `u64 ${this.entry}(void) {\nhash = 0xcbf29ce484222325ull;\n${[...calls, through, body, ...all].join('\n')}\nreturn hash;\n}\n`;
  }

  #block(depth: number): string {
    const before = this.#scope;
    const count = this.#int(2, 5);
    const statements: string[] = [];
    for (let n = 0; n < count && this.#budget > 0; n += 1) {
      this.#budget -= 1;
      statements.push(this.#statement(depth));
    }
    this.#scope = before;
    return statements.join('\n');
  }

  #statement(depth: number): string {
    const choice = this.#int(0, depth > 0 ? 15 : 8);
    switch (choice) {
      case 0:
      case 1: {
        const variable = { name: `v${this.#names++}`, kind: this.#pick(kinds) };
        const text = `${variable.kind} ${variable.name} = ${this.#expression(variable.kind, 3)};`;
        this.#scope = [...this.#scope, variable];
        return text;
      }
      case 2:
      case 3:
        return this.#assignment();
      case 4:
        return this.#memory();
      case 5:
        return this.#floating();
      case 6:
        return `note((u64)${this.#expression(this.#pick(kinds), 3)});`;
      case 7:
        return this.#structs();
      case 8:
        return `note((u64)sum(4, ${this.#expression('i32', 1)}, ${this.#expression('i64', 1)}, ${this.#expression('i32', 1)}, ${this.#expression('i64', 1)}));`;
      case 9:
      case 10:
        return `if (${this.#condition()}) {\n${this.#block(depth - 1)}\n} else {\n${this.#block(depth - 1)}\n}`;
      case 11:
      case 12:
        return this.#loop(depth);
      case 13:
        return this.#switch(depth);
      case 14:
        return this.#array(depth);
      default:
        return `{\n${this.#block(depth - 1)}\n}`;
    }
  }

  #target(): Variable {
    return this.#pick([...this.#globals, ...this.#scope.filter(({ name }) => !name.startsWith('k'))]);
  }

  #assignment(): string {
    const { name, kind } = this.#target();
    if (this.#chance(40)) return `${name} = ${this.#expression(kind, 3)};`;
    if (this.#chance(30) && kind.startsWith('u')) return `${name}${this.#pick(['++', '--'])};`;
    return `${name} ${this.#pick(['&=', '|=', '^='])} ${this.#expression(kind, 2)};`;
  }

  #memory(): string {
    const index = (most: number): string => `${this.#expression('u32', 1)} & ${most}u`;
    return this.#pick([
      () => `numbers[${index(7)}] = ${this.#expression('i32', 2)};`,
      () => `bytes[${index(15)}] ^= ${this.#expression('u8', 2)};`,
      () => `longs[${index(3)}] = ${this.#expression('i64', 2)};`,
      () => `inside = &numbers[${index(7)}]; *inside = ${this.#expression('i32', 1)};`,
      () =>
        `{ ${this.#target().kind === 'i8' ? 'u16' : 'i32'} *q = (void *)0; i32 here = ${this.#expression('i32', 1)}, *w = &here, **ww = &w; **ww ^= 5; note((u64)here + (q == (void *)0)); }`,
      () => `for (const char *s = words[${this.#expression('u32', 1)} % 3u]; *s; s++) note((u64)*s);`,
    ])();
  }

  #floating(): string {
    const number = (): string =>
      `(double)${this.#expression(this.#pick(['i32', 'u32', 'i64', 'u64', 'i8'] as const), 1)}`;
    const real = (): string => `${this.#int(0, 2000) - 1000}.${this.#int(0, 999)}`;
    return this.#pick([
      () => `note(bitsOf(${number()} ${this.#pick(['+', '-', '*', '/'])} ${real()}));`,
      () => `note(bitsOf((float)(${number()}) ${this.#pick(['+', '-', '*', '/'])} ${real()}f));`,
      () => `note((u64)(${number()} ${this.#pick(['<', '<=', '==', '!=', '>', '>='])} ${real()}));`,
      () => `note((u64)(i64)((double)${this.#expression('i32', 1)} * ${real()}));`,
      () =>
        `{ float q = (float)${this.#expression('i32', 1)}; for (int k = 0; k < 3; k++) q = q * 0.75f + ${real()}f; note(bitsOf(q)); }`,
    ])();
  }

  #structs(): string {
    return this.#pick([
      () =>
        `note((u64)useAll(makeSmall(${this.#expression('i32', 1)}), makePair(${this.#expression('i32', 1)}, ${this.#expression('u32', 1)}), makeWide(${this.#expression('i64', 1)}, ${this.#expression('u16', 1)})));`,
      () => `record = makeWide(${this.#expression('i64', 2)}, ${this.#expression('u16', 1)});`,
      () =>
        `{ struct wide w = record; w.c[${this.#int(0, 2)}] = ${this.#expression('i32', 2)}; w.b = ${this.#expression('u16', 1)}; record = w; }`,
      () =>
        `flags.a = ${this.#expression('u32', 1)}; flags.b = (i32)(${this.#expression('u32', 1)} & 63u); flags.c = flags.c + 3u; note((u64)flags.b + flags.a);`,
      () => `{ enum mode m = ${this.#expression('u32', 1)} & 1u ? second : third; note(m); }`,
      () => `note(dive(${this.#int(1, 8)}, ${this.#expression('u32', 1)}));`,
    ])();
  }

  #loop(depth: number): string {
    const name = `k${this.#loops++}`;
    const times = this.#int(1, 5);
    const before = this.#scope;
    this.#scope = [...this.#scope, { name, kind: 'u32' }];
    const extra = this.#chance(30) ? `if (${this.#condition()}) ${this.#pick(['break', 'continue'])};\n` : '';
    const body = this.#block(depth - 1);
    this.#scope = before;
    if (this.#chance(50))
      return `for (u32 ${name} = 0; ${name} < ${times}u; ${name}++) {\n${extra}${body}\n}`;
    return `{ u32 ${name} = ${times}; do {\n${body}\n} while (--${name} > 0); }`;
  }

  #switch(depth: number): string {
    const cases = Array.from({ length: this.#int(2, 9) }, (_, index) => {
      const value = index * this.#pick([1, 1, 3]) + index;
      return {
        value,
        text: `case ${value}:\n${this.#block(depth - 1)}\n${this.#chance(70) ? 'break;' : ''}`,
      };
    });
    const unique = cases.filter(({ value }, index) => cases.findIndex(one => one.value === value) === index);
    return `switch (${this.#expression('u32', 1)} % 11u) {\n${unique.map(({ text }) => `${text.replace(/\n\n/g, '\n')} ;`).join('\n')}\ndefault: note(3);\n}`;
  }

  #array(depth: number): string {
    const name = `a${this.#names++}`;
    const size = this.#pick([4, 8, 16]);
    const declared = this.#chance(25)
      ? `u32 n${name} = ${size}; i32 ${name}[n${name}];`
      : `i32 ${name}[${size}];`;
    const body = depth > 1 ? this.#block(0) : '';
    return `{ ${declared} for (u32 k = 0; k < ${size}u; k++) ${name}[k] = (i32)(k * 3u) ^ ${this.#expression('i32', 1)};\n${body}\nnote((u64)${name}[${this.#expression('u32', 1)} & ${size - 1}u]); }`;
  }

  #condition(): string {
    const kind = this.#pick(kinds);
    const compare = `${this.#expression(kind, 2)} ${this.#pick(['<', '<=', '>', '>=', '==', '!='])} ${this.#expression(kind, 2)}`;
    if (this.#chance(25))
      return `(${compare}) ${this.#pick(['&&', '||'])} ${this.#expression(this.#pick(kinds), 1)}`;
    return this.#chance(15) ? `!(${compare})` : compare;
  }

  /** In brackets, without effects, of this type. */
  #expression(kind: Kind, depth: number): string {
    if (depth <= 0 || this.#chance(15)) return this.#leaf(kind);
    const sub = (of: Kind = kind): string => this.#expression(of, depth - 1);
    const isWide = kind.endsWith('64');
    const unsigned: Kind = isWide ? 'u64' : 'u32';
    const bits = isWide ? 63 : 31;
    switch (this.#int(0, 9)) {
      case 0:
      case 1:
      case 2:
        return `(${kind})((${unsigned})${sub()} ${this.#pick(['+', '-', '*'])} (${unsigned})${sub()})`;
      case 3:
        return `(${kind})(${sub()} ${this.#pick(['&', '|', '^'])} ${sub()})`;
      case 4: {
        const helper = `${kind.startsWith('u') ? 'u' : 's'}${this.#pick(['div', 'mod'])}${isWide ? 64 : 32}`;
        if (this.#chance(40))
          return `(${kind})(${sub()} ${this.#pick(['/', '%'])} ${this.#pick([2, 3, 7, 10, 16, 255])})`;
        return `(${kind})${helper}(${sub()}, ${sub()})`;
      }
      case 5:
        return `(${kind})((${unsigned})${sub()} << (${sub('u32')} & ${bits}u))`;
      case 6:
        return `(${kind})((${isWide ? kind : kind.startsWith('u') ? 'u32' : 'i32'})${sub()} >> (${sub('u32')} & ${bits}u))`;
      case 7:
        return `(${kind})(${this.#condition()} ? ${sub()} : ${sub()})`;
      case 8: {
        const other = this.#pick(kinds);
        return `(${kind})${this.#pick(['', '~', '!'])}${sub(other)}`;
      }
      default: {
        const callable =
          this.#functions.length > 0 && this.#chance(30) ? this.#pick(this.#functions) : undefined;
        if (callable === undefined || this.#loops > 6) return this.#leaf(kind);
        return `(${kind})${callable.name}(${callable.parameters.map(one => this.#leaf(one)).join(', ')})`;
      }
    }
  }

  #leaf(kind: Kind): string {
    const choice = this.#int(0, 9);
    if (choice < 3) return this.#literal(kind);
    if (choice === 3) return `(${kind})numbers[${this.#int(0, 7)}]`;
    if (choice === 4)
      return `(${kind})${this.#pick(['record.a', 'record.c[1]', 'flags.d', '*inside', 'bytes[5]', 'longs[2]'])}`;
    return `(${kind})${this.#pick([...this.#scope, ...this.#scope, ...this.#globals]).name}`;
  }
}
