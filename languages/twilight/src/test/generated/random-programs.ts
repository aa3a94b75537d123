// Random contracts that are right: every expression has the type that is wanted, every loop an end.

import type { Random } from '@sonde/testkit/seeded-random';

const numbers = ['u8', 'i16', 'u32', 'u64', 'i64', 'u128', 'i128', 'u256', 'i256'] as const;
const types = [
  ...numbers,
  'bool',
  'string',
  'P',
  'Option<u64>',
  'vector<u64>',
  '(u8,u256)',
  'E',
  'array<i64,3>',
] as const;
type TypeName = (typeof types)[number];

interface Variable {
  readonly name: string;
  readonly type: TypeName;
  readonly mutable: boolean;
}

interface MadeFunction {
  readonly name: string;
  readonly parameters: readonly TypeName[];
  readonly result: TypeName;
}

const declarations = `  struct P { a: u64, b: i64, s: string }
  enum E { Zero, One(u64), Two { x: i64, y: u8 } }
  fn none() -> Option<u64> { None }
  fn two(a: u64, b: u64) -> vector<u64> { [a, b] }
  event Seen(#[topic] a: u64, b: u256, c: string, d: bool);
  storage { n: u64 = 3; w: u256; t: string = "s"; m: map<u64, u64>; l: vector<u64>; p: P; o: Option<u64>; g: map<string, P>; }
`;

/** Of Move types, which are cloned wherever they are read. */
const moves = new Set<TypeName>(['string', 'P', 'Option<u64>', 'vector<u64>', 'E']);

export class RandomContract {
  readonly entries: MadeFunction[] = [];
  #functions: MadeFunction[] = [];
  #variables: Variable[] = [];
  #names = 0;
  #loops = 0;
  readonly source: string;

  constructor(private readonly random: Random) {
    const bodies = Array.from({ length: 5 }, (_, nth) => this.#function(nth));
    this.source = `#![syntax = "twilight-native"]\ncontract R {\n${declarations}${bodies.join('\n')}\n}\n`;
  }

  /** As JSON. */
  argument(type: TypeName): unknown {
    switch (type) {
      case 'bool':
        return this.random(2) === 0;
      case 'string':
        return this.#pick(['', 'a', 'two words', 'grün']);
      case 'P':
        return { a: this.random(100), b: this.random(100) - 50, s: this.#pick(['', 'x']) };
      case 'Option<u64>':
        return this.random(2) === 0 ? null : this.random(1000);
      case 'vector<u64>':
        return Array.from({ length: this.random(4) }, () => this.random(50));
      case '(u8,u256)':
        return [this.random(256), String(this.random(1_000_000))];
      case 'E':
        return this.#pick([
          'Zero',
          { tag: 'One', values: [this.random(9)] },
          { tag: 'Two', values: [-3, 4] },
        ]);
      case 'array<i64,3>':
        return [1, -2, this.random(100)];
      default:
        return String(this.#number(type));
    }
  }

  #function(nth: number): string {
    const entry = nth >= 2;
    const parameters = Array.from({ length: this.random(4) }, () => this.#type());
    const result = this.#type();
    const name = `f${nth}`;
    this.#variables = parameters.map((type, at) => ({ name: `p${at}`, type, mutable: false }));
    this.#loops = 0;
    const list = this.#variables.map(variable => `${variable.name}: ${variable.type}`).join(', ');
    const statements = this.#statements(3 + this.random(5), 0, '    ');
    const body = `${statements}    ${this.#expression(result, 3)}\n`;
    const made = { name, parameters, result };
    this.#functions.push(made);
    if (entry) this.entries.push(made);
    return `  ${entry ? 'pub ' : ''}fn ${name}(${list}) -> ${result} {\n${body}  }`;
  }

  #statements(count: number, depth: number, indent: string): string {
    const before = this.#variables.length;
    let text = '';
    for (let nth = 0; nth < count; nth++) text += `${indent}${this.#statement(depth, indent)}\n`;
    if (depth > 0) this.#variables.length = before;
    return text;
  }

