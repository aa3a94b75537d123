// Breakpoints of one task: whose they are, and which of them hold when the task comes by.

import { asFailure } from '@sonde/engine';
import type { ProgramCode } from '../../runtime/program-code.js';
import { Refusal } from '../request.js';
import type { Session } from '../sessions.js';

export interface BreakpointTerms {
  readonly addr: number;
  /** Nobody's when absent. */
  readonly owner: Session | undefined;
  readonly condition?: string;
  readonly test?: () => boolean;
  readonly maxDepth?: number;
  readonly temporary: boolean;
}

export interface Breakpoint extends BreakpointTerms {
  hits: number;
}

export interface Hit {
  readonly breakpoint: Breakpoint;
  /** Why its condition could not be told. */
  readonly conditionError?: string;
}

const most = 1_024;

export class Breakpoints {
  #all: Breakpoint[] = [];
  /** Where a step over a call goes on. */
  #internal: number | undefined;

  constructor(private readonly code: ProgramCode) {}

  set(terms: BreakpointTerms): Breakpoint {
    if (!this.code.beginsInstruction(terms.addr))
      throw new Refusal(`no instruction begins at 0x${terms.addr.toString(16).padStart(4, '0')}`);
    this.clear(terms.addr, terms.owner);
    if (this.#all.length >= most) throw new Refusal('too_many_breakpoints');
    const made = { ...terms, hits: 0 };
    this.#all.push(made);
    this.code.arm(terms.addr);
    return made;
  }

  clear(addr: number, owner: Session | undefined): void {
    this.#keep(each => each.addr !== addr || each.owner !== owner);
  }

  clearOf(owner: Session | undefined): void {
    this.#keep(each => each.owner !== owner);
  }

  #keep(kept: (breakpoint: Breakpoint) => boolean): void {
    const before = this.#all;
    this.#all = before.filter(kept);
    for (const { addr } of before) this.#disarmIfFree(addr);
  }

  #disarmIfFree(addr: number): void {
    if (addr !== this.#internal && !this.#all.some(each => each.addr === addr)) this.code.disarm(addr);
  }

  /** Also stops at this address, whatever is set there; undefined ends that. */
  set internal(addr: number | undefined) {
    const before = this.#internal;
    this.#internal = addr;
    if (before !== undefined) this.#disarmIfFree(before);
    if (addr !== undefined) this.code.arm(addr);
  }

  get internal(): number | undefined {
    return this.#internal;
  }

  get size(): number {
    return this.#all.length;
  }

  list(): readonly Breakpoint[] {
    return [...this.#all].sort((a, b) => a.addr - b.addr);
  }

  addresses(): readonly number[] {
    return [...new Set(this.#all.map(({ addr }) => addr))].sort((a, b) => a - b);
  }

  has(addr: number): boolean {
    return this.#all.some(each => each.addr === addr);
  }

  /** The task is about to run the instruction at `pc`: all of them there are heard. */
  judge(pc: number, depth: number): Hit | undefined {
    let hit: Hit | undefined;
    for (const breakpoint of this.#all) {
      if (breakpoint.addr !== pc || (breakpoint.maxDepth ?? Infinity) < depth) continue;
      const error = holds(breakpoint);
      if (error === false) continue;
      breakpoint.hits++;
      hit ??= { breakpoint, ...(typeof error === 'string' ? { conditionError: error } : {}) };
    }
    if (hit !== undefined) this.#keep(each => !(each.temporary && each.hits > 0));
    return hit;
  }
}

/** A condition that fails holds: the person who set it wants to know. */
function holds({ test }: Breakpoint): boolean | string {
  if (test === undefined) return true;
  try {
    return test();
  } catch (error) {
    return asFailure(error).text;
  }
}
