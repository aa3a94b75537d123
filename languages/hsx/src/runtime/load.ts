// Makes what the machine runs of linked programs.

import type { HxeImage } from '../toolchain/format/hxe.js';
import type { HsxImage, HsxMetadata, HsxProgram, HsxTaskStart } from './image.js';

/** What is needed of a `.hxe`. */
export type LinkedProgram = Pick<HxeImage, 'entry' | 'code' | 'rodata' | 'bssSize' | 'appName'> & {
  readonly metadata: HsxMetadata;
};

/** `name` stands for a program that has no name of its own. */
export const programOf = (linked: LinkedProgram, name: string): HsxProgram => ({
  name: linked.appName === '' ? name : linked.appName,
  code: linked.code,
  data: linked.rodata,
  bss: linked.bssSize,
  entry: linked.entry,
  metadata: linked.metadata,
});

/** One task for each program. Of several with one name all but the first get a number, as upstream gives them. */
export function imageOf(
  programs: readonly HsxProgram[],
  options: Omit<HsxImage, 'programs' | 'tasks'> = {},
): HsxImage {
  const tasks: HsxTaskStart[] = [];
  programs.forEach(({ name }, program) => {
    const taken = (candidate: string): boolean => tasks.some(task => task.name === candidate);
    let unique = name;
    for (let n = 0; taken(unique); n++) unique = `${name}_#${n}`;
    tasks.push({ program, name: unique });
  });
  return { programs, tasks, ...options };
}
