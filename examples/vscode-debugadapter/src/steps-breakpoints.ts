// Breakpoints: on lines, with conditions, counts and messages; on functions; and whether one of them stops the program.
import { readFileSync } from 'node:fs';
import { Mistake, shown } from './steps-expression.js';
import type { Frame, StepsMachine } from './steps-machine.js';
import { isPlace, readProgram } from './steps-program.js';

export interface WantedBreakpoint {
  readonly line: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

export type SetBreakpoint =
  | { readonly id: number; readonly verified: true; readonly line: number }
  | { readonly id: number; readonly verified: false; readonly message: string };

interface Armed extends WantedBreakpoint {
  readonly id: number;
  hits: number;
}

export type Hit = { readonly kind: 'breakpoint' | 'function breakpoint'; readonly id: number };

export class StepsBreakpoints {
  readonly #lines = new Map<string, readonly Armed[]>();
  #functions: readonly { readonly id: number; readonly name: string }[] = [];
  #lastId = 0;

  /** Replaces those of a file. One that can not stand where it should moves down, or says why it is nowhere. */
  set(path: string, wanted: readonly WantedBreakpoint[]): readonly SetBreakpoint[] {
    const armed: Armed[] = [];
    const answers = wanted.map((each): SetBreakpoint => {
      const id = ++this.#lastId;
      try {
        const line = placesIn(path).find(place => place >= each.line);
        if (line === undefined) throw new Mistake('there is no statement at or below this line');
        if (each.hitCondition !== undefined && !/^\s*\d+\s*$/.test(each.hitCondition))
          throw new Mistake('a hit condition is a number: at which hit to stop');
        armed.push({ ...each, line, id, hits: 0 });
        return { id, verified: true, line };
      } catch (error) {
        return { id, verified: false, message: error instanceof Error ? error.message : String(error) };
      }
    });
    this.#lines.set(path, armed);
    return answers;
  }

  setFunctions(names: readonly string[]): readonly { readonly id: number; readonly verified: boolean }[] {
    this.#functions = names.map(name => ({ id: ++this.#lastId, name }));
    return this.#functions.map(({ id }) => ({ id, verified: true }));
  }

  /** What stops the program at the statement it has come to, if anything does. `entered`: a call has just been made. */
  hitAt(machine: StepsMachine, entered: boolean, log: (text: string) => void): Hit | undefined {
    const frame = machine.frames.at(-1);
    const statement = machine.current;
    if (frame === undefined || statement === undefined) return undefined;
    const named = entered ? this.#functions.find(({ name }) => name === frame.name) : undefined;
    if (named !== undefined) return { kind: 'function breakpoint', id: named.id };
    const here = (this.#lines.get(machine.program.path) ?? []).filter(({ line }) => line === statement.line);
    // All of them count and log, even when the first one stops.
    const stopping = here.filter(each => this.#stops(each, machine, frame, log));
    return stopping[0] === undefined ? undefined : { kind: 'breakpoint', id: stopping[0].id };
  }

  #stops(breakpoint: Armed, machine: StepsMachine, frame: Frame, log: (text: string) => void): boolean {
    const { condition, hitCondition, logMessage } = breakpoint;
    if (condition !== undefined && !isTrue(machine, frame, condition)) return false;
    breakpoint.hits++;
    if (hitCondition !== undefined && breakpoint.hits !== Number(hitCondition)) return false;
    if (logMessage === undefined) return true;
    log(`${logMessage.replace(/\{([^}]*)\}/g, (_, text: string) => logged(machine, frame, text))}\n`);
    return false;
  }
}

/** A condition that cannot be evaluated stops, so that somebody sees it. */
function isTrue(machine: StepsMachine, frame: Frame, condition: string): boolean {
  try {
    const value = machine.evaluate(condition, frame);
    return value !== 0 && value !== '';
  } catch {
    return true;
  }
}

function logged(machine: StepsMachine, frame: Frame, text: string): string {
  try {
    const value = machine.evaluate(text, frame);
    return typeof value === 'string' ? value : shown(value);
  } catch (error) {
    return `<${error instanceof Error ? error.message : String(error)}>`;
  }
}

/** The lines of a file at which a program can stand still, in order. */
export function placesIn(path: string): readonly number[] {
  const text = readFileSync(path, 'utf8');
  return readProgram(path, text)
    .statements.filter(isPlace)
    .map(({ line }) => line);
}
