// The breakpoints that are set: their addresses, patched into the code, and what they make of being reached.

import { asFailure, notSupported, type SymbolIndex } from '@sonde/engine';
import type { ArmedAddresses } from '@sonde/engine/machine';
import type { Machine } from '@sonde/engine-vm';
import type { ProgramImage } from '../image.js';
import type { DebugBreakpoint } from './debug-interface.js';
import { compileConditionAt, type ExpressionCode } from './expression-code.js';
import { addressesOfLine } from './line-addresses.js';

/** What became of a breakpoint when it was set. */
export type BreakpointBinding =
  | {
      readonly breakpoint: DebugBreakpoint;
      readonly bound: true;
      /** Where it really is: the first line with code, at or behind the one that was asked for. */
      readonly path: string;
      readonly line: number;
      /** How many places of the code the line has. */
      readonly sites: number;
      /** What is wrong with its condition. It stops without asking it then, and says why. */
      readonly problem?: string;
    }
  | { readonly breakpoint: DebugBreakpoint; readonly bound: false; readonly reason: string };

/** Whether to stop at a site. `problem`: a condition failed, so that nobody knows whether it holds. */
export type Verdict = { readonly stop: false } | { readonly stop: true; readonly problem?: string };

type Condition = { readonly code: ExpressionCode } | { readonly problem: string };

/** A condition that runs longer than this is given up, and the program stops. */
const conditionBudget = 1_000_000;

const goOn: Verdict = { stop: false };

export class BreakpointSites {
  /** By address; undefined stands for a breakpoint without a condition. */
  #sites = new Map<number, readonly (Condition | undefined)[]>();
  #bindings: readonly BreakpointBinding[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly image: ProgramImage,
    private readonly symbols: SymbolIndex,
    private readonly armed: ArmedAddresses,
  ) {}

  get bindings(): readonly BreakpointBinding[] {
    return this.#bindings;
  }

  /** Takes the place of all that were set before. */
  replace(breakpoints: readonly DebugBreakpoint[]): void {
    const before = this.#sites;
    const sites = new Map<number, (Condition | undefined)[]>();
    this.#bindings = breakpoints.map(breakpoint => this.#bind(breakpoint, sites));
    this.#sites = sites;
    for (const address of sites.keys()) this.armed.want(address);
    for (const address of before.keys()) this.armed.release(address);
  }

  /** The task is about to run the instruction at this address. */
  judge(task: number, address: number): Verdict {
    let verdict = goOn;
    for (const condition of this.#sites.get(address) ?? []) {
      const judged = condition === undefined ? { stop: true } : this.#ask(condition, task);
      if (judged.stop && (!verdict.stop || verdict.problem === undefined)) verdict = judged;
    }
    return verdict;
  }

  #bind(breakpoint: DebugBreakpoint, sites: Map<number, (Condition | undefined)[]>): BreakpointBinding {
    const { file, line, condition } = breakpoint;
    const found = addressesOfLine(this.symbols, file, line);
    if (found.kind === 'missing') return { breakpoint, bound: false, reason: found.reason };
    let problem: string | undefined;
    for (const address of found.addresses) {
      const compiled = condition === undefined ? undefined : this.#compile(condition, address);
      if (compiled !== undefined && 'problem' in compiled) problem ??= compiled.problem;
      sites.set(address, [...(sites.get(address) ?? []), compiled]);
    }
    return {
      breakpoint,
      bound: true,
      path: found.path,
      line: found.line,
      sites: found.addresses.length,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #compile(condition: string, address: number): Condition {
    try {
      const code = compileConditionAt(condition, address, this.image, this.symbols);
      if (code.changes) return { problem: `the condition ${condition} would change the program.` };
      return { code };
    } catch (error) {
      return { problem: problemWith(condition, error) };
    }
  }

  #ask(condition: Condition, task: number): Verdict {
    if ('problem' in condition) return { stop: true, problem: condition.problem };
    const { machine } = this;
    try {
      if (machine.evaluate === undefined) throw notSupported('a condition');
      const { word } = machine.evaluate({
        code: condition.code,
        task,
        frame: machine.frames(task, 0, 1)[0]?.serial,
        effects: false,
        budget: conditionBudget,
      });
      return machine.scalar(word) === true ? { stop: true } : goOn;
    } catch (error) {
      return { stop: true, problem: `its condition failed: ${asFailure(error).text}` };
    }
  }
}

const problemWith = (condition: string, error: unknown): string =>
  `the condition ${condition} makes no sense there: ${asFailure(error).text}`;
