import { describe, expect, it } from 'vitest';
import { runText } from './interpreted-text.js';
import type { PlainValue, Visit } from './interpreter.js';

function text(value: PlainValue): string {
  switch (value.kind) {
    case 'scalar':
      return value.text;
    case 'string':
      return JSON.stringify(value.text);
    case 'enum':
      return value.member ?? String(value.value);
    case 'struct':
      return `{${value.fields.map(([name, field]) => `${name}: ${text(field)}`).join(', ')}}`;
    case 'array':
      return `[${value.elements.map(text).join(', ')}]`;
    case 'result':
      return value.err === 0n ? `Ok(${value.value ? text(value.value) : ''})` : `Error(${value.err})`;
    case 'pointer':
      return value.target ? `-> ${text(value.target)}` : value.state;
    case 'opaque':
      return '?';
  }
}

/** `line moment name=value …`, one per visit. */
function visits(program: string, of: (visit: Visit) => boolean = () => true): readonly string[] {
  const seen: string[] = [];
  runText(program, {
    visit: visit => {
      if (!of(visit)) return;
      const locals = [...visit.locals()].map(([name, value]) => `${name}=${text(value)}`);
      seen.push([`${visit.at.line}`, visit.moment, ...locals].join(' '));
    },
  });
  return seen;
}

describe('whoever watches', () => {
  it('is told of every statement before it runs, with the variables declared by then', () => {
    expect(
      visits(`func:main = int32() {
  int32:a = 1;
  if (a == 1) {
    int32:b = a + 1;
    a = b;
  }
  pass(a);
};`),
    ).toEqual([
      '2 statement',
      '3 statement a=1',
      '4 statement a=1',
      '5 statement a=1 b=2',
      '6 end a=2 b=2',
      '7 statement a=2',
    ]);
  });

  it('is told of every round of a loop', () => {
    expect(
      visits(`func:main = int32() {
  for i in 1..2 {
    print(i);
  }
  pass(0);
};`),
    ).toEqual([
      '2 statement',
      '3 statement i=1',
      '4 end i=1',
      '2 round i=1',
      '3 statement i=2',
      '4 end i=2',
      '2 round i=2',
      '5 statement',
    ]);
  });

  it('sees the innermost of two variables of one name', () => {
    expect(
      visits(`func:main = int32() {
  int32:a = 1;
  { int8:a = 2; print(a); }
  pass(a);
};`),
    ).toContain('3 statement a=2');
  });

  it('sees what is deferred when it runs', () => {
    expect(
      visits(`func:main = int32() {
  int32:a = 1;
  defer {
    a = 3;
  }
  a = 2;
  pass(a);
};`).slice(3),
    ).toEqual(['7 statement a=2', '4 statement a=2', '5 end a=3']);
  });

  it('sees values of every type', () => {
    const program = `const P = struct { x: int32, name: string };
const E = enum { red, blue };
func:f = int32(int32:n) { if (n < 0) { fail(3); } pass(n); };
func:main = int32() {
  P:p = P{ x: 1, name: "é" };
  int8[2]:a = [1, 2];
  E:e = E.blue;
  tbb8:t = ERR;
  result<int32>:ok = f(1);
  result<int32>:bad = f(-1);
  gc P:g = p;
  P@:n = NULL;
  wild int64:w = 7;
  bool:b = true;
  flt64:d = 0.5;
  aria.free(w);
  pass(0);
};`;
    const seen = visits(program, ({ function: { name } }) => name === 'main');
    expect(seen.at(-2)).toBe(
      '16 statement p={x: 1, name: "é"} a=[1, 2] e=blue t=ERR ok=Ok(1) bad=Error(3) g=-> {x: 1, name: "é"} n=null w=-> 7 b=true d=0.5',
    );
    expect(seen.at(-1)).toContain('w=dangling');
  });

  it('knows the function, how deep it is, and the coroutine', () => {
    const seen: string[] = [];
    runText(
      `async func:task = int32(int32:n) { pass(n); };
func:f = int32(int32:n) { pass(n); };
int32:total = 0;
func:main = int32() { total = f(1); pass(await task(2)); };`,
      {
        visit: ({ function: { name }, depth, coroutine, globals }) => {
          seen.push(`${name} ${depth} ${coroutine} ${[...globals().values()].map(text).join()}`);
        },
      },
    );
    expect(seen).toEqual([
      '__aria_module_init 0 1 0',
      '__aria_module_init 0 1 0',
      'main 0 1 0',
      'f 1 1 0',
      'main 0 1 1',
      'task 0 2 1',
    ]);
  });
});
