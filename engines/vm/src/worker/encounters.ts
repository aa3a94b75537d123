// What the program meets on its way: breakpoints at an address, for an exception, on data. Whoever runs it, forward or
// looking back, puts them before the same judge.

import type { BreakpointId, StopReason } from '@sonde/engine';
import type {
  BreakpointTable,
  Candidate as CandidateOf,
  Encounter as EncounterOf,
} from '@sonde/engine/machine';
import type { Outcome } from '../machine.js';
import type { Inspector } from './inspector.js';
import type { ActivationAccess } from './programs.js';
import type { Touch, Watches } from './watches.js';

type Candidate = CandidateOf<ActivationAccess>;
type Encounter = EncounterOf<ActivationAccess>;
type Over = (reasons: readonly StopReason[]) => void;

export interface EncounterParts {
  readonly table: BreakpointTable<ActivationAccess>;
  readonly access: ActivationAccess;
  readonly inspector: Inspector;
  readonly watches: Watches;
  /** For people: why a condition could not be decided. */
  readonly notice: (message: string) => void;
}

export class Encounters {
  constructor(private readonly parts: EncounterParts) {}

  atSite(task: number, address: number, carried: readonly StopReason[], over: Over): Encounter {
    return {
      task,
      carried,
      candidates: this.parts.table.at(address),
      enter: () => this.parts.access.enter(task),
      reasons: (hits, problem) => [
        { kind: 'breakpoint', hits: hits.map(idOf), ...(problem === undefined ? {} : { problem }) },
      ],
      over,
    };
  }

  atThrow({ task, thrown }: Outcome & { kind: 'thrown' }, over: Over): Encounter {
    const { table, inspector, access, notice } = this.parts;
    const { word, ...told } = thrown;
    const value = word === undefined ? {} : { value: inspector.describe(word, undefined) };
    return {
      task,
      carried: [],
      candidates: table.forException(thrown.name, thrown.caught),
      enter: () => access.enter(task),
      reasons: (hits, problem) => {
        if (problem !== undefined) notice(problem);
        return [{ kind: 'exception', thrown: { ...told, ...value }, hits: hits.map(idOf) }];
      },
      over,
    };
  }

  atTouch(touches: readonly Touch[], carried: readonly StopReason[], over: Over): Encounter {
    const { task } = touches[0]!;
    return {
      task,
      carried,
      candidates: touches.map(t => t.watch.candidate),
      enter: candidate =>
        this.#enterWatched(
          task,
          touches.find(t => t.watch.candidate === candidate),
        ),
      reasons: (hits, problem) =>
        touches
          .filter(t => hits.includes(t.watch.candidate))
          .map(t => ({
            kind: 'data',
            hits: [idOf(t.watch.candidate)],
            place: t.watch.named,
            access: t.access,
            ...(t.access === 'write' ? { before: t.before } : {}),
            after: this.parts.watches.valueOf(t.watch),
            ...(problem === undefined ? {} : { problem }),
          })),
      over,
    };
  }

  /** A condition on a variable of a call speaks of that call, whoever changed the variable. */
  #enterWatched(task: number, touch: Touch | undefined): void {
    const place = touch?.watch.place;
    if (place?.kind === 'slot') this.parts.access.enterFrame(place.task, place.frame);
    else this.parts.access.enter(task);
  }
}

export const idOf = (candidate: Candidate): BreakpointId => candidate.breakpoint.spec.id;
