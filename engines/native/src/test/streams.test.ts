// The standard streams of a real program: apart, whole, bounded, both ways.

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, known } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { reasonOf, TestSession, type EventOf } from './session.js';

describe.skipIf(toolsMissing)('streams of a native program', () => {
  const [streams, input] = useFixtures('streams.c', 'input.c');

  const open = { stdin: { text: '', closed: false } } as const;

  it.each([false, true])('keeps both streams apart and loses nothing (noDebug %s)', async noDebug => {
    const session = await TestSession.start(streams.program, { settings: { noDebug } });
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ code: 3 });
    const lines = session.text('stdout').split('\n');
    expect(lines[0]).toBe('out 1');
    expect(lines[1]).toBe(noDebug ? 'tty 0 0' : 'tty 1 0');
    expect(lines.at(-2)).toBe('19999 bottles of beer on the wall');
    expect(lines.length).toBe(20_003);
    expect(session.text('stderr')).toBe('err 1\nerr 2, no line end');
    await session.ended();
  });

  it('lets a program that prints without end wait until its output is taken, and pauses it there', async () => {
    const settings = { args: ['endless'] };
    const session = await TestSession.start(streams.program, { settings, keepOutput: true });
    await session.engine.begin();
    const size = (): number => Buffer.byteLength(session.text('stdout'));
    const outputs = (): EventOf<'output'>[] => session.events.filter(event => event.kind === 'output');
    while (size() < 200_000) await session.next('output');
    await session.engine.pause();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'pause' });
    // The window, one read beyond it, and what one turn of the loop may add.
    expect(size()).toBeLessThan(300_000);
    const before = size();
    await session.go(stop, { kind: 'continue' });
    for (const event of outputs()) event.taken?.();
    while (size() < before + 100_000) await session.next('output');
  });

  it('hands on a text given whole, byte for byte, and its end', async () => {
    const text = `one\ntwo \u0004 three\n${'x'.repeat(100_000)}\nlast without end`;
    const settings = { stdin: { text, closed: true }, env: { SONDE_TEST: 'set' } };
    const session = await TestSession.start(input.program, { settings });
    await session.engine.begin();
    await session.next('exited');
    expect(session.text('stdout')).toBe(
      'name? 3:one\n11:two \u0004 thre\n100000:xxxxxxxxxx\n16:last witho\nend 1\nenv set\n',
    );
  });

  it('shows a prompt, says that the program waits, and passes on what is typed', async () => {
    const session = await TestSession.start(input.program, {
      settings: { ...open, env: { SONDE_TEST: null } },
    });
    await session.engine.begin();
    await session.next('waiting-for-input', event => event.waiting);
    expect(session.text('stdout')).toBe('name? ');
    await session.engine.input('Ada\n');
    await session.next('output');
    expect(session.text('stdout')).toBe('name? 3:Ada\n');
    await session.engine.input('partly');
    await session.engine.input(` typed\n${'y'.repeat(10_000)}\n`);
    await session.engine.input(undefined);
    await session.next('exited');
    expect(session.text('stdout')).toBe('name? 3:Ada\n12:partly typ\n10000:yyyyyyyyyy\nend 1\nenv unset\n');
  });

  it('hands on a last line without an end when the input ends', async () => {
    const session = await TestSession.start(input.program, { settings: open });
    await session.engine.begin();
    await session.engine.input('abc');
    await session.engine.input(undefined);
    await session.next('exited');
    expect(session.text('stdout')).toContain('name? 3:abc\nend 1\n');
  });

  it('pauses a program that waits for input, which then still gets it', async () => {
    const session = await TestSession.start(input.program, { settings: open });
    await session.engine.begin();
    await session.next('waiting-for-input', event => event.waiting);
    await session.engine.pause();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'pause' });
    expect(stop.top?.frames.map(frame => frame.function)).toContain('main');
    await session.go(stop, { kind: 'continue' });
    await session.engine.input('late\n');
    await session.engine.input(undefined);
    await session.next('exited');
    expect(session.text('stdout')).toContain('4:late');
  });

  it('keeps what a program without a debugger printed before anybody listened', async () => {
    const session = await TestSession.start(input.program, { settings: { noDebug: true } });
    const program = await known(session.engine.process.id!);
    while (await isAlive(program)) await pause(5);
    // One more turn of the loop, in which Node hears of the end.
    await pause(5);
    expect(session.events).toEqual([]);
    await session.engine.begin();
    await session.next('exited');
    expect(session.text('stdout')).toBe('name? end 1\nenv unset\n');
  });

  it('passes input to a program without a debugger, and ends it on request', async () => {
    const session = await TestSession.start(input.program, { settings: { ...open, noDebug: true } });
    await session.engine.begin();
    await session.engine.input('plain\n');
    await session.engine.terminate();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGTERM' });
    await session.ended();
  });
});
