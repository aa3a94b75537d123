// Data breakpoints: which accesses the machine reports matter, and what the place held before.

import type { BreakpointId, Place, RawValue } from '@sonde/engine';
import type { ArmedBreakpoint, Candidate as CandidateOf } from '@sonde/engine/machine';
import type { Machine, MachinePlace } from '../machine.js';
import { fingerprint } from './fingerprint.js';
import type { Inspector } from './inspector.js';
import { machinePlace } from './places.js';
import type { ActivationAccess } from './programs.js';
import type { AccessWatch } from './world.js';

type Candidate = CandidateOf<ActivationAccess>;

export interface Watch {
  readonly candidate: Candidate;
  readonly place: MachinePlace;
  /** As the contract names it. */
  readonly named: Place;
  readonly size: number;
}

/** An access that a watch waits for, noticed before it happened. */
export interface Touch {
  readonly watch: Watch;
  readonly task: number;
  readonly access: 'read' | 'write';
  readonly before: RawValue;
  /** Of a watch for changes: tells whether there was one. */
  readonly fingerprint: string | undefined;
}

export class Watches implements AccessWatch {
  readonly #watches = new Map<BreakpointId, Watch>();
  #touches: Touch[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly inspector: Inspector,
  ) {}

  get active(): boolean {
    return this.#watches.size > 0;
  }

  /** Something was touched that nobody has taken yet. */
  get hasTouches(): boolean {
    return this.#touches.length > 0;
  }

  /** Throws a RangeError with the reason when there is no such place. */
  add(candidate: Candidate, where: ArmedBreakpoint['where'] & { kind: 'data' }): void {
    const place = machinePlace(this.machine, where.place, where.size);
    if (place.kind !== 'memory') this.machine.read(place);
    this.#watches.set(candidate.breakpoint.spec.id, {
      candidate,
      place,
      named: where.place,
      size: where.size,
    });
  }

  remove(id: BreakpointId): void {
    this.#watches.delete(id);
  }

  touched(access: 'read' | 'write', place: MachinePlace): boolean {
    let wanted = false;
    for (const watch of this.#watches.values()) {
      const { where } = watch.candidate.breakpoint.spec;
      if (where.kind !== 'data' || !overlaps(watch.place, place)) continue;
      if (where.access !== 'readWrite' && where.access !== access) continue;
      if (where.onlyChanges && access === 'read') continue;
      if (this.#touches.some(t => t.watch === watch && t.access === access)) continue;
      this.#touches.push({
        watch,
        task: this.machine.currentTask,
        access,
        before: this.valueOf(watch),
        fingerprint: where.onlyChanges ? this.#fingerprint(watch.place) : undefined,
      });
      wanted = true;
    }
    return wanted;
  }

  /** What was touched since the last call; where only changes count, what is another now. */
  takeTouches(): readonly Touch[] {
    if (this.#touches.length === 0) return [];
    const taken = this.#touches;
    this.#touches = [];
    return taken.filter(touch => this.#counts(touch));
  }

  #counts({ watch, fingerprint: before }: Touch): boolean {
    const { where } = watch.candidate.breakpoint.spec;
    if (where.kind !== 'data' || !where.onlyChanges || before === undefined) return true;
    return this.#fingerprint(watch.place) !== before;
  }

  #fingerprint(place: MachinePlace): string | undefined {
    return fingerprintAt(place, this.machine, this.inspector);
  }

  valueOf(watch: Watch): RawValue {
    return this.inspector.watched(watch.named, watch.size);
  }

  /** Removes the watches on variables of calls that have returned, and names them. */
  takeEnded(): readonly BreakpointId[] {
    const ended: BreakpointId[] = [];
    for (const [id, watch] of this.#watches) {
      if (watch.place.kind !== 'slot' || this.inspector.tryRead(watch.place) !== undefined) continue;
      this.#watches.delete(id);
      ended.push(id);
    }
    return ended;
  }
}

/** Of what a place holds. Undefined when nobody can tell, which counts as changed. */
export function fingerprintAt(
  place: MachinePlace,
  machine: Machine,
  inspector: Inspector,
): string | undefined {
  if (place.kind === 'memory')
    return machine.memory
      ?.get(place.space)
      ?.subarray(place.offset, place.offset + place.size)
      .join();
  const held = inspector.tryRead(place);
  return held === undefined ? undefined : fingerprint(machine, held.word);
}

export function overlaps(watched: MachinePlace, touched: MachinePlace): boolean {
  switch (watched.kind) {
    case 'memory':
      return (
        touched.kind === 'memory' &&
        touched.space === watched.space &&
        touched.offset < watched.offset + watched.size &&
        watched.offset < touched.offset + touched.size
      );
    case 'slot':
      return (
        touched.kind === 'slot' &&
        touched.slot === watched.slot &&
        touched.frame === watched.frame &&
        touched.task === watched.task
      );
    case 'global':
      return touched.kind === 'global' && touched.index === watched.index;
    case 'register':
      return (
        touched.kind === 'register' &&
        touched.name === watched.name &&
        touched.frame === watched.frame &&
        touched.task === watched.task
      );
    case 'field':
      return touched.kind === 'field' && touched.object === watched.object && touched.key === watched.key;
  }
}
