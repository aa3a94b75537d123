// Questions about the past that leave the program where it stands: which calls were made, what a place held.

import {
  cancelled,
  threadId,
  type PastValue,
  type Place,
  type RawValue,
  type SymbolIndex,
  type ValueHistory,
} from '@sonde/engine';
import type { ArmedAddresses } from '@sonde/engine/machine';
import type { Machine, MachinePlace } from '../../machine.js';
import { fingerprintAt, overlaps } from '../watches.js';
import type { World } from '../world.js';
import type { Inspector } from '../inspector.js';
import { machinePlace } from '../places.js';
import { isBefore, type Instant } from '../../recording/instant.js';
import type { NotedMoment } from '../../recording/moments.js';
import { standsAt } from './standing.js';
import type { TimeTraveller } from './time-traveller.js';

export interface ExcursionParts {
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly inspector: Inspector;
  readonly world: World;
  readonly addresses: ArmedAddresses;
  readonly traveller: TimeTraveller;
}

/** A value that a place got. */
interface Write {
  readonly behind: Instant;
  /** The debugger wrote it, and not the program. */
  readonly isEdit: boolean;
}

/** How many calls are looked at before the rest is left out. */
const mostCalls = 200_000;
const sliceInstructions = 200_000;

export class Excursions {
  constructor(private readonly parts: ExcursionParts) {}

