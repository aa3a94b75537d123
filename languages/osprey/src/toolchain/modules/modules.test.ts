import { SourceText } from '@sonde/front-end';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../test/interpreter/interpreter.js';
import { checkFiles, type Checked } from '../checker/check.js';
import { flavorOf } from '../syntax/flavor.js';
import type { AssemblyRules } from './assemble.js';

/** Files by name; those without a namespace are in `app`. */
function checked(files: Readonly<Record<string, string>>, rules: Partial<AssemblyRules> = {}): Checked {
  let base = 0;
  const made = Object.entries(files).map(([name, content]) => {
    const text = new SourceText({ name, path: name }, content, base);
    base = text.end;
    return { text, flavor: flavorOf(name, content) };
  });
  return checkFiles(made, { namespace: 'app', wildcards: false, ...rules });
}

const problems = (
  files: Readonly<Record<string, string>>,
  rules?: Partial<AssemblyRules>,
): readonly string[] =>
  checked(files, rules).diagnostics.map(
    ({ location, message }) => `${location?.source.name}:${location?.line}:${location?.column} ${message}`,
  );

function output(files: Readonly<Record<string, string>>, rules?: Partial<AssemblyRules>): readonly string[] {
  const { program, diagnostics } = checked(files, rules);
  if (program === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return interpret(program).output.trimEnd().split('\n');
}

const tax = `module Tax {
    let rate = 10
    export let name = "tax"
    export fn add(cents: int) -> int = (cents + rate) ?: 0
    export type Kind = Free | Taxed(int)
    export fn show(kind: Kind) -> string = match kind { Free => "free"  Taxed(n) => "taxed \${n}" }
    fn hidden() -> int = 1
    module Inner { export fn deep() -> int = hidden() }
}
`;

describe('modules', () => {
  it('are seen through imports, aliases and paths, from both flavors', () => {
    const braces = `import app::Tax::{add, Kind, Taxed as Of, show}
import app::Tax as T
fn twice(n: int) -> int = add(add(n))
print("\${twice(1)} \${T::add(5)} \${app::Tax::name} \${Tax::show(T::Free)}")
print(show(Of(3)))
`;
    const layout = `import app::Tax
    add
    Kind
    Taxed as Of
    show
import app::Tax as T
twice : int -> int
twice n = add (add n)
print "\${twice 1} \${T::add 5} \${app::Tax::name} \${Tax::show T::Free}"
print (show (Of 3))
`;
    const expected = ['21 15 tax free', 'taxed 3'];
    expect(output({ 'main.osp': braces, 'tax.osp': tax })).toEqual(expected);
    expect(output({ 'main.ospml': layout, 'tax.osp': tax })).toEqual(expected);
  });

  it('take applications of the layout flavor as their functions are declared', () => {
    const library = `module Sum
    export curried a b = (a + b) ?: 0
    export flat (a, b) = (a + b) ?: 0
`;
    const main =
      'import app::Sum\n    curried\n    flat\nadd = curried 1\nprint (add 2)\nprint (curried 3 4)\nprint (flat (5, 6))\nprint (flat 7 8)\n';
    expect(output({ 'main.ospml': main, 'sum.ospml': library })).toEqual(['3', '7', '11', '15']);
  });

  it('of one file need no project', () => {
    const text = `${tax}import Tax::{add}\nprint(add(1))\nprint(Tax::name)\n`;
    expect(output({ 'single.osp': text }, { namespace: '' })).toEqual(['11', 'tax']);
  });

  it('give away what they export, and nothing else', () => {
    const main =
      'import app::Tax::{hidden, nowhere}\nprint(Tax::rate)\nprint(Tax::Inner::deep())\nprint(Tix::add(1))\n';
    expect(problems({ 'main.osp': main, 'tax.osp': tax })).toEqual([
      'main.osp:1:19 `hidden` is private in the module `app::Tax`',
      'main.osp:1:27 there is no `nowhere` in the module `app::Tax`',
      'main.osp:2:7 `rate` is private in the module `app::Tax`',
      'main.osp:3:7 `Inner` is private in the module `app::Tax`',
      'main.osp:4:7 there is no module or namespace `Tix` here',
    ]);
  });

  it('do not hide variables, nor are they hidden by what they are not', () => {
    const main = `import app::Tax::{add}
fn local(add: int) -> int = { let rate = add  rate }
let f = fn(add: int) => add
print(local(3))
print(f(4))
print(match [5] { [add] => add  _ => 0 })
print(add(6))
`;
    expect(output({ 'main.osp': main, 'tax.osp': tax })).toEqual(['3', '4', '5', '16']);
  });
});

describe('namespaces', () => {
  it('are made by several files, whatever flavor these have', () => {
    const files = {
      'main.osp': 'namespace shop;\nprint(price(2))\nprint(other::name)\n',
      'b.ospml': 'namespace shop\nprice n = (n * unit) ?: 0\n',
      'c.osp': 'namespace shop { let unit = 3 }\nnamespace other { let name = "other" }\n',
    };
    expect(output(files)).toEqual(['6', 'other']);
  });

  it('have each name once', () => {
    const files = {
      'a.osp': 'fn zero() -> int = 0\nprint(zero())\n',
      'b.osp': 'let one = 1\nfn zero() -> int = 2\n',
    };
    expect(problems(files)).toEqual(['b.osp:2:4 `zero` is declared twice in the namespace `app`']);
  });

  it('with quoted labels are imported under another name', () => {
    const library = 'namespace "shop/api";\nmodule Price { export fn of() -> int = 9 }\n';
    const wrong = { 'main.osp': 'import "shop/api"\nprint(1)\n', 'b.osp': library };
    expect(problems(wrong)).toEqual(['main.osp:1:8 a quoted namespace is imported under another name']);
    expect(
      output({ 'main.osp': 'import "shop/api" as api\nprint(api::Price::of())\n', 'b.osp': library }),
    ).toEqual(['9']);
  });
});

describe('imports', () => {
  it('of what does not exist are refused where they stand', () => {
    const main = 'import shop::Tax\nimport app::Tix\nprint(1)\n';
    expect(problems({ 'main.osp': main, 'tax.osp': tax })).toEqual([
      'main.osp:1:8 there is no module or namespace `shop` in this program',
      'main.osp:2:8 there is no module `Tix` in the namespace `app`',
    ]);
  });

  it('of one name from two places are ambiguous', () => {
    const other = 'module Toll { export fn add(n: int) -> int = n }\n';
    const main = 'import app::Tax::{add}\nimport app::Toll::{add}\nprint(add(1))\n';
    expect(problems({ 'main.osp': main, 'tax.osp': tax, 'toll.osp': other })).toEqual([
      'main.osp:2:20 `add` is ambiguous: it is imported from the module `app::Tax` and from the module `app::Toll`',
    ]);
  });

  it('of everything need the permission of the project', () => {
    const files = { 'main.osp': 'import app::Tax::*\nprint(add(1))\n', 'tax.osp': tax };
    expect(problems(files)).toEqual(['main.osp:1:1 imports of everything are not allowed in this program']);
    expect(output(files, { wildcards: true })).toEqual(['11']);
  });

  it('may lead in a circle, because nothing runs when they are made', () => {
    const files = {
      'main.osp': 'import app::A\nprint(A::even(4))\n',
      'a.osp':
        'module A { import app::B  export fn even(n: int) -> bool = match n { 0 => true  _ => B::odd((n - 1) ?: 0) } }\n',
      'b.osp':
        'module B { import app::A  export fn odd(n: int) -> bool = match n { 0 => false  _ => A::even((n - 1) ?: 0) } }\n',
    };
    expect(output(files)).toEqual(['true']);
  });
});

describe('values of modules', () => {
  it('come in the order in which they need each other', () => {
    const files = {
      'main.osp': 'print(A::first)\n',
      'a.osp': 'module A { export let first = (B::second() + 1) ?: 0 }\n',
      'b.osp': 'module B { let third = 5  export fn second() -> int = (third * 2) ?: 0 }\n',
    };
    expect(output(files)).toEqual(['11']);
  });

  it('that need themselves, or do something, are refused', () => {
    const files = {
      'main.osp': 'print(A::first)\n',
      'a.osp': 'module A { export let first = B::second\n export let loud = print("now") }\n',
      'b.osp': 'module B { export let second = A::first }\n',
    };
    expect(problems(files)).toEqual([
      'a.osp:1:23 the value of `app::A::first`, `app::B::second` would need itself',
      'a.osp:2:13 `app::A::loud` is a constant: its value cannot do anything',
    ]);
  });
});

describe('the beginning of a program', () => {
  it('is the file with main, else the one with statements', () => {
    const main = {
      'a.osp': 'fn main() -> int = { print(help())  0 }\n',
      'b.osp': 'fn help() -> string = "helped"\n',
    };
    expect(output(main)).toEqual(['helped']);
    expect(problems({ 'a.osp': 'fn one() -> int = 1\n', 'b.osp': 'fn two() -> int = 2\n' })[0]).toContain(
      'nothing says where this program begins',
    );
    expect(problems({ 'a.osp': 'print(1)\n', 'b.osp': 'print(2)\n' })[0]).toContain('several files could be');
    expect(problems({ 'a.osp': 'print(1)\n', 'b.osp': 'print(2)\n' }, { entry: 'a.osp' })).toEqual([
      'b.osp:1:1 statements run only in a.osp, where the program begins',
    ]);
  });
});

describe('signatures', () => {
  const signature =
    'signature Api {\n    opaque type Box\n    fn make(n: int) -> Box\n    fn open(box: Box) -> int\n}\n';
  const body =
    '    type Box = Full { n: int } | Hollow\n    fn make(n) = Full { n: n }\n    fn open(box) = match box { Full { n } => n  Hollow => 0 }\n';

  it('say what a module exports, and type what it leaves open', () => {
    const files = {
      'main.osp': 'print(Boxes::open(Boxes::make(4)))\n',
      'b.osp': `${signature}module Boxes : Api {\n${body}}\n`,
    };
    expect(output(files)).toEqual(['4']);
    const peeking = {
      ...files,
      'main.osp': 'print(match Boxes::make(1) { Boxes::Full { n } => n  _ => 0 })\n',
    };
    expect(problems(peeking)).toEqual(['main.osp:1:30 `Full` is private in the module `app::Boxes`']);
  });

  it('are kept', () => {
    const lacking = `${signature}module Boxes : Api {\n    type Box = Full | Hollow\n    fn make(n: string) -> Box = Full\n    export fn more() -> int = 1\n}\nprint(1)\n`;
    expect(problems({ 'b.osp': lacking })).toEqual([
      'b.osp:6:8 `Boxes` lacks `open`, which its signature has',
      'b.osp:8:8 `make` has another type of `n` than its signature says',
      'b.osp:9:5 `more` is exported, but the signature `Api` does not have it',
    ]);
    const other = `${signature}module Boxes : Api {\n${body.replace('make(n)', 'make(n: string)')}}\nprint(1)\n`;
    expect(problems({ 'b.osp': other })).toEqual([
      'b.osp:8:8 `make` has another type of `n` than its signature says',
    ]);
    const alias = `${signature}module Boxes : Api {\n    type Box = int\n    fn make(n) = n\n    fn open(box) = box\n}\nprint(1)\n`;
    expect(problems({ 'b.osp': alias })[0]).toContain('opaque alias `Box` unsupported');
  });
});

describe('state modules', () => {
  const counter = `state module Counter {
    mut count = 0
    export effect Tick { next: fn() -> int }
    export fn counted(body: () -> int !Tick) -> int = handle Tick
        next => { count = (count + 1) ?: count  count }
    in body()
}
fn two() -> int !Counter::Tick = { perform Counter::Tick.next()  perform Counter::Tick.next() }
`;

  it('have fresh cells for each handler', () => {
    expect(
      output({ 'a.osp': `${counter}print(Counter::counted(two))\nprint(Counter::counted(two))\n` }),
    ).toEqual(['2', '2']);
  });

  it('keep their cells to the arms of their handlers', () => {
    expect(problems({ 'a.osp': `${counter}print(Counter::count)\n` })[0]).toContain('`count` is private');
    const reading = counter.replace('in body()', 'in body()\n    export fn peek() -> int = count');
    expect(problems({ 'a.osp': `${reading}print(1)\n` })).toEqual([
      'a.osp:7:31 the state `count` of the module `app::Counter` is touched only in the arms of its own handlers',
    ]);
    const plain = counter.replace('state module', 'module');
    expect(problems({ 'a.osp': `${plain}print(1)\n` })[0]).toContain('a module has no mut');
    const lone = 'state module Lone {\n    mut n = 0\n}\nprint(1)\n';
    expect(problems({ 'a.osp': lone })).toEqual([
      'a.osp:1:14 the state module `Lone` exports no effect, so nothing can reach its state',
    ]);
  });
});
