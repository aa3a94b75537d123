// The language server as editors use it: over standard input and output, by a client that is not ours.

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, LanguageClient, placeOf, startServer } from './language-client.js';

const shapes = `/// A figure in the plane.
type Shape = Circle { radius: int } | Rect(int, int)
type Point = { x: int, y: int }
effect Log { say: fn(string) -> Unit }

/// How much it covers.
/// In squares.
fn area(s: Shape) -> int = match s {
    Circle { radius } => (3 * radius * radius) ?: 0
    Rect(w, h) => (w * h) ?: 0
}
fn noisy(n) = {
    perform Log.say("n is \${n}")
    let twice = (n * 2) ?: 0
    twice
}
fn same(value) = value
let p = Point { x: 1, y: 2 }
let total = area(Rect(p.x, 4))
print(total)
`;

const layout = `type Shape =
    Circle int
    Rect int int

(** How much it covers. *)
area : Shape -> int
area (Circle r) = (3 * r * r) ?: 0
area (Rect w h) = (w * h) ?: 0

total = area (Rect 3 4)
print total
`;

describe('osprey lsp', () => {
  let client: LanguageClient;
  beforeAll(async () => {
    client = await LanguageClient.start();
    expect(await client.open('shapes.osp', shapes)).toEqual([]);
    expect(await client.open('layout.ospml', layout)).toEqual([]);
  });
  afterAll(async () => {
    expect(await client.leave()).toBe(0);
  });

  it('[DEBUGGER-PROTOCOLS] owns diagnostics, hover, symbols, definition and completion', () => {
    expect(client.initialized.capabilities).toMatchObject({
      positionEncoding: 'utf-16',
      hoverProvider: true,
      documentSymbolProvider: true,
      definitionProvider: true,
      completionProvider: { triggerCharacters: ['.'] },
    });
  });

  it('tells what is wrong, where, with a hint, and that it is right again', async () => {
    expect(await client.open('bad.osp', 'let a = 1\n\tlet b: int = a + 1\n')).toEqual([
      '1:14 let `b`: type mismatch: cannot unify int with Result<int, MathError>\nA Result is opened with match, or with ?: and another value.',
    ]);
    expect(await client.change('bad.osp', 2, 'let a = 1\nlet b: int = (a + 1) ?: 0\n')).toEqual([]);
    expect(await client.open('bad.ospml', 'f x =\n    y = x\n  y\n')).toEqual([
      expect.stringContaining('2:2 inconsistent indentation') as string,
    ]);
  });

  it('shows types, signatures, effects and doc comments', async () => {
    const hover = (word: string, nth = 0) => client.hover('shapes.osp', placeOf(shapes, word, nth));
    expect(await hover('area', 1)).toBe('fn area(s: Shape) -> int\n\nHow much it covers.\nIn squares.');
    expect(await hover('noisy')).toBe('fn noisy(n: int) -> int !Log');
    expect(await hover('same')).toBe('fn same(value: t1) -> t1');
    expect(await hover('twice', 1)).toBe('twice: int');
    expect(await hover('radius', 2)).toBe('radius: int');
    expect(await hover('Shape', 1)).toBe(
      'type Shape = Circle { radius: int } | Rect(int, int)\n\nA figure in the plane.',
    );
    expect(await hover('Rect', 2)).toBe('Rect(int, int): Shape');
    expect(await hover('say', 1)).toBe('Log.say: fn(string) -> Unit');
    expect(await hover('x, 4')).toBe('Point.x: int');
    expect(await hover('print')).toBe('fn print(int) -> Unit');
    expect(await client.hover('shapes.osp', { line: 4, character: 0 })).toBeUndefined();
    expect(await client.hover('layout.ospml', placeOf(layout, 'area', 3))).toBe(
      'fn area(Shape) -> int\n\nHow much it covers.',
    );
  });

  it('lists the declarations of both flavors alike', async () => {
    const names = async (name: string) =>
      (await client.symbols(name)).map(symbol => [
        symbol.name,
        ...(symbol.children ?? []).map(child => child.name),
      ]);
    expect(await names('shapes.osp')).toEqual([
      ['Shape', 'Circle', 'Rect'],
      ['Point', 'x', 'y'],
      ['Log', 'say'],
      ['area'],
      ['noisy'],
      ['same'],
      ['p'],
      ['total'],
    ]);
    expect(await names('layout.ospml')).toEqual([['Shape', 'Circle', 'Rect'], ['area'], ['total']]);
    const area = (await client.symbols('shapes.osp')).find(({ name }) => name === 'area')!;
    expect(area.detail).toBe('fn area(s: Shape) -> int');
    expect(area.selectionRange.start).toEqual(placeOf(shapes, 'area'));
  });

  it('finds where a name is declared', async () => {
    const goes = async (file: string, text: string, from: [string, number], to: [string, number]) => {
      const found = await client.definition(file, placeOf(text, ...from));
      expect(found?.range.start).toEqual(placeOf(text, ...to));
    };
    await goes('shapes.osp', shapes, ['area', 1], ['area', 0]);
    await goes('shapes.osp', shapes, ['twice', 1], ['twice', 0]);
    await goes('shapes.osp', shapes, ['Rect', 2], ['Rect', 0]);
    await goes('shapes.osp', shapes, ['say', 1], ['say', 0]);
    await goes('shapes.osp', shapes, ['x, 4', 0], ['x: int', 0]);
    await goes('layout.ospml', layout, ['Rect', 2], ['Rect', 0]);
    expect(await client.definition('shapes.osp', placeOf(shapes, 'print'))).toBeNull();
  });

  it('completes names in sight, fields, functions of a value, types and operations, in texts that are not finished', async () => {
    const complete = async (name: string, text: string) => {
      const [before, after] = text.split('¦') as [string, string];
      await client.open(name, before + after);
      const line = before.split('\n').length - 1;
      const items = await client.completions(name, { line, character: before.split('\n').at(-1)!.length });
      return items.map(({ label }) => label);
    };
    const inside = await complete(
      'c1.osp',
      'fn f(alpha: int) = {\n    let beta = alpha\n    be¦\n}\nlet late = 1\n',
    );
    expect(inside).toEqual(expect.arrayContaining(['alpha', 'beta', 'f', 'print', 'match']));
    expect(inside[0]).toBe('beta');
    const fields = await complete('c2.osp', `${shapes}fn far(q: Point) = q.¦`);
    expect(fields).toEqual(['x', 'y', 'far']);
    expect(
      await complete('c3.osp', `${shapes}let broken = (area(Rect(1, 2)).\nlet s = Rect(1, 2)\nlet a = s.¦`),
    ).toEqual(['area']);
    expect(await complete('c4.osp', `${shapes}fn g(x: Sh¦`)).toContain('Shape');
    expect(await complete('c5.osp', `${shapes}fn g() = perform Log.¦`)).toEqual(['say']);
    expect(await complete('c6.ospml', `${layout}f x =\n    inner = x\n    in¦`)).toEqual(
      expect.arrayContaining(['inner', 'x', 'area']),
    );
    expect(await complete('c7.osp', '// nothing he¦')).toEqual([]);
  });

  it('answers about the whole parts of a text that is broken elsewhere', async () => {
    const text = `${shapes}fn broken(a: int) = { let x = (a + \nfn after(z: int) = z\n"no end`;
    expect(await client.open('half.osp', text)).not.toEqual([]);
    expect(await client.hover('half.osp', placeOf(text, 'area', 1))).toContain('fn area(s: Shape) -> int');
    expect((await client.symbols('half.osp')).map(({ name }) => name)).toContain('area');
    const torn = `${layout}g =\n    a = (1 +\nh x = x\n`;
    await client.open('half.ospml', torn);
    expect(await client.hover('half.ospml', placeOf(torn, 'area', 3))).toContain('fn area(Shape) -> int');
  });

  it('says that a text is too long, and that a first line contradicts the name', async () => {
    const huge = `let a = 1\n${'print(a) // 😀\n'.repeat(150_000)}`;
    expect(await client.open('huge.osp', huge)).toEqual(['0:0 this text is too long to be analysed']);
    expect(await client.symbols('huge.osp')).toEqual([]);
    expect(await client.open('torn.osp', '// osprey: flavor=ml\nf x = x\n')).toEqual([
      expect.stringContaining('its extension says default') as string,
    ]);
  });

  it('answers what it does not know with an error, and about texts that are not open with nothing', async () => {
    await expect(client.request('osprey/unknown', {})).rejects.toThrow(/Unhandled method/);
    await expect(client.request('textDocument/hover', 7)).rejects.toThrow();
    expect(await client.hover('never-opened.osp', { line: 0, character: 0 })).toBeUndefined();
    expect(await client.hover('shapes.osp', { line: 9999, character: 9999 })).toBeUndefined();
  });
});

