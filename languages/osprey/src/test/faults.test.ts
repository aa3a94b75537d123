// Exception filters: each stops where it happens, in the words of the runtime, and not where it is off.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { osprey } from '../pack/osprey.js';
import { run, toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, type Sight } from './debugged.js';

const largest = '9223372036854775807';

const program = `effect Ask { number: fn(int) -> int }
fn add(a: int, b: int) -> Result<int, MathError> = {
    let before = a
    a + b // #overflow
}
fn halves(a: float, b: float) -> float = (a / b) ?: -1.0 // #division
fn chain(a: int) -> int = ((a + 1) * 2 - a) ?: 0 // #chain
print("start") // #start
print(add(${largest}, 1))
print(halves(3.5, 0.0))
print(chain(${largest}))
print(intDiv(7, 0)) // #intDiv
print(add(1, 2))
let out = handle Ask
    number n => {
        let once = resume(n)
        resume(once) // #twice
    }
in perform Ask.number(4)
`;

describe.skipIf(toolsMissing)('filters', () => {
  const builder = useBuilder();
  endSessions();

  const thrown = ({ stop, function: name, line }: Sight): string => {
    const reason = stop.threads[0]?.reasons[0];
    return reason?.kind === 'exception'
      ? `${name}:${line} ${reason.thrown.name}: ${reason.thrown.message}`
      : '?';
  };

  it('stop at operators that fail, once for each, with their operands', async () => {
    const [debugged] = await Debugged.start(builder, 'faults.osp', program, ['start']);
    const { session } = debugged;
    await session.breakAt({ kind: 'exception', filter: 'arithmetic' });
    await session.breakAt({ kind: 'exception', filter: 'resume' });
    const overflow = await debugged.next();
    expect(thrown(overflow)).toBe(
      `add:${debugged.line('overflow')} arithmetic error: integer overflow: ${largest} + 1`,
    );
    expect(overflow.values).toEqual({ before: largest, a: largest, b: '1' });
    expect(thrown(await debugged.next())).toBe(
      `halves:${debugged.line('division')} arithmetic error: division by zero: 3.5 / 0.0`,
    );
    // What came of the first failure of a chain is no failure of its own.
    expect(thrown(await debugged.next())).toBe(
      `chain:${debugged.line('chain')} arithmetic error: integer overflow: ${largest} + 1`,
    );
    expect(thrown(await debugged.next())).toBe(
      `main:${debugged.line('intDiv')} arithmetic error: division by zero: 7 intDiv 0`,
    );
    const { stop } = await debugged.next();
    expect(stop.threads[0]?.reasons[0]).toMatchObject({
      kind: 'exception',
      thrown: {
        name: 'resumed twice',
        message: 'fatal: continuation already resumed (multi-shot resume is not supported)',
      },
    });
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 10);
    expect(frames.find(({ artificial }) => artificial !== true)).toMatchObject({
      function: 'Ask.number',
      location: { line: debugged.line('twice') },
    });
    await session.go(stop, { kind: 'continue' });
    await session.ended();
    expect(session.text('stdout').split('\n').slice(1, 6)).toEqual([
      ...['Error(integer overflow)', '-1.0', '0', 'Error(division by zero)', 'Success(3)'],
    ]);
  });

  it('that are off stop nowhere; what is on by default is what ends programs', async () => {
    expect(osprey.exceptionFilters.filter(filter => filter.default).map(({ id }) => id)).toEqual([
      ...['match', 'effect', 'resume', 'fatal', 'signal'],
    ]);
    const [debugged, { stop }] = await Debugged.start(builder, 'quiet.osp', program, ['start']);
    await debugged.session.go(stop, { kind: 'continue' });
    await debugged.session.ended();
    expect(debugged.session.text('stderr')).toMatch(/^fatal: continuation already resumed/);
  });

  it('stop where every fiber waits for another', async () => {
    const text = `let c = Channel(1)
let f = spawn recv(c)
print("start") // #start
print("got \${await(f)}") // #await
`;
    const [debugged] = await Debugged.start(builder, 'deadlock.osp', text, ['start']);
    await debugged.session.breakAt({ kind: 'exception', filter: 'fatal' });
    const { stop } = await debugged.next();
    expect(stop.threads[0]?.reasons[0]).toMatchObject({
      thrown: { name: 'fatal error', message: 'fatal: deadlock: every fiber waits for another one' },
    });
  });
});

const recursive = `fn count(n: int) -> int = match n { 0 => 0  _ => (1 + count((n - 1) ?: 0)) ?: 0 }
fn forever(n: int) -> int = (1 + forever((n + 1) ?: 0)) ?: 0
let inFiber = input()
print(count(100000))
let deep = if inFiber == "fiber" { await(spawn forever(0)) } else { forever(0) }
print(deep)
`;

describe.skipIf(toolsMissing)('calls that are nested too deeply', () => {
  const builder = useBuilder();

  it('end the program with words, on its first thread and in fibers', async () => {
    const { program } = await builder.buildText('deep.osp', recursive);
    for (const place of ['main', 'fiber'])
      expect(await run(program, {}, `${place}\n`)).toEqual({
        output: '100000\n',
        errors: 'fatal: stack overflow (calls are nested too deeply)\n',
        exitCode: 1,
      });
  });

  it('are no words for other faults, which stay signals', async () => {
    const text = 'extern fn memset(at: int, byte: int, count: int) -> int\nprint(memset(16, 1, 8))\n';
    const { program } = await builder.buildText('fault.osp', text);
    expect(await run(program)).toEqual({ output: '', errors: '', exitCode: null });
  });
});

describe.skipIf(toolsMissing)('a bool of an optimised program', () => {
  const builder = useBuilder();
  endSessions();
  afterEach(() => vi.unstubAllEnvs());

  it('of which the compiler keeps single bits says that it was optimised out', async () => {
    vi.stubEnv('OSPREY_DEBUG_OPT', '2');
    const text = 'let flag = !true\nprint("start") // #start\nprint(flag)\n';
    const [, { values }] = await Debugged.start(builder, 'optimised.osp', text, ['start']);
    expect(values['flag']).toMatch(/optimi[sz]ed out/);
  });
});
