// Random walks through a recorded run: whatever way leads to a moment, the program looks the same there.
//
// The walk knows no engine. It compares the state at each moment with what it saw there before, the stops of `continue` with
// the hits that the run itself made, and the output with what the recording says was printed.

import type { Random } from './seeded-random.js';

export type WalkDirection = 'forward' | 'back';
export type WalkMotion =
  | { readonly kind: 'continue' }
  | {
      readonly kind: 'step';
      readonly how: 'over' | 'in' | 'out';
      readonly granularity: 'line' | 'statement' | 'instruction';
    };

/** Where the program stands. */
export interface Standing {
  readonly step: number;
  readonly edit: number;
  readonly first: number;
  readonly last: number;
  /** An instruction that has begun, such as one that threw, shows another state than before it. */
  readonly midway: boolean;
  readonly isEntry: boolean;
  /** How many calls are open. */
  readonly depth: number;
  /** Breakpoints and exceptions that were met here, in an order of their own. */
  readonly hits: string;
}

export interface WalkedProgram {
  readonly standing: Standing;
  move(motion: WalkMotion, direction: WalkDirection): Promise<void>;
  goTo(step: number): Promise<void>;
  /** All that a person can see at this moment. */
  state(): Promise<string>;
  output(): string;
  /** How many steps were run again so far; undefined where that is not counted. */
  replayed(): Promise<number | undefined>;
  /** What was printed, as the recording has it. */
  recordedOutput(): Promise<string>;
}

export interface WalkOptions {
  readonly random: Random;
  readonly motions: number;
  /** False: only continues and jumps, for programs so large that a step back looks through millions of statements. */
  readonly steps?: boolean;
  /** A jump ends at the next statement, where the step was never told. */
  readonly grain?: 'statement';
  /** How often the way to the newest moment may be run again for one motion back. */
  readonly mostReplays?: number;
  /** At these hits the walk goes no further forward, so that the program does not end. */
  readonly isEnd: (standing: Standing) => boolean;
}

export interface Walked {
  /** Moments that were reached more than once, and compared. */
  readonly compared: number;
  readonly moments: number;
  readonly hits: number;
  /** The most calls that were open anywhere. */
  readonly deepest: number;
}

