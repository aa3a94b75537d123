// Errors of the program: where they stop, who catches them, and what is left when nobody does.

import { describe, expect, it } from 'vitest';
import { example, load, run, written } from './harness.js';

describe('errors', () => {
  it('stop where they are thrown, caught or not', async () => {
    const m = await load(example('errors'));
    const { id } = await m.driver.break({ kind: 'exception', filter: 'thrown' });
    await m.driver.begin();
    expect(m.driver.reasons).toEqual([
      {
        kind: 'exception',
        hits: [id],
        thrown: expect.objectContaining({
          name: 'DivisionByZero',
          message: 'cannot divide by zero',
          caught: true,
        }) as unknown,
      },
    ]);
    expect(m.driver.line).toBe(m.line('divide'));
    expect(await m.driver.variables()).toMatchObject({ Arguments: { a: 1, b: 0 } });
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ thrown: { name: 'Empty', message: 'there is nothing left' } }]);
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ thrown: { name: 'DivisionByZero', caught: false } }]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(1);
  });

  it('stop only when nobody catches them, or by name', async () => {
    const m = await load(example('errors'));
    await m.driver.break({ kind: 'exception', filter: 'uncaught' });
    await m.driver.break({ kind: 'exception', filter: 'Empty' });
    await m.driver.begin();
    expect(m.driver.line).toBe(m.line('throw'));
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ thrown: { caught: false } }]);
  });

  it.each([
    ['all but some', { filter: 'thrown', names: { list: ['DivisionByZero'], negate: true } }, ['Empty']],
    ['some', { filter: 'thrown', names: { list: ['Empty', 'Nobody'], negate: false } }, ['Empty']],
    ['some that nobody catches', { filter: 'thrown', only: 'uncaught' }, ['DivisionByZero']],
    [
      'some of those that nobody catches',
      { filter: 'uncaught', names: { list: ['Empty'], negate: false } },
      [],
    ],
  ] as const)('stop by %s', async (_, wanted, expected) => {
    const m = await load(example('errors'));
    await m.driver.break({ kind: 'exception', ...wanted });
    await m.driver.engine.begin();
    const seen: string[] = [];
    while (seen.length < expected.length) {
      await m.driver.stopped();
      for (const reason of m.driver.reasons) if (reason.kind === 'exception') seen.push(reason.thrown.name);
      await m.driver.move({ kind: 'continue' });
    }
    expect(seen).toEqual(expected);
    expect(await m.driver.finish()).toBe(1);
  });

  it('have their conditions decided in the frame that throws', async () => {
    const asked: string[] = [];
    const m = await load(example('errors'), {
      decide: (stop, { condition }) => {
        asked.push(`${stop.top?.frames[0]?.function ?? ''}: ${condition ?? ''}`);
        return Promise.resolve({ stop: false });
      },
    });
    const set = await m.driver.break({ kind: 'exception', filter: 'thrown' }, { condition: 'b == 7' });
    expect(set).toMatchObject({ state: 'resolved', evaluated: 'stop-and-ask' });
    await m.driver.engine.begin();
    expect(await m.driver.finish()).toBe(1);
    expect(asked).toEqual(['divide: b == 7', '(main): b == 7', 'divide: b == 7']);
  });

  it('refuse a condition that no frame could have', async () => {
    const m = await load(example('errors'));
    const set = await m.driver.break({ kind: 'exception', filter: 'thrown' }, { condition: 'nobody == 1' });
    expect(set.state).toBe('failed');
  });

  it('leave a report with the stack on stderr, and exit code 1', async () => {
    const { code, stdout, stderr } = await run(example('errors'));
    expect(code).toBe(1);
    expect(stdout).toContain('caught: DivisionByZero: cannot divide by zero\n0\n');
    expect(stderr).toBe(
      'DivisionByZero: cannot divide by zero\n  in divide at errors.mini:4\n  in (main) at errors.mini:26\n',
    );
  });

  it.each([
    ['1 + 1 / 0', 'DivisionByZero'],
    ['5 % 0', 'DivisionByZero'],
    ['1 - "a"', 'TypeError'],
    ['"a" < 1', 'TypeError'],
    ['len(5)', 'TypeError'],
    ['mem[0]', 'OutOfBounds'],
    ['repeat("xxxxxxxxxx", 100000000)', 'OutOfMemory'],
    ['size(20000000)', 'OutOfMemory'],
    ['number("x")', 'NotANumber'],
    ['number("99999999999")', 'NotANumber'],
    ['random(0)', 'OutOfBounds'],
    ['random(0 - 5)', 'OutOfBounds'],
    ['join(1)', 'Deadlock'],
  ])('%s throws %s, which can be caught', async (expression, name) => {
    const { stdout, code } = await run(
      written(`try { print ${expression}; } catch e { print "got " + e; }\n`),
    );
    expect(stdout).toMatch(new RegExp(`^got ${name}: `));
    expect(code).toBe(0);
  });

  it('endless recursion is an error that can be caught', async () => {
    const program = written(
      'fn f(n) { return f(n + 1); }\ntry { f(0); } catch e { print e; }\nprint "alive";\n',
    );
    const { stdout, code } = await run(program, { extra: { memoryLimit: 64 } });
    expect(stdout).toMatch(/^StackOverflow: \d+ calls deep\nalive\n$/);
    expect(code).toBe(0);
  });

  it('endless recursion is one also with many variables and the usual limit', async () => {
    const program = written(
      'fn f(n, a, b) { let c = a + b; let d = c; let e = d; return n + f(n + 1, c, e); }\n' +
        'try { f(0, 1, 2); } catch e { print e; }\n',
    );
    const { stdout, code } = await run(program);
    expect(stdout).toMatch(/^StackOverflow: \d{6,} calls deep\n$/);
    expect(code).toBe(0);
  });

  it('a text that grows without end is an error that stops, and can be caught', async () => {
    const source = 'let s = "abcdefgh";\nwhile 1 { s = s + s; }\n';
    const m = await load(written(source));
    await m.driver.break({ kind: 'exception', filter: 'uncaught' });
    await m.driver.begin();
    expect(m.driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: 'OutOfMemory' } }]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(1);
    expect(m.driver.output('stderr')).toMatch(/^OutOfMemory: a text has at most \d+ characters\n/);
    const { stdout } = await run(written(`try { ${source} } catch e { print e; }\n`));
    expect(stdout).toContain('OutOfMemory');
  });

  it('tasks that wait for one another are a deadlock, which can be caught', async () => {
    const circle =
      'let a = 0;\nfn first(n) { join(a); }\nfn second(n) { join(n); }\n' +
      'let b = spawn first(0);\na = spawn second(b);\n';
    const { code, stderr } = await run(written(`${circle}join(a);\n`));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Deadlock: all tasks wait for one another\n/);
    const careful = circle.replace('{ join(n); }', '{ try { join(n); } catch e { print e; } }');
    expect(await run(written(`${careful}join(a);\nprint "over";\n`))).toMatchObject({
      code: 0,
      stdout: 'Deadlock: all tasks wait for one another\nover\n',
    });
  });

  it('more tasks than there is memory for are an error of the program', async () => {
    const program = written(
      'fn f() { sleep(1000000); }\nlet i = 0;\ntry { while 1 { spawn f(); i = i + 1; } } catch e { print e; }\nexit(i > 10000);\n',
    );
    const { stdout, code } = await run(program, { extra: { memoryLimit: 32 } });
    expect(stdout).toBe('OutOfMemory: there is no room for another task\n');
    expect(code).toBe(1);
  });

  it('a program that fills its memory ends with that reason, and nothing else does', async () => {
    const program = written(
      'let s = "x"; let i = 0;\nfn keep(a) { return keep(repeat(a + i, 2)); }\n' +
        'fn grow(t) { i = i + 1; return grow(repeat("ab" + i, 1000000)); }\ngrow("");\n',
    );
    const m = await load(program, { settings: { extra: { memoryLimit: 64 } } });
    await m.driver.engine.begin();
    const ended = await m.driver.next('ended');
    expect(ended.trouble).toMatchObject({
      blame: 'program',
      message: 'the program used more memory than its limit of 64 MB.',
    });
    expect(m.driver.events.some(e => e.kind === 'exited')).toBe(true);
  });
});
