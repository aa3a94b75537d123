// Runs the program again to a point that it has been at: same results of the host, same changes of the debugger.

import { Failure } from '@sonde/engine';
import type { Activations } from './activations.js';
import { never, type Execution, type ExecutionListener, type Standing } from './execution.js';
import type { Edit, Recording, RunPoint } from './recording.js';

interface Waypoint extends RunPoint {
  readonly edits: readonly Edit[];
}

/** How often a run looks whether it should give up. */
const lookEvery = 1n << 24n;

export interface ReplayParts {
  readonly recording: Recording;
  readonly activations: Activations;
  /** Undefined: up to where the program traps. */
  readonly goal: RunPoint | undefined;
  /** The goal is reached; the program goes on when this returns. */
  arrived(execution: Execution, standing: Standing): void;
  /** Throws when it takes too long. */
  look?(): void;
}

export class Replay implements ExecutionListener {
  readonly #waypoints: readonly Waypoint[];
  #next = 0;
  #armed: number | undefined;
  #arrived = false;
  /** The call of the host that failed. */
  #failed: number | undefined;

  constructor(private readonly parts: ReplayParts) {
    this.#waypoints = waypoints(parts.recording, parts.goal);
  }

  /** Before the program runs. */
  begin(execution: Execution): void {
    const first = this.#waypoints[0];
    if (first !== undefined && first.offset < 0) {
      for (const edit of first.edits) applyEdit(execution, this.parts.activations, edit);
      this.#next++;
    }
    this.#aim(execution);
  }

  reached(execution: Execution, standing: Standing): void {
    if (this.#arrived) return this.parts.arrived(execution, standing);
    this.parts.activations.apply(standing);
    // The goal may be a site of its own behind the call.
    if (execution.request?.kind === 'failed') this.#failed = standing.site.call ?? this.#failed;
    const wanted = this.#waypoints[this.#next];
    this.parts.look?.();
    if (wanted === undefined || standing.position < wanted.position) return this.#aim(execution);
    if (standing.position > wanted.position) throw diverged('it passed the point that it was run again to');
    if (!this.#isThere(execution, standing, wanted)) return this.#aim(execution);
    if (this.#armed !== undefined) execution.probes.disarmOne(this.#armed);
    this.#armed = undefined;
    if (wanted.edits.length > 0) this.#edit(execution, standing, wanted);
    this.#next++;
    if (this.#next < this.#waypoints.length || this.parts.goal === undefined) return this.#aim(execution);
    this.#arrived = true;
    execution.target = never;
    this.leave(standing.position);
    const isMidway = execution.request?.kind === 'failed' && this.#failed !== undefined;
    this.parts.arrived(execution, isMidway ? { ...standing, shown: this.#failed! } : standing);
  }

  /** It is over: what was used for it is counted. */
  leave(position: bigint): void {
    this.parts.recording.replayed += position;
  }

  left(execution: Execution): void {
    if (this.parts.activations.left()) execution.limit = -1n;
  }

  /** Where a block begins with a statement, the site of the statement comes second, and it has the locals. */
  #isThere({ variant }: Execution, { site }: Standing, wanted: Waypoint): boolean {
    if (site.offset !== wanted.offset) return false;
    if (variant.isStepped(wanted.offset)) return site.kind === 'instruction';
    return site.kind === 'probe' || !variant.probes.has(wanted.offset);
  }

  #edit(execution: Execution, standing: Standing, { edits }: Waypoint): void {
    const depth = execution.stack().length;
    this.parts.activations.mark(execution, depth);
    for (const edit of edits) applyEdit(execution, this.parts.activations, edit, { standing, depth });
  }

  #aim(execution: Execution): void {
    const { variant } = execution;
    const wanted = this.#waypoints[this.#next];
    const soon = execution.used + lookEvery;
    const goal = wanted?.position ?? never;
    const isStepped = wanted === undefined ? variant.steps : variant.isStepped(wanted.offset);
    if (isStepped) execution.target = goal;
    if (wanted === undefined || execution.used <= goal)
      return void (execution.limit = goal < soon ? goal : soon);
    // The block that holds the point is paid for: from here on only its probe is waited for.
    execution.limit = never;
    if (isStepped) return;
    if (!variant.probes.has(wanted.offset)) throw diverged(`it cannot be stopped at ${wanted.offset}`);
    this.#armed = wanted.offset;
    execution.probes.armOne(wanted.offset);
  }
}

/** Points at which something was changed, in order, and the goal. */
function waypoints(recording: Recording, goal: RunPoint | undefined): readonly Waypoint[] {
  const found: { position: bigint; offset: number; edits: Edit[] }[] = [];
  for (const { position, offset, edit } of recording.editsUpTo(goal?.position ?? never)) {
    const last = found.at(-1);
    if (last?.position === position && last.offset === offset) last.edits.push(edit);
    else found.push({ position, offset, edits: [edit] });
  }
  const last = found.at(-1);
  if (goal !== undefined && (last?.position !== goal.position || last.offset !== goal.offset))
    found.push({ ...goal, edits: [] });
  return found;
}

/** A change of the debugger, made for the first time or again. */
export function applyEdit(
  execution: Execution,
  activations: Activations,
  edit: Edit,
  at?: { readonly standing: Standing; readonly depth: number },
): void {
  switch (edit.kind) {
    case 'memory':
      return new Uint8Array(execution.memory).set(edit.bytes, edit.address);
    case 'global': {
      const global = execution.global(edit.index);
      if (global !== undefined) global.value = edit.value;
      return;
    }
    case 'local':
      if (at === undefined) return;
      if (edit.depth === at.depth - 1)
        at.standing.locals?.splice(edit.first, edit.values.length, ...edit.values);
      else activations.write(edit.depth, edit.first, edit.values);
  }
}

const diverged = (how: string): Failure =>
  new Failure('internal', 'sonde', `the program took another way when it was run again: ${how}.`);
