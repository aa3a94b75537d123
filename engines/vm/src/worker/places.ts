// Between the contract's places and the machine's: which activation of which task, which byte of which memory.

import type { Address, Place } from '@sonde/engine';
import { frameIdOf, parseFrameId } from '@sonde/engine/machine';
import type { Machine, MachinePlace } from '../machine.js';

/** The memory an address means; '' stands for the only one. */
export function memorySpace(
  machine: Machine,
  space: string,
): { name: string; bytes: Uint8Array } | undefined {
  const spaces = machine.memory;
  if (spaces === undefined) return undefined;
  const only = space === '' && spaces.size === 1 ? spaces.keys().next().value : undefined;
  const name = only ?? space;
  const bytes = spaces.get(name);
  return bytes === undefined ? undefined : { name, bytes };
}

/** Throws a RangeError with the reason when the machine has nothing of the kind. */
export function machinePlace(machine: Machine, place: Place, size: number): MachinePlace {
  switch (place.kind) {
    case 'slot': {
      const { task, serial } = parseFrameId(place.frame);
      return { kind: 'slot', task, frame: serial, slot: place.slot };
    }
    case 'global':
      return {
        kind: 'global',
        index: place.index,
        ...(place.frame === undefined ? {} : { task: parseFrameId(place.frame).task }),
      };
    case 'field':
      return { kind: 'field', object: place.object, key: place.key };
    case 'memory': {
      const memory = memorySpace(machine, place.address.space);
      if (memory === undefined) throw new RangeError(noMemory(place.address));
      const offset = Number(place.address.offset);
      if (offset < 0 || offset + size > memory.bytes.length)
        throw new RangeError(`beyond the ${memory.bytes.length} bytes of ${memory.name}`);
      return { kind: 'memory', space: memory.name, offset, size };
    }
    case 'register': {
      if (machine.registers === undefined) throw new RangeError('this machine has no registers');
      const { task, serial } = parseFrameId(place.frame);
      return { kind: 'register', task, frame: serial, name: place.name };
    }
    case 'storage':
      throw new RangeError('this machine has no storage');
  }
}

/** The contract's name of a place that the machine named. */
export function placeOf(place: MachinePlace): Place {
  switch (place.kind) {
    case 'slot':
      return { kind: 'slot', frame: frameIdOf(place.task, place.frame), slot: place.slot };
    case 'global':
      return { kind: 'global', index: place.index };
    case 'register':
      return { kind: 'register', frame: frameIdOf(place.task, place.frame), name: place.name };
    case 'field':
      return { kind: 'field', object: place.object, key: place.key };
    case 'memory':
      return {
        kind: 'memory',
        address: { space: place.space, offset: BigInt(place.offset) },
        size: place.size,
      };
  }
}

export const noMemory = (at: Address): string =>
  at.space === 'code' ? 'code is not readable as memory' : `there is no memory ${at.space || 'here'}`;