  /** Calls between two moments, in order. */
  calls(from: Instant, to: Instant): readonly NotedMoment[] {
    const { machine, symbols, traveller } = this.parts;
    const entered = new Map(
      symbols.data.functions
        .filter(f => f.artificial !== true)
        .map(f => [f.body ?? f.start, f.name] as const),
    );
    const calls: NotedMoment[] = [];
    const seen = new Map<number, number>();
    return this.#excursion(() => {
      traveller.restore(traveller.checkpoints.upTo(from));
      this.#sweep(to, [...entered.keys()], (task, address) => {
        const top = machine.frames(task, 0, 1)[0];
        // A loop may lead back to the first instruction of a function.
        if (top === undefined || seen.get(task) === top.serial || isBefore(traveller.here, from)) return true;
        seen.set(task, top.serial);
        const name = entered.get(address) ?? '?';
        calls.push({ kind: 'call', at: traveller.here, address, task, name, depth: machine.depth(task) });
        return calls.length < mostCalls;
      });
      return calls;
    });
  }

  /** The last values of a place up to here. */
  history(place: Place, limit: number): ValueHistory {
    const { machine, traveller, inspector } = this.parts;
    const most = Math.max(1, limit);
    const end = traveller.here;
    const watched = machinePlace(machine, place, place.kind === 'memory' ? (place.size ?? 1) : 0);
    return this.#excursion(() => {
      let values: PastValue[] = [];
      let until = end;
      let isOver = false;
      for (;;) {
        const part = traveller.checkpoints.before(until);
        if (part === undefined) break;
        traveller.restore(part);
        const writes = this.#writesUpTo(until, watched);
        const wanted = writes.slice(Math.max(0, writes.length - (most - values.length)));
        values = [...this.#valuesAt(wanted, place, watched), ...values];
        if (values.length >= most) {
          isOver = wanted.length < writes.length;
          break;
        }
        traveller.restore(part);
        // The call had not begun: nothing before can be about it.
        if (watched.kind === 'slot' && inspector.tryRead(watched) === undefined) break;
        until = part;
      }
      const full = values.length >= most;
      if (!full) values = [...this.#beginning(place, watched), ...values];
      return { values, more: isOver || full };
    });
  }

  /** What the place held at the start, where it was there then. */
  #beginning(place: Place, watched: MachinePlace): readonly PastValue[] {
    const { traveller, inspector } = this.parts;
    const { first } = traveller.checkpoints;
    traveller.restore(first);
    if (watched.kind !== 'memory' && inspector.tryRead(watched) === undefined) return [];
    return [{ at: traveller.position(first), value: this.#value(place, watched) }];
  }

  #value(place: Place, watched: MachinePlace): RawValue {
    const { inspector } = this.parts;
    return inspector.watched(place, watched.kind === 'memory' ? watched.size : 0);
  }

  /** Behind each write of the program, and behind each change of the debugger that changed the place. */
  #writesUpTo(end: Instant, watched: MachinePlace): readonly Write[] {
    const { world, machine, traveller, inspector } = this.parts;
    const before = world.watch;
    const writes: Write[] = [];
    let touched = false;
    const held = (): string | undefined => fingerprintAt(watched, machine, inspector);
    const edit = (makeAgain: () => void): void => {
      const was = held();
      makeAgain();
      // The code of an edit may have touched it, too, which the comparison tells.
      touched = false;
      if (held() !== was) writes.push({ behind: traveller.here, isEdit: true });
    };
    world.watch = {
      active: true,
      touched: (access, place) => {
        const matters = access === 'write' && overlaps(watched, place);
        touched ||= matters;
        return matters;
      },
    };
    try {
      this.#sweep(
        end,
        [],
        () => true,
        () => {
          if (touched) writes.push({ behind: traveller.instantAt(machine.time), isEdit: false });
          touched = false;
        },
        edit,
      );
      return writes;
    } finally {
      world.watch = before;
    }
  }

  /** Runs the part once more, and stops before and behind each write. */
  #valuesAt(writes: readonly Write[], place: Place, watched: MachinePlace): readonly PastValue[] {
    const { traveller, machine, symbols } = this.parts;
    const values: PastValue[] = [];
    const first = writes[0];
    if (first === undefined) return values;
    traveller.restore(traveller.checkpoints.before(first.behind) ?? traveller.checkpoints.first);
    for (const { behind, isEdit } of writes) {
      // The debugger writes where the program stands.
      if (!isEdit) this.#sweep(traveller.instantAt(behind.time - 1), [], () => true);
      else this.#sweep({ ...behind, edits: behind.edits - 1 }, [], () => true);
      const task = machine.currentTask;
      const address = standsAt(machine, task);
      const location = address === undefined ? undefined : symbols.locationAt(address);
      this.#sweep(behind, [], () => true);
      values.push({
        at: traveller.position(traveller.here),
        value: this.#value(place, watched),
        thread: threadId(task),
        ...(location === undefined ? {} : { location }),
      });
    }
    return values;
  }

  /** Runs forward with nothing armed but these addresses; `met` says whether to go on. */
  #sweep(
    end: Instant,
    armed: readonly number[],
    met: (task: number, address: number) => boolean,
    ran: () => void = () => undefined,
    edited: (makeAgain: () => void) => void = makeAgain => makeAgain(),
  ): void {
    const { machine, traveller, world } = this.parts;
    for (const address of armed) machine.arm(address);
    let pass = false;
    try {
      while (isBefore(traveller.here, end)) {
        if (world.interrupted) throw cancelled();
        if (traveller.hasEditFor(end)) {
          edited(() => traveller.makeEditFor(end));
          continue;
        }
        const { time } = machine;
        const until = time < end.time ? Math.min(end.time, time + sliceInstructions) : time + 1;
        const outcome = traveller.run(until, pass);
        pass = outcome.kind === 'site';
        if (outcome.kind === 'site' && !met(outcome.task, outcome.address)) return;
        if (outcome.kind === 'exited') return;
        ran();
      }
    } finally {
      for (const address of armed) machine.disarm(address);
    }
  }

  #excursion<Result>(work: () => Result): Result {
    const { addresses, traveller, world } = this.parts;
    const { watch } = world;
    addresses.suspended = true;
    // Data breakpoints would take what happens on the way for accesses of the program that goes on.
    world.watch = { active: false, touched: () => false };
    const home = traveller.remember();
    try {
      return work();
    } finally {
      home();
      world.watch = watch;
      addresses.suspended = false;
    }
  }
}
