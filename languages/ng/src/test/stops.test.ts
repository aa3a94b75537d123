// Where programs stop and what is told there: the entry, values that came back, declarations, changes, modules, odd motions.

import { describe, expect, it } from 'vitest';
import { example, load, written, type NgDriver } from './harness.js';

const others = {
  'first.ng':
    'module first exports *;\nval made = 1;\nprint("first"); // #first\nfun f(n: i32) -> i32 {\n    return n + made;\n}\n',
  'second.ng': 'module second exports *;\nprint("second"); // #second\n',
};
const importing = 'import first (*);\nimport second;\nval x = f(1); // #entry\nprint(x); // #print\n';

async function frameNames({ driver }: NgDriver): Promise<readonly string[]> {
  const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20);
  return frames.map(f => f.function);
}

describe('the stop at the entry', () => {
  it('comes behind the initialisation of modules, and the first step goes on', async () => {
    const m = await load(written(importing, others), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    expect(m.driver.reasons).toEqual([{ kind: 'entry' }]);
    expect(await frameNames(m)).toEqual(['__start__']);
    expect(m.driver.line).toBe(m.line('entry'));
    expect(m.driver.output()).toBe('first\nsecond\n');
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('print'));
    expect(await m.driver.variables()).toMatchObject({ Globals: { x: 2 } });
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe('first\nsecond\n2\n');
  });

  it('is not forgotten over a breakpoint in a module, and joins one of its own', async () => {
    const m = await load(written(importing, others), { settings: { stopOnEntry: true } });
    const second = m.program.replace('program.ng', 'second.ng');
    await m.breakAt('second', {}, second);
    const own = await m.breakAt('entry');
    await m.driver.begin();
    expect(m.driver.reasons).toMatchObject([{ kind: 'breakpoint' }]);
    expect(m.driver.top.location?.source.path).toBe(second);
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([{ kind: 'entry' }, { kind: 'breakpoint', hits: [own.id] }]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });

  it('is the first line of `main` where nothing stands outside of functions', async () => {
    const m = await load(example('tour'), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    expect(m.driver.reasons).toEqual([{ kind: 'entry' }]);
    expect(m.driver.top.function).toBe('main');
    expect(m.driver.line).toBeDefined();
  });
});

describe('the value that a call gave back', () => {
  it('is shown after a step out and after its last line, and not later', async () => {
    for (const how of ['out', 'over'] as const) {
      const m = await load(
        written('fun f(n: i32) -> i32 {\n    return n * 2; // #f\n}\nval a = f(4) + f(5);\nprint(a);\n'),
      );
      await m.breakAt('f', { temporary: true });
      await m.driver.begin();
      await m.driver.step(how);
      expect(m.driver.reasons).toMatchObject([{ kind: 'step', returned: { content: { value: 8n } } }]);
      expect(await m.driver.variables()).toMatchObject({ 'Return value': { 'f()': 8 } });
      await m.driver.step('over');
      expect(await m.driver.variables()).not.toHaveProperty('Return value');
    }
  });
});

describe('declarations', () => {
  const source = `type Point {
    x: i32;
    y: i32;
}
type Either = Left(value: i32) | Right;
val outer = 1;
fun f(p: Point, n: i32) -> i32 {
    val [a, ...rest] = [n, 2, 3];
    loop i = 0 {
        if (i == 1) {
            print(p, a, rest, i, e); // #here
            return i;
        }
        next i + 1;
    }
}
`.replace(', e)', ')');

  it('of parameters, locals, loops and globals are known', async () => {
    const m = await load(written(`${source}print(f(new Point { x: 1, y: 2 }, 5));\n`));
    await m.breakAt('here');
    const stop = await m.driver.begin();
    const scopes = await m.driver.engine.scopes(stop.id, m.driver.top.id);
    const all = scopes.flatMap(s => s.variables.map(v => [v.name, v.declared?.line, v.declared?.column]));
    expect(all).toEqual([
      ['p', 7, 7],
      ['n', 7, 17],
      ['a', 8, 10],
      ['rest', 8, 13],
      ['i', 9, 10],
      ['outer', 6, 5],
    ]);
    expect(scopes[0]?.variables[0]?.declared?.source.path).toBe(m.program);
  });

  it('of members are known by their types', async () => {
    const m = await load(
      written(`${source}val e = Left(4);\nval p = new Point { x: 1, y: 2 };\nprint(p, e); // #end\n`),
    );
    await m.breakAt('end');
    const { id, top } = await m.driver.begin();
    const globals = top!.scopes!.find(s => s.kind === 'globals')!.variables;
    const declared: unknown[] = [];
    const values = globals.map(g => g.value);
    for (let value = values.shift(); value !== undefined; value = values.shift()) {
      if (value.content.kind !== 'object') continue;
      const read = { object: value.content.id, start: 0, count: 9 };
      const [members = []] = await m.driver.engine.readObjects(id, [read]);
      // What `new` makes is reached through a reference.
      values.push(...members.filter(v => v.name === '*').map(v => v.value));
      const own = members.filter(v => v.name !== '*');
      declared.push(...own.map(v => [v.name, v.declared?.line, v.declared?.column]));
    }
    expect(declared).toEqual([
      ['tag', undefined, undefined],
      ['value', 5, 15],
      ['x', 2, 5],
      ['y', 3, 5],
    ]);
  });
});

describe('a data breakpoint in mode `change`', () => {
  it('passes writes of equal values, also of lists that are made anew', async () => {
    const source = `val n = 0;
val p = [[1], [2]];
print("begin"); // #begin
p := [[1], [2]];
p := [[1], [3]];
p[0] := [1];
p[1] := [4];
n := 1;
`;
    const m = await load(written(source));
    await m.breakAt('begin');
    await m.driver.begin();
    const p = m.driver.stop.top!.scopes!.flatMap(s => s.variables).find(v => v.name === 'p')!;
    const where = { kind: 'data', place: p.value.place!, size: 1, access: 'write' } as const;
    expect(await m.driver.break(where, { mode: 'change' })).toMatchObject({ state: 'resolved' });
    const lines: unknown[] = [];
    for (let stop = 0; stop < 2; stop++) {
      await m.driver.continue();
      expect(m.driver.reasons).toMatchObject([{ kind: 'data', access: 'write' }]);
      lines.push(m.driver.line);
    }
    // Each is seen where the write is over.
    expect(lines).toEqual([5, 7]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });
});

describe('errors', () => {
  it('are told from others by name, and none is ever caught', async () => {
    const m = await load(example('errors'));
    const wanted = (list: readonly string[], negate: boolean) =>
      m.driver.break({ kind: 'exception', filter: 'thrown', names: { list, negate }, only: 'uncaught' });
    await wanted(['Other'], false);
    await wanted(['Runtime error'], true);
    const { id } = await wanted(['Runtime error'], false);
    await m.driver.begin();
    expect(m.driver.reasons).toMatchObject([{ kind: 'exception', hits: [id], thrown: { caught: false } }]);
  });
});

describe('modules', () => {
  it('come with their sources, and tell their size and format', async () => {
    const m = await load(example('modules/main'), { settings: { stopOnEntry: true } });
    expect((await m.driver.engine.loadedSources!()).map(s => s.name)).toEqual(['main.ng']);
    await m.driver.begin();
    const told = m.driver.events.flatMap(e =>
      e.kind === 'module'
        ? [`module ${e.module.name}`]
        : e.kind === 'source'
          ? [`${e.change} ${e.source.name}`]
          : [],
    );
    expect(told).toEqual(['module geometry', 'new geometry.ng', 'module counter', 'new counter.ng']);
    expect(m.driver.engine.traits.moduleColumns?.map(c => c.name)).toEqual([
      'functions',
      'codeSize',
      'format',
    ]);
    const [main] = await m.driver.engine.modules!();
    expect(main?.extra).toEqual({
      functions: 1,
      codeSize: Number(main!.range!.end.offset - main!.range!.start.offset),
      format: 2,
    });
  });
});

describe('odd motions', () => {
  const source = `fun top(n: i32) -> i32 {
    return n; // #top
}
fun middle(n: i32) -> i32 {
    val twice = n * 2; // #middle
    return top(twice);
}
print(middle(4)); // #call
print("end"); // #end
`;

  it('out of the function are refused, and the program stands where it stood', async () => {
    const m = await load(written(source));
    await m.breakAt('top');
    await m.driver.begin();
    const file = m.driver.top.location!.source;
    const [target] = await m.driver.engine.gotoTargets!(m.driver.stop.id, file, m.line('end'));
    await expect(m.driver.move({ kind: 'goto', target: target!.address })).rejects.toThrow('in the function');
    expect(await frameNames(m)).toEqual(['top', 'middle', '__start__']);
    expect(await m.driver.engine.gotoTargets!(m.driver.stop.id, file, 3)).toEqual([]);
  });

  it('to the beginning of a frame in the middle end those above it', async () => {
    const m = await load(written(source));
    await m.breakAt('top', { temporary: true });
    await m.driver.begin();
    const { frames } = await m.driver.engine.stack(m.driver.stop.id, m.driver.stop.focus, 0, 5);
    await m.driver.move({ kind: 'restart-frame', frame: frames[1]!.id });
    await m.driver.stopped();
    expect(await frameNames(m)).toEqual(['middle', '__start__']);
    expect(m.driver.line).toBe(m.line('middle'));
    await expect(m.driver.move({ kind: 'restart-frame', frame: frames[0]!.id })).rejects.toThrow('returned');
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe('8\nend\n');
  });
});
