import { describe, expect, it } from 'vitest';
import type { Machine, MachineHost, MachineImage } from '../machine.js';
import { programFiles } from '../program-files.js';
import { counting, createMachine, program } from '../test/sum-machine.js';
import type { StackCode } from './code.js';
import { frameWithSerial, type StackTask } from './tasks.js';

function machineFor(target: { readonly image: unknown }, host: Partial<MachineHost> = {}): Machine {
  return createMachine((target.image as MachineImage).code, {
    write: () => true,
    writeBytes: () => true,
    readLine: () => null,
    now: () => 0,
    random: () => 0,
    startChild: () => undefined,
    watching: false,
    touched: () => false,
    args: [],
    files: programFiles('/'),
    executable: '',
    memoryLimit: 1_000_000,
    ...host,
  });
}

describe('the stack machine', () => {
  it('stops exactly at the instruction it is asked for, in pieces as at once', () => {
    const whole = machineFor(counting(3_000));
    const pieces = machineFor(counting(3_000));
    let step = 1;
    for (let until = 0; until < 25_000; until += step, step = (step * 7 + 3) % 501) {
      expect(pieces.run(until, false)).toEqual({ kind: 'time' });
      expect(whole.run(until, false)).toEqual({ kind: 'time' });
      expect(pieces.time).toBe(until);
    }
    expect(whole.run(pieces.time, false)).toEqual({ kind: 'time' });
    expect(whole.frames(1, 0, 1)).toEqual(pieces.frames(1, 0, 1));
    expect(whole.read({ kind: 'global', index: 0 })).toBe(pieces.read({ kind: 'global', index: 0 }));
  });

  it('meets an armed site before it runs, and passes it only when told', () => {
    const machine = machineFor(counting(2));
    const site = { kind: 'site', task: 1, address: 2 };
    machine.arm(2);
    expect(machine.run(100, false)).toEqual(site);
    expect(machine.time).toBe(2);
    expect(machine.run(100, false)).toEqual(site);
    expect(machine.run(100, true)).toEqual(site);
    machine.disarm(2);
    expect(machine.run(1_000, false)).toEqual({ kind: 'task', task: 1, change: 'exited', name: 'main' });
    expect(machine.run(1_000, false)).toEqual({ kind: 'exited', code: 0 });
  });

  it('leaves an instruction that waits unretired, and does not meet its site twice', () => {
    let room = false;
    const machine = machineFor(counting(0), { write: () => room });
    const address = (counting(0).image as MachineImage & { code: StackCode }).code.instructions.findIndex(
      ([name]) => name === 'print',
    );
    machine.arm(address);
    expect(machine.run(1_000, false)).toMatchObject({ kind: 'site', address });
    const { time } = machine;
    expect(machine.run(1_000, true)).toEqual({ kind: 'waiting', for: 'output' });
    expect(machine.time).toBe(time);
    expect(machine.tasks()).toEqual([{ id: 1, name: 'main', state: 'waiting', waitReason: 'output' }]);
    room = true;
    expect(machine.run(1_000, false)).toMatchObject({ kind: 'task', change: 'exited' });
  });

  it('reports accesses only while someone watches, and ends the run when they want to look', () => {
    const seen: unknown[] = [];
    const machine = machineFor(counting(2), {
      watching: true,
      touched: (access, place) => {
        seen.push([access, place]);
        return access === 'write';
      },
    });
    expect(machine.run(1_000, false)).toEqual({ kind: 'time' });
    expect(machine.time).toBe(2);
    expect(seen).toEqual([['write', { kind: 'global', index: 0 }]]);
  });

  it('ends an endless recursion with an error of the program', () => {
    const machine = machineFor(
      program(
        code => code.emit('call', code.callee('again', 0, { line: 1, column: 1 })),
        code => {
          code.declareFunction('again');
          code.function('again', 0, () => code.emit('call', code.callee('again', 0, { line: 1, column: 1 })));
        },
      ),
    );
    expect(machine.run(1_000_000, false)).toMatchObject({ kind: 'thrown', thrown: { caught: false } });
    expect(machine.depth(1)).toBeGreaterThan(1_000);
    expect(machine.run(1_000_000, false)).toEqual({ kind: 'exited', code: 1 });
  });

  it('finds a frame by its serial, and says when it is gone', () => {
    const task = { frames: [2, 3, 5, 9].map(serial => ({ serial })) } as unknown as StackTask<number>;
    expect([2, 3, 5, 9].map(serial => frameWithSerial(task, serial).serial)).toEqual([2, 3, 5, 9]);
    for (const serial of [1, 4, 10]) expect(() => frameWithSerial(task, serial)).toThrow('has returned');
  });

  it('refuses code with an instruction it does not know', () => {
    const target = counting(1);
    const { code } = target.image as MachineImage & { code: StackCode };
    const image = { code: { ...code, instructions: [['fly', 0]] } };
    expect(() => machineFor({ image })).toThrow('there is no instruction fly');
  });
});
