import { BenchHost } from '@sonde/engine-vm/driver';
import { expect, test } from 'vitest';
import { program } from '../test/runtime/bench-machine.js';
import { imageOf } from './load.js';
import { System } from './system.js';

const counting = '.text\n.entry main\nmain:\nLDI R3, 1\nloop:\nADD R2, R2, R3\nJMP loop\n';
const ending = '.text\n.entry main\nmain:\nLDI R0, 5\nRET\n';

const openSystem = (quantum = 10): System =>
  new System(imageOf([], { open: true, quantum }), new BenchHost());
const add = (system: System, source: string) => system.add(program(source).program, 'task');
const steps = (system: System): number[] => system.state.tasks.map(task => task.steps);

test('a system that is closed needs a task', () => {
  expect(() => new System(imageOf([]), new BenchHost())).toThrow('there is no task to run');
  expect(openSystem().run(10, false)).toEqual({ kind: 'exited', code: 0 });
});

test('tasks come while others run, and take turns with them', () => {
  const system = openSystem();
  add(system, counting);
  system.run(25, false);
  expect(steps(system)).toEqual([25]);
  add(system, counting);
  system.run(100, false);
  expect(steps(system)).toEqual([60, 40]);
});

test('a task that is held runs no instruction, and keeps its place in the turns', () => {
  const system = openSystem();
  const [first, second] = [add(system, counting), add(system, counting)];
  system.run(15, false);
  system.held.add(first.id).add(second.id);
  const { current, turn } = system.state;
  expect(system.run(100, false)).toEqual({ kind: 'waiting', for: 'task' });
  expect([system.state.current, system.state.turn]).toEqual([current, turn]);
  system.held.delete(first.id);
  system.run(100, false);
  expect(steps(system)).toEqual([95, 5]);
});

test('numbers of tasks that are gone are not given again, their stacks are', () => {
  const system = openSystem();
  const first = add(system, counting);
  const second = add(system, ending);
  system.remove(first);
  expect(() => system.task(1)).toThrow('there is no task 1');
  expect(system.task(2)).toBe(second);
  const third = add(system, counting);
  expect([third.id, third.stackTop]).toEqual([3, first.stackTop]);
  expect(system.run(1_000, false)).toMatchObject({ kind: 'task', task: 2, change: 'exited' });
  system.remove(second);
  system.remove(third);
  expect(system.run(10, false)).toEqual({ kind: 'exited', code: 0 });
  expect(system.state.services.mailboxes).toEqual([]);
});

test('an observer is told each instruction with its pc', () => {
  const system = openSystem();
  const [watched] = [add(system, ending), add(system, counting)];
  const seen: number[] = [];
  system.observers.set(watched.id, (_, pc) => seen.push(pc));
  system.run(30, false);
  expect(seen).toEqual([0, 4]);
});

test('a watcher of a task may end the run behind its instruction', () => {
  const system = openSystem(1_000);
  const task = add(system, '.text\n.entry main\nmain:\nPUSH R1\nPUSH R2\nPUSH R3\nRET\n');
  system.watchers.set(task.id, (_access, address) => {
    if (address !== 0xfff4) return false;
    system.halt();
    return true;
  });
  expect(system.run(100, false)).toEqual({ kind: 'time' });
  expect(task.steps).toBe(2);
});
