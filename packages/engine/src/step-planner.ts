// The step planner: line and statement steps made of single instructions, for engines that have no better.
//
// A pure state machine. The engine tells it where the thread is, it answers what to do next, so that the same plan runs
// synchronously inside a VM thread and asynchronously over a remote protocol.

import type { FrameId } from './ids.js';
import type { Granularity } from './motion.js';

/** Where the stepping thread is. */
export interface StepView {
  readonly frame: FrameId;
  /** Number of frames below; tells a callee from a caller. */
  readonly depth: number;
  readonly address: number;
  /** Of the statement that covers the address; absent without line information. */
  readonly position?: { readonly source: number; readonly line: number; readonly statementStart: boolean };
  readonly function?: string;
  /** Code a person did not write is stepped through, not into. */
  readonly artificial?: boolean;
  /** In front of the body of its function. */
  readonly isPrologue?: boolean;
  /** The caller is such code, as the fold that runs a callback is. Only the view that a step begins with needs it. */
  readonly underArtificial?: boolean;
}

export type StepAction =
  | { readonly do: 'instruction' }
  /** Run until the stack is no deeper than this. */
  | { readonly do: 'run-to-depth'; readonly depth: number }
  | { readonly do: 'stop' };

export interface StepRequest {
  readonly how: 'over' | 'in' | 'out';
  readonly granularity: Granularity;
  /** Only enter a callee of this name; others are stepped over. */
  readonly into?: string;
  /**
   * Only enter what the instruction at this address of the start frame calls. When the line is over without that call, so
   * is the step, whatever its granularity.
   */
  readonly call?: number;
}

const oneInstruction: StepAction = { do: 'instruction' };
const stop: StepAction = { do: 'stop' };

export class StepPlan {
  readonly #start: StepView;
  readonly #request: StepRequest;
  #moved = false;
  /** The activation the step began in is over. */
  #left = false;
  /** The start frame is about to make the call that is wanted, or makes it. */
  #calling: boolean;

  constructor(start: StepView, request: StepRequest) {
    this.#start = start;
    this.#request = request;
    this.#calling = request.call === start.address;
  }

  /** The frame the step began in, by depth: a step out is done when the stack is below it. */
  get startDepth(): number {
    return this.#start.depth;
  }

  next(view: StepView): StepAction {
    const { how, granularity } = this.#request;
    const out: StepAction = { do: 'run-to-depth', depth: this.#start.depth - 1 };
    if (!this.#moved) {
      this.#moved = true;
      return how === 'out' ? out : oneInstruction;
    }
    this.#left ||= view.depth < this.#start.depth || this.#isNextCallback(view);
    if (this.#left) return this.#behind(view, out);
    if (how === 'out') return out;
    if (view.depth > this.#start.depth) return this.#inCallee(view);
    this.#calling = this.#request.call === view.address;
    if (granularity === 'instruction' && this.#request.call === undefined) return stop;
    return this.#inSameFrame(view);
  }

  /** Whatever called the start frame has called again, without having been seen in between. */
  #isNextCallback(view: StepView): boolean {
    const { depth, frame, underArtificial } = this.#start;
    return underArtificial === true && view.depth === depth && view.frame !== frame;
  }

  #behind(view: StepView, out: StepAction): StepAction {
    if (this.#passes(view)) return oneInstruction;
    if (this.#request.granularity === 'instruction') return stop;
    if (view.depth < this.#start.depth) {
      // A caller without lines, such as what starts a program, shows nothing to somebody who steps through lines.
      const isHidden = view.position === undefined && this.#start.position !== undefined;
      // Back in the caller: a person wants to see where the call returned to, even in the middle of a line.
      return isHidden ? { do: 'run-to-depth', depth: view.depth - 1 } : stop;
    }
    // What the code in between called next is as good a place as where it returns to.
    if (view.position === undefined) return out;
    return view.position.statementStart ? stop : oneInstruction;
  }

  #inCallee(view: StepView): StepAction {
    const over: StepAction = { do: 'run-to-depth', depth: this.#start.depth };
    if (this.#request.how === 'over' || (this.#request.call !== undefined && !this.#calling)) return over;
    // It may call something that a person wrote.
    if (this.#passes(view)) return oneInstruction;
    if (this.#request.granularity === 'instruction') return stop;
    const wanted = this.#request.into === undefined || this.#request.into === view.function;
    // Code that sets the frame up mostly has no line; the first statement comes behind it.
    if (wanted && view.isPrologue === true && view.position === undefined) return oneInstruction;
    if (!wanted || view.position === undefined) return over;
    return view.position.statementStart ? stop : oneInstruction;
  }

  /** No step ends in code that nobody wrote, except one by instruction where there are instructions to be seen. */
  #passes(view: StepView): boolean {
    const isVisible = this.#request.granularity === 'instruction' && view.position !== undefined;
    return view.artificial === true && !isVisible;
  }

  #inSameFrame(view: StepView): StepAction {
    const here = view.position;
    // A tail call or a frame replaced in place: the old function is gone, so this is somewhere new.
    const replaced = view.frame !== this.#start.frame;
    if (here === undefined || !here.statementStart) return oneInstruction;
    if (replaced || this.#start.position === undefined) return stop;
    if (this.#request.granularity === 'statement' && this.#request.call === undefined) return stop;
    const otherLine = here.line !== this.#start.position.line || here.source !== this.#start.position.source;
    // Once round a loop that fits on one line counts as a step too, or it could never be watched.
    return otherLine || view.address <= this.#start.address ? stop : oneInstruction;
  }
}
