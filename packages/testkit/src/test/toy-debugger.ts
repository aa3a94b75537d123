// Drives a toy machine: breakpoints, steps, pause, watches. Faults can be built in, to show that tests notice them.
import { markers } from '../markers.js';
import { ToyMachine } from './toy-machine.js';
import type { ToyFrame, ToyPoint, ToyValue } from './toy-machine.js';
import { behaviourOf } from './toy-programs.js';

export type Fault =
  | 'answers nonsense'
  | 'differs in hover'
  | 'exits with 7'
  | 'forgets breakpoints at restart'
  | 'hides exceptions'
  | 'ignores conditions'
  | 'ignores hit counts'
  | 'ignores pause'
  | 'ignores watches'
  | 'leaves breakpoints unverified'
  | 'loses set values'
  | 'mutes log points'
  | 'names another breakpoint'
  | 'restarts where it is'
  | 'steps all sessions at once'
  | 'steps in like over'
  | 'steps out like in'
  | 'steps over like in'
  | 'stops one line late';

export interface ToyBreakpoint {
  readonly id: number;
  readonly line: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  hits: number;
}

export interface ToyStop {
  readonly reason: 'breakpoint' | 'step' | 'pause' | 'data breakpoint' | 'exception';
  readonly hit?: number;
  readonly text?: string;
}

export interface ToyListener {
  output(text: string, category: 'stdout' | 'console'): void;
  stopped(stop: ToyStop): void;
  ended(): void;
}

export type ToyMotion = 'continue' | 'in' | 'over' | 'out';

const pointsPerTurn = 50;

export class ToyDebugger {
  breakpoints: ToyBreakpoint[] = [];
  /** Names of variables in frames that stop the program when they are written. */
  watches: { readonly frame: ToyFrame; readonly name: string }[] = [];
  stopsAtExceptions = false;
  machine: ToyMachine;
  readonly #program: string;
  readonly #faults: ReadonlySet<Fault>;
  readonly #listener: ToyListener;
  #motion: { readonly kind: ToyMotion; readonly depth: number } | undefined;
  #pauseAsked = false;
  /** Outdates the turns of a run that was ended or restarted. */
  #run = 0;

  constructor(program: string, faults: ReadonlySet<Fault>, listener: ToyListener) {
    this.#program = program;
    this.#faults = faults;
    this.#listener = listener;
    this.machine = this.#load();
  }

  get isRunning(): boolean {
    return this.#motion !== undefined;
  }

  move(kind: ToyMotion): void {
    this.#motion = { kind, depth: this.machine.frames.length };
    this.#pauseAsked = false;
    this.#nextTurn();
  }

  pause(): void {
    this.#pauseAsked = !this.#faults.has('ignores pause');
    this.#nextTurn();
  }

  type(line: string): void {
    this.machine.input.push(line);
    this.#nextTurn();
  }

  end(): void {
    this.#run++;
    this.#motion = undefined;
  }

  restart(): void {
    this.end();
    for (const breakpoint of this.breakpoints) breakpoint.hits = 0;
    if (this.#faults.has('forgets breakpoints at restart')) this.breakpoints = [];
    if (!this.#faults.has('restarts where it is')) this.machine = this.#load();
    this.move('continue');
  }

  evaluate(text: string, frame: ToyFrame = this.machine.top): ToyValue {
    const match = /^\s*(\w+)(?:\s*(==|\+)\s*(\w+))?\s*$/.exec(text);
    if (match === null) throw new Error(`cannot read ${JSON.stringify(text)}`);
    const [, left = '', operator, right = ''] = match;
    const value = valueOf(left, frame);
    if (operator === undefined) return value;
    if (operator === '==') return value === valueOf(right, frame) ? 1 : 0;
    return Number(value) + Number(valueOf(right, frame));
  }

  #load(): ToyMachine {
    const print = (text: string): void => this.#listener.output(text, 'stdout');
    return new ToyMachine(behaviourOf(this.#program), markers(this.#program), print);
  }

  /** A few points, then a breath, so that requests come through. */
  #nextTurn(): void {
    const run = ++this.#run;
    setImmediate(() => {
      if (run !== this.#run || this.#motion === undefined) return;
      for (let count = 0; count < pointsPerTurn; count++) {
        if (this.#pauseAsked) return this.#stop({ reason: 'pause' });
        const point = this.machine.advance();
        if (point === undefined) return this.#ended();
        if (point.kind === 'input') return;
        const stop = this.#stopAt(point);
        if (stop !== undefined) return this.#stop(stop);
      }
      this.#nextTurn();
    });
  }

  #ended(): void {
    this.end();
    this.#listener.ended();
  }

  #stop(stop: ToyStop): void {
    this.end();
    this.#listener.stopped(stop);
  }

  #stopAt(point: ToyPoint): ToyStop | undefined {
    if (point.kind === 'exception') {
      return this.stopsAtExceptions ? { reason: 'exception', text: point.text } : undefined;
    }
    return this.#watchHit() ?? this.#breakpointHit() ?? (this.#stepIsDone() ? { reason: 'step' } : undefined);
  }

  #watchHit(): ToyStop | undefined {
    const writes = this.machine.takeWrites();
    if (this.#faults.has('ignores watches')) return undefined;
    const hit = writes.some(({ frame, name }) =>
      this.watches.some(watch => watch.frame === frame && watch.name === name),
    );
    return hit ? { reason: 'data breakpoint' } : undefined;
  }

  #breakpointHit(): ToyStop | undefined {
    for (const breakpoint of this.breakpoints) {
      if (breakpoint.line !== this.machine.top.line || !this.#holds(breakpoint)) continue;
      if (breakpoint.logMessage !== undefined) {
        this.#log(breakpoint.logMessage);
        continue;
      }
      if (this.#faults.has('stops one line late')) this.machine.advance();
      return { reason: 'breakpoint', hit: breakpoint.id };
    }
    return undefined;
  }

  #holds(breakpoint: ToyBreakpoint): boolean {
    const { condition, hitCondition } = breakpoint;
    if (
      condition !== undefined &&
      !this.#faults.has('ignores conditions') &&
      this.evaluate(condition) !== 1
    ) {
      return false;
    }
    breakpoint.hits++;
    if (hitCondition === undefined || this.#faults.has('ignores hit counts')) return true;
    return breakpoint.hits === Number(hitCondition);
  }

  #log(message: string): void {
    if (this.#faults.has('mutes log points')) return;
    const text = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(this.evaluate(name)));
    this.#listener.output(`${text}\n`, 'console');
  }

  #stepIsDone(): boolean {
    if (this.#motion === undefined) return false;
    const { kind, depth } = this.#motion;
    const now = this.machine.frames.length;
    switch (kind) {
      case 'continue':
        return false;
      case 'in':
        return this.#faults.has('steps in like over') ? now <= depth : true;
      case 'over':
        return this.#faults.has('steps over like in') ? true : now <= depth;
      case 'out':
        return this.#faults.has('steps out like in') ? true : now < depth;
    }
  }
}

function valueOf(word: string, frame: ToyFrame): ToyValue {
  if (/^\d+$/.test(word)) return Number(word);
  const value = frame.variables.get(word);
  if (value === undefined) throw new Error(`there is no ${word} here`);
  return value;
}
