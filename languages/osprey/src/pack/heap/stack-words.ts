// Words on stacks and in registers that may be addresses of objects, as a conservative collector sees them.

import { BlockIndex, eachPointer, type HeapStop, type MemoryBlock } from '@sonde/engine-native';

export interface LiveObject extends MemoryBlock {
  readonly position: number;
}

export interface StackWord {
  readonly thread: string;
  readonly position: number;
  /** `register rbx`, `a word on the stack`. */
  readonly name: string;
}

/** Each object once for each thread. */
export async function stackWords(
  stop: HeapStop,
  objects: readonly LiveObject[],
  signal: AbortSignal,
): Promise<readonly StackWord[]> {
  const index = new BlockIndex(objects);
  const stacks = await stop.stacks(signal);
  const image = await stop.image(
    stacks.map(({ low, high }) => ({ at: low, size: high - low })),
    signal,
  );
  return stacks.flatMap(({ thread, low, high, registers }) => {
    const found = new Map<number, string>();
    const note = (word: number, name: string): void => {
      const position = index.at(word)?.position;
      if (position !== undefined && !found.has(position)) found.set(position, name);
    };
    for (const { name, value } of registers) note(value, `register ${name}`);
    const bytes = image.bytes(low, high - low) ?? new Uint8Array(0);
    eachPointer(bytes, low, stop.littleEndian, word => note(word, 'a word on the stack'));
    return [...found].map(([position, name]) => ({ thread, position, name }));
  });
}
