// The variables of a stopped program: where a walk of its memory begins.

import type { Engine } from '../../contract.js';
import type { StopId, TypeId } from '../../ids.js';
import { placeKey } from '../../place.js';
import type { NamedValue, RawValue } from '../../value.js';

export interface MemoryVariable {
  readonly category: 'global' | 'stack';
  /** The same for the same variable of the same activation in every walk. */
  readonly key: string;
  readonly name: string;
  readonly type: TypeId;
  /** The memory that it lies in, or that it counts in if it is a pointer elsewhere. */
  readonly space: string;
  /** Absent for one in a register. */
  readonly address?: number;
  readonly value: RawValue;
  /** The task that it belongs to. */
  readonly owner?: string;
}

/** A word that may be a pointer: a register. */
export interface LooseWord {
  readonly key: string;
  readonly name: string;
  readonly space: string;
  readonly value: RawValue;
  readonly owner: string;
}

export interface SeenVariables {
  readonly variables: readonly MemoryVariable[];
  readonly words: readonly LooseWord[];
  /** Frames that were not looked at. */
  readonly unseenFrames: number;
}

/** Of each thread: deeper recursion repeats itself. */
const mostFrames = 2_000;

export async function variablesOf(
  engine: Engine,
  stop: StopId,
  signal?: AbortSignal,
): Promise<SeenVariables> {
  const variables = new Map<string, MemoryVariable>();
  const words: LooseWord[] = [];
  let unseenFrames = 0;
  const threads = await engine.threads();
  for (const { id: thread, name: owner } of threads) {
    const { frames, total = 0 } = await engine.stack(stop, thread, 0, mostFrames, signal);
    unseenFrames += Math.max(0, total - frames.length);
    for (const [nth, frame] of frames.entries()) {
      signal?.throwIfAborted();
      for (const { kind, variables: found } of await engine.scopes(stop, frame.id, signal)) {
        const space = engine.spaceOf?.(frame.id) ?? '';
        if (kind === 'globals')
          for (const each of found) {
            const variable = variableOf(each, { category: 'global', space, owner, prefix: '', suffix: '' });
            // Each frame shows the globals that it sees.
            if (!variables.has(variable.key)) variables.set(variable.key, variable);
          }
        else if (kind === 'arguments' || kind === 'locals')
          for (const each of found) {
            const about = { prefix: `${frame.id} `, suffix: ` in ${frame.function}` };
            const variable = variableOf(each, { category: 'stack', space, owner, ...about });
            variables.set(variable.key, variable);
          }
        else if (kind === 'registers' && nth === 0)
          for (const { name, value } of found)
            words.push({ key: `register ${thread} ${name}`, name, space, value, owner });
      }
    }
  }
  return { variables: [...variables.values()], words, unseenFrames };
}

function variableOf(
  { name, value }: NamedValue,
  about: Pick<MemoryVariable, 'category' | 'space'> & {
    readonly owner: string;
    readonly prefix: string;
    readonly suffix: string;
  },
): MemoryVariable {
  const { place } = value;
  const { category, owner } = about;
  const inMemory = place?.kind === 'memory' ? place.address : undefined;
  const where = place === undefined ? '' : placeKey(place);
  return {
    category,
    key: `${about.prefix}${name} ${where}`,
    name: `${name}${about.suffix}`,
    type: value.type,
    space: inMemory?.space ?? value.space ?? about.space,
    ...(inMemory === undefined ? {} : { address: Number(inMemory.offset) }),
    value,
    owner,
  };
}