describe('osprey lsp, with a client that makes no sense,', () => {
  it('goes on behind messages that are none', async () => {
    const server = startServer();
    server.stdin.write('Content-Length: 5\r\n\r\n{"a":Nonsense: 1\r\n\r\nContent-Length: x\r\n\r\n');
    server.stdin.write('Content-Length: 2\r\n\r\n[]Content-Length: 4\r\n\r\nnull');
    server.stdin.write('Content-Length: 37\r\n\r\n{"jsonrpc":"2.0","id":[],"method":{}}');
    const client = await LanguageClient.start(server);
    expect(await client.open('fine.osp', 'print(1)\n')).toEqual([]);
    expect(await client.leave()).toBe(0);
  });

  it('ends with status 1 when the pipe is closed, in the middle of a message, too', async () => {
    const server = startServer();
    server.stdin.end('Content-Length: 100\r\n\r\n{"jsonrpc"');
    expect(await endOf(server)).toBe(1);
  });

  it('gives up on a message that never ends', async () => {
    const server = startServer();
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    server.stdin.on('error', () => undefined);
    const block = Buffer.alloc(1 << 20, 'x');
    server.stdin.write('Content-Length: 99999999999\r\n\r\n');
    const ended = once(server, 'exit').then(() => true);
    const written = (): Promise<boolean> =>
      new Promise(resolve => server.stdin.write(block, () => setImmediate(resolve, false)));
    while (!(await Promise.race([ended, written()])));
    expect(await endOf(server)).toBe(1);
    expect(said).toContain('the client makes no sense');
  });
});
