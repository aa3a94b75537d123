// What upstream's executive tells badly, late or not at all: faults, ends, sleep, output, input, stops of others.

import { breakpointId } from '@sonde/engine';
import { plain } from '@sonde/engine/driver';
import { describe, expect, it } from 'vitest';
import { built } from '../executive/bench-executive.js';
import { receiver, sender } from '../executive/programs.js';
import { attached, breakAt, loadedThere, notices } from './bench.js';
import type { Branch } from './peer-machine.js';
import { calling, dividing, echoing, endless, printing, traps } from './programs.js';

const branches: readonly Branch[] = ['vscode', 'main'];
const faults = { where: { kind: 'exception', filter: 'thrown' } } as const;

describe.each(branches)('on the branch %s', branch => {
  it('a fault that nobody is told of is an exception at its instruction, and then the end', async () => {
    const far = await loadedThere(branch, dividing);
    const driver = await attached(far);
    await driver.break(faults.where);
    await driver.break(breakAt(far, 'divide'));
    await driver.begin();
    await driver.continue();
    await driver.continue();
    await driver.continue();
    expect(driver.reasons).toMatchObject([
      { kind: 'exception', thrown: { name: 'division by zero', message: '7 / 0', caught: false } },
    ]);
    expect([driver.top.function, driver.line]).toEqual(['half', far.lineOf('divide')]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(5);
  });

  it('a fault that no breakpoint waits for ends the session, and does not turn for ever', async () => {
    const driver = await attached(await loadedThere(branch, dividing), { settings: { stopOnEntry: false } });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(5);
    expect(notices(driver).at(-1)).toMatch(/^Task 1 failed at 0x[0-9a-f]+ \(division by zero: 7 \/ 0\)/);
  });

  it('what is printed comes whole, sleep ends, and an end that looks like a pause has its status', async () => {
    const far = await loadedThere(branch, printing);
    const driver = await attached(far);
    await driver.break(breakAt(far, 'awake'));
    await driver.begin();
    await driver.continue();
    const lines = Array.from({ length: 8 }, (_, nth) => `line ${nth}\n`).join('');
    expect([driver.output(), driver.line]).toEqual([lines, far.lineOf('awake')]);
    await driver.step('over');
    await driver.move({ kind: 'continue' });
    expect([await driver.finish(), driver.output()]).toEqual([3, `${lines}awake\n`]);
    expect(far.peer.overlaps).toBe(0);
  });

  it('a task that waits for input says so, can be paused, and goes on with what it is sent', async () => {
    const far = await loadedThere(branch, echoing);
    const driver = await attached(far);
    await driver.break(breakAt(far, 'answer'));
    await driver.begin();
    await driver.move({ kind: 'continue' });
    await driver.next('waiting-for-input', ({ waiting }) => waiting);
    await driver.engine.pause();
    await driver.stopped();
    expect((await driver.engine.threads()).map(({ waitReason }) => waitReason)).toEqual(['input']);
    await driver.move({ kind: 'continue' });
    await driver.engine.input('hello\n');
    await driver.stopped();
    expect(driver.line).toBe(far.lineOf('answer'));
    await driver.move({ kind: 'continue' });
    expect([await driver.finish(), driver.output()]).toEqual([5, 'hello\n']);
    expect(far.peer.machine.misuses).toEqual([]);
  });

  it('a pause comes between two batches', async () => {
    const far = await loadedThere(branch, endless);
    const driver = await attached(far);
    await driver.begin();
    await driver.move({ kind: 'continue' });
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons).toEqual([{ kind: 'pause' }]);
    const steps = far.task.steps;
    await driver.step('over', 'instruction');
    expect(far.task.steps).toBe(steps + 1);
    await driver.engine.terminate();
    expect(far.peer.machine.tasks.size).toBe(0);
  });

  it('BRK is shown where it is; a pc outside of the code is an exception', async () => {
    const far = await loadedThere(branch, traps, 'traps.mvasm');
    const driver = await attached(far);
    await driver.break(faults.where);
    await driver.begin();
    await driver.continue();
    expect([driver.reasons, driver.top.address.offset]).toEqual([[{ kind: 'program' }], 4n]);
    await driver.step('over', 'instruction');
    expect([driver.top.address.offset, far.task.task.pc]).toEqual([8n, 8]);
    await driver.continue();
    expect(driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: 'pc out of range' } }]);
  });

  it('breakpoints of others are passed, and left as they were; a stop of another task does not hold this one', async () => {
    const far = await loadedThere(branch, calling);
    const { machine } = far.peer;
    const driver = await attached(far);
    const { sites } = await driver.break(breakAt(far, 'add'));
    const foreign = Number(sites[0]!.address!.offset) + 4;
    far.task.breakpoints.add(foreign);
    await driver.begin();
    await driver.continue();
    machine.paused = true;
    await driver.continue();
    expect([driver.line, driver.reasons.map(({ kind }) => kind)]).toEqual([
      far.lineOf('add'),
      ['breakpoint'],
    ]);
    await driver.engine.detach(false);
    expect([...far.task.breakpoints]).toEqual([foreign]);
    expect(far.task.state).toBe('running');
  });
});

