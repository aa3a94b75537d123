// The smallest machine there can be, written without the kit and without the optional parts: counts down and ends.

import type { Machine, MachineModule, MachinePlace, Outcome } from '../machine.js';

interface BareImage {
  readonly from: number;
}

export const createMachine: MachineModule['createMachine'] = (image): Machine => {
  const { from } = image as BareImage;
  let time = 0;
  const armed = new Set<number>();
  const only = (place: MachinePlace): void => {
    if (place.kind !== 'slot') throw new RangeError('there is only a slot');
  };
  return {
    get time() {
      return time;
    },
    currentTask: 1,
    run(until, passSite): Outcome {
      let pass = passSite;
      while (time < until) {
        if (armed.has(time) && !pass) return { kind: 'site', task: 1, address: time };
        pass = false;
        time++;
        if (time === from) return { kind: 'exited', code: 7 };
      }
      return { kind: 'time' };
    },
    arm: address => void armed.add(address),
    disarm: address => void armed.delete(address),
    tasks: () => [{ id: 1, name: 'only', state: 'ready' }],
    frames: (_task, start) => (start === 0 ? [{ serial: 1, pc: time }] : []),
    depth: () => 1,
    read: place => {
      only(place);
      return from - time;
    },
    write: place => {
      only(place);
      throw new RangeError('it counts by itself');
    },
    describe: word => ({ content: { kind: 'scalar', value: BigInt(Number(word)) } }),
    scalar: word => Number(word),
  };
};
