// What the memory of a task is made of.

import type { MachineRegion } from '@sonde/engine-vm';
import { dataBase, spaceSize } from '../toolchain/isa.js';
import type { HsxProgram } from './image.js';
import type { TaskState } from './state.js';
import { spaceName } from './system.js';

/** All of it can be read and written; code is no part of it. */
export function regionsOf({ data, bss = 0 }: HsxProgram, task: TaskState): readonly MachineRegion[] {
  const bssStart = dataBase + Math.ceil(data.length / 4) * 4;
  const stackEnd = task.stackTop + 4;
  const parts: readonly (readonly [string, MachineRegion['kind'], number, number])[] = [
    ['free', 'other', 0, dataBase],
    ['data', 'data', dataBase, dataBase + data.length],
    ['bss', 'data', bssStart, bssStart + bss],
    ['free', 'other', bssStart + bss, task.stackLimit],
    ['stack', 'stack', task.stackLimit, stackEnd],
    ['free', 'other', stackEnd, spaceSize],
  ];
  return parts
    .filter(([, , start, end]) => end > start)
    .map(([name, kind, offset, end]) => ({
      space: spaceName(task.id),
      offset,
      size: end - offset,
      kind,
      name,
      permissions: 'rw-',
    }));
}