it('others run while the task waits for a message of theirs, and it is met behind its wait', async () => {
  const far = await loadedThere('vscode', receiver(3), 'receiver.mvasm');
  const sends = far.peer.machine.load(await built('sender.mvasm', sender(3)));
  const driver = await attached(far, { settings: { extra: { task: 'receiver' } } });
  await driver.begin();
  const line = receiver(3).split('\n').indexOf('SVC MOD=0x5, FN=0x3') + 1;
  await driver.break({ ...breakAt(far, ''), line });
  await driver.continue();
  const waits = driver.top.address.offset;
  expect(sends.steps).toBe(0);
  await driver.step('over', 'instruction');
  expect(driver.top.address.offset).toBe(waits + 4n);
  expect((await driver.engine.threads()).map(({ waitReason }) => waitReason)).toEqual(['message']);
  await driver.step('over', 'instruction');
  expect([driver.top.address.offset, sends.steps > 0]).toEqual([waits + 12n, true]);
  await driver.engine.changeBreakpoints([], [breakpointId(1)]);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(6);
  expect(far.peer.machine.misuses).toEqual([]);
});

it('a word that is no instruction is an exception, and the task goes on behind it as upstream has it', async () => {
  const far = await loadedThere(
    'vscode',
    '.text\n.entry main\nmain:\nLDI R1, 5\n.org 8\nLDI R0, 4\nRET\n',
    'bad.mvasm',
  );
  const driver = await attached(far);
  await driver.break(faults.where);
  await driver.begin();
  await driver.continue();
  expect(driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: 'unknown instruction' } }]);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(4);
});

it('memory is written, registers are not, and the reason is told', async () => {
  const far = await loadedThere('vscode', calling);
  const driver = await attached(far);
  await driver.break(breakAt(far, 'sum'));
  await driver.begin();
  await driver.continue();
  const { traits } = driver.engine;
  // Assignments are then the session's own, which writes places.
  expect(driver.engine).toHaveProperty('evaluateText', undefined);
  expect([traits.goto, traits.breakpoints.data, traits.writes]).toEqual([false, [], true]);
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const named = (name: string) =>
    scopes.flatMap(({ variables }) => variables).find(each => each.name === name)!.value;
  const [total, register] = [named('total'), named('R4')];
  const changed = { ...total, content: { kind: 'bytes', bytes: Uint8Array.of(100, 0, 0, 0) } } as const;
  expect(plain(await driver.engine.write(driver.stop.id, total.place!, changed))).toEqual([100, 0, 0, 0]);
  await expect(driver.engine.write(driver.stop.id, register.place!, register)).rejects.toThrow(
    /R4 cannot be set: upstream's executive has no request that writes registers/,
  );
  expect(notices(driver)).toEqual([
    'This is an executive of upstream. The debugger runs the task by hand; others stand still.',
  ]);
});