export async function walkInTime(program: WalkedProgram, options: WalkOptions): Promise<Walked> {
  const walk = new Walk(program, options);
  const way: string[] = [];
  try {
    await walk.arrive('begin');
    for (let nth = 0; nth < options.motions; nth++) {
      const motion = walk.choose();
      way.push(`${nameOf(motion)} from ${program.standing.step}`);
      await walk.make(motion);
    }
    return walk.summary;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\nThe last motions were:\n  ${way.slice(-12).join('\n  ')}`, { cause: error });
  }
}

type Choice =
  | { readonly kind: 'goto'; readonly step: number }
  | { readonly kind: 'move'; readonly motion: WalkMotion; readonly direction: WalkDirection };

const nameOf = (choice: Choice): string => {
  if (choice.kind === 'goto') return `go to ${choice.step}`;
  const { motion, direction } = choice;
  return motion.kind === 'continue'
    ? `continue ${direction}`
    : `step ${motion.how} by ${motion.granularity} ${direction}`;
};

const keyOf = ({ step, edit, midway }: Standing): string => `${step}.${edit}${midway ? ' midway' : ''}`;

class Walk {
  readonly #states = new Map<string, { readonly state: string; readonly way: string }>();
  /** What was met when the program ran for the first time, by moment. */
  readonly #hits = new Map<string, { readonly step: number; readonly hits: string }>();
  /** Where jumps to other steps have ended. */
  readonly #statements = new Set<number>();
  #known = -1;
  #compared = 0;
  #deepest = 0;
  #end: number | undefined;

  constructor(
    private readonly program: WalkedProgram,
    private readonly options: WalkOptions,
  ) {}

  get summary(): Walked {
    return {
      compared: this.#compared,
      moments: this.#states.size,
      hits: this.#hits.size,
      deepest: this.#deepest,
    };
  }

  choose(): Choice {
    const { random } = this.options;
    const { standing } = this.program;
    if (random(4) === 0) return { kind: 'goto', step: this.#someStep(standing) };
    if (random(6) === 0 && this.#end === undefined) {
      // The walk would stay near the beginning without it.
      const { last } = standing;
      return last === standing.step
        ? { kind: 'move', motion: { kind: 'continue' }, direction: 'forward' }
        : { kind: 'goto', step: last };
    }
    const isLast = this.#end !== undefined && standing.step >= this.#end;
    const direction = isLast || random(5) < 2 ? 'back' : 'forward';
    if (random(3) === 0 || this.options.steps === false)
      return { kind: 'move', motion: { kind: 'continue' }, direction };
    const how = (['over', 'in', 'out'] as const)[random(3)]!;
    const granularity = (['line', 'statement', 'instruction'] as const)[random(3)]!;
    return { kind: 'move', motion: { kind: 'step', how, granularity }, direction };
  }

  /** Mostly one where the walk has been, or one beside it: only what is reached twice is compared. */
  #someStep({ first, last }: Standing): number {
    const { random } = this.options;
    const seen = [...this.#states.keys()].map(key => Number.parseInt(key));
    const kind = random(4);
    const step =
      kind === 0
        ? first + random(last - first + 1)
        : seen[random(seen.length)]! + (kind === 1 ? random(5) - 2 : 0);
    return Math.min(last, Math.max(first, step));
  }

  async make(choice: Choice): Promise<void> {
    const { program } = this;
    const before = program.standing;
    const printed = program.output();
    const replayed = await program.replayed();
    if (choice.kind === 'goto') await program.goTo(choice.step);
    else await program.move(choice.motion, choice.direction);
    const after = program.standing;
    if (choice.kind === 'move' && choice.direction === 'back')
      this.#checkReplays(choice, before, (await program.replayed())! - replayed!);
    if (choice.kind === 'goto') {
      this.#checkLanding(choice.step, after);
    } else {
      this.#checkWay(choice, before, after);
    }
    if (after.last === before.last && program.output() !== printed)
      throw new Error(`${nameOf(choice)} printed again: ${program.output().slice(printed.length)}`);
    if (after.last !== before.last) await this.#checkOutput();
    await this.arrive(nameOf(choice));
  }

  #checkReplays(choice: Choice, { step }: Standing, replayed: number): void {
    const { mostReplays } = this.options;
    if (mostReplays !== undefined && !(replayed <= mostReplays * step))
      throw new Error(`${nameOf(choice)} from ${step} ran ${replayed} steps again`);
  }

  #checkLanding(wanted: number, { step, last }: Standing): void {
    if (step === wanted) return;
    if (this.options.grain === undefined || step < wanted) throw new Error(`go to ${wanted} went to ${step}`);
    const nearer = [...this.#statements].find(each => each >= wanted && each < step);
    if (nearer !== undefined)
      throw new Error(`go to ${wanted} went to ${step}, behind the statement at ${nearer}`);
    if (step < last) this.#statements.add(step);
  }

  #checkWay({ motion, direction }: Choice & { kind: 'move' }, before: Standing, after: Standing): void {
    const isWrongWay = direction === 'back' ? after.step > before.step : after.step < before.step;
    if (isWrongWay) throw new Error(`went ${direction} from ${before.step} to ${after.step}`);
    if (motion.kind === 'continue') this.#checkContinue(direction, before, after);
    if (after.isEntry) return;
    const key = keyOf(after);
    const known = this.#hits.get(key);
    // An instruction before which the program stood may throw when it goes on.
    const isNew = after.step > this.#known || (after.step === this.#known && after.midway);
    if (known === undefined && isNew && after.hits !== '') {
      this.#hits.set(key, { step: after.step, hits: after.hits });
      return;
    }
    const expected = known?.hits ?? '';
    if (after.hits !== expected) throw new Error(`at ${key} met "${after.hits}", when it ran "${expected}"`);
  }

  #checkContinue(direction: WalkDirection, before: Standing, after: Standing): void {
    const steps = [...this.#hits.values()].map(({ step }) => step).sort((a, b) => a - b);
    const expected =
      direction === 'forward'
        ? steps.find(step => step > before.step)
        : steps.findLast(step => step < before.step);
    const isSame = after.step === before.step && after.midway !== before.midway;
    if (expected === undefined) {
      if (direction === 'back' && !after.isEntry && !isSame)
        throw new Error(
          `stopped at ${after.step} on the way back from ${before.step}, where nothing was met`,
        );
      return;
    }
    if (after.step !== expected && !isSame)
      throw new Error(`continue ${direction} from ${before.step} came to ${after.step}, not to ${expected}`);
  }

  async #checkOutput(): Promise<void> {
    const [printed, recorded] = [this.program.output(), await this.program.recordedOutput()];
    if (printed !== recorded)
      throw new Error(`printed ${JSON.stringify(printed)}, recorded ${JSON.stringify(recorded)}`);
  }

  async arrive(way: string): Promise<void> {
    const { standing } = this.program;
    this.#known = Math.max(this.#known, standing.last);
    this.#deepest = Math.max(this.#deepest, standing.depth);
    if (this.options.isEnd(standing)) this.#end = standing.step;
    const key = keyOf(standing);
    const state = await this.program.state();
    const seen = this.#states.get(key);
    if (seen === undefined) {
      this.#states.set(key, { state, way });
      return;
    }
    this.#compared++;
    if (seen.state !== state)
      throw new Error(
        `the state at ${key} after "${way}" is not the one after "${seen.way}":\n${difference(seen.state, state)}`,
      );
  }
}

function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const nth = now.findIndex((line, index) => line !== old[index]);
  const at = nth < 0 ? now.length : nth;
  return `  was ${old[at] ?? '(nothing)'}\n  is  ${now[at] ?? '(nothing)'}`;
}