  #statement(depth: number, indent: string): string {
    const inner = (count = 1 + this.random(3)): string =>
      `{\n${this.#statements(count, depth + 1, `${indent}  `)}${indent}}`;
    const kind = this.random(depth > 2 ? 12 : 18);
    const assignable = this.#variables.filter(variable => variable.mutable);
    if (kind < 5 || (kind < 8 && assignable.length === 0)) {
      const type = this.#type();
      const value = this.#expression(type, 2);
      const mutable = this.random(3) > 0;
      const name =
        this.random(6) === 0 && this.#variables.length > 0
          ? this.#pick(this.#variables).name
          : `v${this.#names++}`;
      this.#variables.push({ name, type, mutable });
      return `${mutable ? 'var' : 'val'} ${name}: ${type} = ${value};`;
    }
    if (kind < 8) return this.#assignment(this.#pick(assignable));
    if (kind < 11) return this.#storageStatement();
    if (kind === 11)
      return `print("{} {}", ${this.#expression(this.#pick(numbers), 1)}, ${this.#expression('string', 1)});`;
    if (kind === 12)
      return `emit Seen(${this.#expression('u64', 1)}, ${this.#expression('u256', 1)}, ${this.#expression('string', 1)}, ${this.#expression('bool', 1)});`;
    if (kind === 13)
      return `require(${this.#expression('bool', 2)} || ${this.#expression('bool', 1)} || true, "never");`;
    if (kind === 14)
      return `if (${this.#expression('bool', 2)}) ${inner()}${this.random(2) === 0 ? '' : ` else ${inner()}`}`;
    if (kind === 15) {
      const name = `i${this.#names++}`;
      const before = this.#variables.length;
      this.#loops++;
      this.#variables.push({ name, type: 'u64', mutable: false });
      const body = inner(2);
      this.#variables.length = before;
      const leaves =
        this.random(3) === 0 ? `if (${name} == 2u64) { ${this.#pick(['break', 'continue'])}; } ` : '';
      return `for ${name} in 0u64..${this.random(4)}u64 { ${leaves}${body} }`;
    }
    if (kind === 16) {
      const name = `k${this.#names++}`;
      return `var ${name}: u8 = 0u8; while ${name} < ${this.random(4)}u8 { ${name} = ${name} + 1u8; ${inner(2)} }`;
    }
    return `match (${this.#expression('E', 1)}) { E::Zero => ${inner(1)}, E::One(${this.#bound('u64', 'x', inner)}, E::Two { x: ${this.#bound('i64', 'z', inner, ', y: _ }')} }`;
  }

  /** Behind the name that a pattern binds: its end and the arm, which sees the name. */
  #bound(type: TypeName, prefix: string, inner: (count: number) => string, close = ')'): string {
    const name = `${prefix}${this.#names++}`;
    const before = this.#variables.length;
    this.#variables.push({ name, type, mutable: false });
    const body = inner(1);
    this.#variables.length = before;
    return `${name}${close} => ${body}`;
  }

  #assignment(variable: Variable): string {
    const { name, type } = variable;
    if (this.#variables.findLast(other => other.name === name) !== variable)
      return `val v${this.#names++}: bool = true;`;
    if (type === 'vector<u64>' && this.random(2) === 0) return `${name}.push(${this.#expression('u64', 1)});`;
    if (type === 'P' && this.random(2) === 0)
      return `${name}.${this.#pick(['a = ' + this.#expression('u64', 1), 'b = ' + this.#expression('i64', 1), 's = ' + this.#expression('string', 1)])};`;
    if (type === '(u8,u256)' && this.random(2) === 0) return `${name}.1 = ${this.#expression('u256', 1)};`;
    if (type === 'array<i64,3>' && this.random(2) === 0)
      return `${name}[${this.random(3)}u64] = ${this.#expression('i64', 1)};`;
    return `${name} = ${this.#expression(type, 2)};`;
  }

  #storageStatement(): string {
    return this.#pick([
      `storage.n = ${this.#expression('u64', 2)};`,
      `storage.w = ${this.#expression('u256', 2)};`,
      `storage.t = ${this.#expression('string', 1)};`,
      `storage.m.insert(${this.#expression('u64', 1)}, ${this.#expression('u64', 1)});`,
      `storage.l.push(${this.#expression('u64', 1)});`,
      `storage.p = ${this.#expression('P', 1)};`,
      `storage.o = ${this.#expression('Option<u64>', 1)};`,
      `storage.g.insert(${this.#expression('string', 0)}, ${this.#expression('P', 1)});`,
    ]);
  }

  /** A variable that a later one of the same name does not hide. */
  #visible(name: string, type: TypeName): boolean {
    return this.#variables.findLast(variable => variable.name === name)?.type === type;
  }

  #expression(type: TypeName, depth: number): string {
    const known = this.#variables.filter(
      variable => variable.type === type && this.#visible(variable.name, type),
    );
    const pick = this.random(10);
    if (known.length > 0 && (pick < 4 || depth === 0)) {
      const { name } = this.#pick(known);
      return moves.has(type) ? `${name}.clone()` : name;
    }
    const calls = this.#functions.filter(({ result }) => result === type);
    // Calls in loops would multiply.
    if (depth > 1 && pick === 4 && calls.length > 0 && this.#loops === 0) {
      const { name, parameters } = this.#pick(calls);
      return `${name}(${parameters.map(parameter => this.#expression(parameter, 0)).join(', ')})`;
    }
    if (depth > 0 && pick === 5)
      return `if (${this.#expression('bool', depth - 1)}) { ${this.#expression(type, depth - 1)} } else { ${this.#expression(type, depth - 1)} }`;
    return this.#made(type, depth);
  }

  #made(type: TypeName, depth: number): string {
    const inner = (of: TypeName): string => this.#expression(of, Math.max(0, depth - 1));
    const simple = depth === 0;
    switch (type) {
      case 'bool': {
        if (simple) return this.#pick(['true', 'false']);
        const of = this.#pick(types.filter(each => each !== 'vector<u64>'));
        const number = numbers.some(each => each === of);
        const operator = this.#pick(number ? ['==', '!=', '<', '<=', '>', '>='] : ['==', '!=']);
        return this.#pick([
          `(${inner(of)}) ${operator} (${inner(of)})`,
          `!(${inner('bool')})`,
          `(${inner('bool')}) ${this.#pick(['&&', '||'])} (${inner('bool')})`,
        ]);
      }
      case 'string':
        return simple
          ? this.#pick(['"a"', '""', '"long text"'])
          : this.#pick([
              `(${inner('string')}).concat(${inner('string')})`,
              `(${inner(this.#pick(numbers))}).to_string()`,
              'storage.t',
              'storage.p.s',
            ]);
      case 'P':
        return simple
          ? `P { a: 1u64, b: -2i64, s: "p" }`
          : this.#pick([
              `P { b: ${inner('i64')}, a: ${inner('u64')}, s: ${inner('string')} }`,
              'storage.p',
              `storage.g[${this.#expression('string', 0)}]`,
            ]);
      case 'Option<u64>':
        return simple
          ? this.#pick(['none()', 'Some(7u64)'])
          : this.#pick([
              `Some(${inner('u64')})`,
              `storage.m.get(${inner('u64')})`,
              'storage.o',
              `(${inner('vector<u64>')}).get(${inner('u64')})`,
              `(${inner('u64')}).checked_sub(${inner('u64')})`,
            ]);
      case 'vector<u64>':
        return simple
          ? 'two(1u64, 2u64)'
          : this.#pick([`two(${inner('u64')}, ${inner('u64')})`, 'storage.l']);
      case '(u8,u256)':
        return `(${inner('u8')}, ${inner('u256')})`;
      case 'E':
        return simple
          ? 'E::Zero'
          : this.#pick([`E::One(${inner('u64')})`, `E::Two { x: ${inner('i64')}, y: ${inner('u8')} }`]);
      case 'array<i64,3>':
        return `[${inner('i64')}, ${inner('i64')}, ${inner('i64')}]`;
      default:
        return simple ? this.#literal(type) : this.#arithmetic(type, inner);
    }
  }

  #arithmetic(type: (typeof numbers)[number], inner: (of: TypeName) => string): string {
    const choices = [
      () => `(${inner(type)}) ${this.#pick(['+', '-', '*', '/', '%', '&', '|', '^'])} (${inner(type)})`,
      () => `(${inner(type)}) ${this.#pick(['<<', '>>'])} ${this.random(9)}u32`,
      () =>
        `(${inner(type)}).${this.#pick(['wrapping_add', 'wrapping_mul', 'saturating_sub', 'min', 'max'])}(${inner(type)})`,
      () => `(${inner(this.#pick(numbers))}) as ${type}`,
      () => this.#literal(type),
      () => `if (${inner('bool')}) { ${inner(type)} } else { ${this.#literal(type)} }`,
    ];
    if (type === 'u64') {
      choices.push(
        () => 'storage.n',
        () => `storage.m[${inner('u64')}]`,
        () => 'storage.l.len()',
        () => `(${inner('string')}).len()`,
        () => `(${inner('Option<u64>')}).unwrap_or(${inner('u64')})`,
        () => `(${inner('P')}).a`,
        () =>
          `match (${inner('E')}) { E::Zero => 0u64, E::One(one) => one, E::Two { x: _, y } if y > 3u8 => 5u64, _ => ${inner('u64')} }`,
        () => `{ val hidden: u64 = ${inner('u64')}; hidden / 2u64 }`,
      );
    }
    if (type === 'u256')
      choices.push(
        () => 'storage.w',
        () => `(${inner('(u8,u256)')}).1`,
      );
    if (type === 'i64') choices.push(() => `(${inner('array<i64,3>')})[(${inner('u8')}) % 4u8]`);
    return this.#pick(choices)();
  }

  #number(type: (typeof numbers)[number]): bigint {
    const size = this.random(4);
    const value = BigInt(this.random(size === 0 ? 4 : 120));
    const large = size === 3 ? value << BigInt(Math.max(0, Number(type.slice(1)) - 9)) : value;
    return type.startsWith('i') && this.random(3) === 0 ? -large : large;
  }

  #literal(type: (typeof numbers)[number]): string {
    const value = this.#number(type);
    return value < 0n ? `-${-value}${type}` : `${value}${type}`;
  }

  #type(): TypeName {
    return this.#pick(types);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.random(items.length)]!;
  }
}
