// Variables of all frames by where they lie, and the words in them.

import { eachPointer, type HeapStop, type StackVariable, type StackVariables } from '@sonde/engine-native';
import type { RootCategory } from '@sonde/heap';

export interface VariableWords {
  readonly name: string;
  /** Of the variable, as the language writes it. */
  readonly type: string;
  readonly owner: string;
  readonly key: string;
  readonly category: RootCategory;
  readonly words: readonly number[];
}

export class VariablePlaces {
  readonly #byPlace = new Map<number, StackVariable>();
  readonly #all: readonly StackVariable[];

  constructor(
    { variables }: StackVariables,
    private readonly stop: HeapStop,
  ) {
    // Frames of one file see the same globals.
    const seen = new Set<number>();
    this.#all = variables.filter(variable => {
      const place = placeOf(variable);
      if (place === undefined) return true;
      if (variable.scope === 'globals' && seen.has(place)) return false;
      seen.add(place);
      this.#byPlace.set(place, variable);
      return true;
    });
  }

  /** The variable that lies there. */
  at(place: number): { readonly name: string; readonly owner: string } | undefined {
    const variable = this.#byPlace.get(place);
    return variable && { name: nameOf(variable), owner: variable.thread.name };
  }

  *words(): Generator<VariableWords> {
    const { types, littleEndian } = this.stop;
    for (const variable of this.#all) {
      const { value, thread, scope, depth, name } = variable;
      if (value.content.kind !== 'bytes') continue;
      const words: number[] = [];
      eachPointer(value.content.bytes, 0, littleEndian, word => words.push(word));
      if (words.length === 0) continue;
      yield {
        ...{ name: nameOf(variable), type: types.get(value.type).name, owner: thread.name, words },
        key:
          scope === 'globals' ? `global ${name}` : `stack ${thread.id} ${depth} ${variable.function} ${name}`,
        category: scope === 'globals' ? 'global' : 'stack',
      };
    }
  }
}

const nameOf = ({ name, function: within, scope }: StackVariable): string =>
  scope === 'globals' ? name : `${name} in ${within}`;

const placeOf = ({ value: { place } }: StackVariable): number | undefined =>
  place?.kind === 'memory' ? Number(place.address.offset) : undefined;
