// Where a walk of a machine's heap begins, with the names that symbols have for it.

import type { SymbolIndex } from '@sonde/engine';
import { lookupAddress, visibleLocals } from '@sonde/engine/machine';
import type { Machine, MachinePlace, MachineRoot, Word } from '../machine.js';

/** The variables in sight, for a machine that does not tell its roots. */
export function* rootsInSight(machine: Machine, symbols: SymbolIndex): Generator<MachineRoot> {
  for (const { index, perTask } of symbols.data.globals) {
    const owners = perTask === true ? machine.tasks().map(({ id }) => ({ task: id })) : [{}];
    for (const owner of owners) {
      const place = { kind: 'global', index, ...owner } as const;
      const found = wordAt(machine, place);
      if (found !== undefined) yield { category: 'global', place, word: found.word };
    }
  }
  for (const { id: task } of machine.tasks()) {
    const frames = machine.frames(task, 0, machine.depth(task));
    for (const [index, { serial, pc }] of frames.entries()) {
      const at = lookupAddress({ index, pc });
      for (const { slot } of visibleLocals(symbols.functionAt(at), at)) {
        const place = { kind: 'slot', task, frame: serial, slot } as const;
        const found = wordAt(machine, place);
        if (found !== undefined) yield { category: 'stack', place, word: found.word };
      }
    }
  }
}

/** Undefined where nothing is there yet, or any more. */
function wordAt(machine: Machine, place: MachinePlace): { readonly word: Word } | undefined {
  try {
    return machine.locate?.(place) === undefined ? { word: machine.read(place) } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface NamedRoot {
  /** The same for the same place in every walk. */
  readonly key: string;
  readonly name: string;
  /** The task that it belongs to. */
  readonly owner?: string;
}

/** Names of the roots of one walk. Frames are looked up once: a deep stack has a root in each. */
export class RootNames {
  readonly #frames = new Map<number, ReadonlyMap<number, number>>();

  constructor(
    private readonly machine: Machine,
    private readonly symbols: SymbolIndex,
  ) {}

  of({ place, name, category }: MachineRoot): NamedRoot {
    if (place?.kind === 'global') {
      const global = this.symbols.data.globals.find(each => each.index === place.index);
      const key = `root global ${place.index} ${place.task ?? ''}`;
      return { key, name: global?.name ?? name ?? `global ${place.index}`, ...this.#owner(place.task) };
    }
    if (place?.kind !== 'slot') return { key: `root ${category} ${name ?? ''}`, name: name ?? category };
    const { task, frame, slot } = place;
    const at = this.#addressOf(task, frame);
    const inside = at === undefined ? undefined : this.symbols.functionAt(at);
    // One that is out of sight may share its slot with another; its latest name is the best that there is.
    const local =
      visibleLocals(inside, at ?? 0).find(each => each.slot === slot) ??
      inside?.locals.findLast(each => each.slot === slot);
    const what = local?.name ?? name ?? `slot ${slot}`;
    return {
      key: `root slot ${task} ${frame} ${slot}`,
      name: inside === undefined ? what : `${what} in ${inside.name}`,
      ...this.#owner(task),
    };
  }

  /** The address by which to look up what the activation sees. */
  #addressOf(task: number, serial: number): number | undefined {
    let frames = this.#frames.get(task);
    if (frames === undefined) {
      const all = this.machine.frames(task, 0, this.machine.depth(task));
      frames = new Map(all.map((frame, index) => [frame.serial, lookupAddress({ index, pc: frame.pc })]));
      this.#frames.set(task, frames);
    }
    return frames.get(serial);
  }

  #owner(task: number | undefined): { readonly owner?: string } {
    const owner = this.machine.tasks().find(({ id }) => id === task)?.name;
    return owner === undefined ? {} : { owner };
  }
}
