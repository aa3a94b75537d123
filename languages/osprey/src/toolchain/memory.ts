// The memory managers that a program can be linked with; runtime/memory.h says what each has to define.

import { Failure } from '@sonde/engine';

/** `custom` is what the link options bring. */
export type Memory = 'default' | 'arc' | 'gc' | 'custom';
export const memories: readonly Memory[] = ['default', 'arc', 'gc', 'custom'];

/** Which object files of the runtime belong to a program: of the managers only its own. */
export const linksPart =
  (memory: Memory) =>
  (name: string): boolean =>
    !name.startsWith('memory-') || name === `memory-${memory}`;

export function requireManager(memory: Memory, linkOptions: readonly string[]): void {
  if (memory === 'custom' && linkOptions.length === 0)
    throw new Failure(
      'bad-arguments',
      'user',
      'a custom memory manager is an object file, and none is given to link with.',
      'Name the object file that defines what runtime/memory.h asks for.',
    );
}
