// Random walks over the branches of a recorded run: values are changed at random moments, and each moment of each branch
// looks the same however one comes there.

import type { Random } from './seeded-random.js';
import type { WalkedProgram, WalkMotion } from './time-walk.js';

export interface BranchMoment {
  readonly branch: number;
  readonly step: number;
  readonly edit: number;
}

export interface BranchedProgram extends Pick<WalkedProgram, 'standing' | 'move' | 'state' | 'output'> {
  readonly moment: BranchMoment;
  /** The program stands there then. */
  goToMoment(moment: BranchMoment): Promise<void>;
  /** Changes a variable, and stops at the moment behind. Answers what was changed; undefined where nothing can be. */
  change(random: Random): Promise<string | undefined>;
  /** The newest moments of all branches. */
  branches(): Promise<readonly BranchMoment[]>;
  /** What the debugger told the person, such as that a run was not the same again. */
  notices(): readonly string[];
}

export interface BranchWalkOptions {
  readonly random: Random;
  readonly motions: number;
  /** At these hits the walk goes no further forward, so that the program does not end. */
  readonly isEnd: (hits: string) => boolean;
}

export interface BranchesWalked {
  readonly compared: number;
  readonly branches: number;
}

const nameOf = ({ branch, step, edit }: BranchMoment): string => `${branch}.${step}.${edit}`;

export async function walkOnBranches(
  program: BranchedProgram,
  { random, motions, isEnd }: BranchWalkOptions,
): Promise<BranchesWalked> {
  const walk = new BranchWalk(program, random, isEnd);
  try {
    await walk.arrive('begin');
    for (let nth = 0; nth < motions; nth++) await walk.go();
    return { compared: walk.compared, branches: (await program.branches()).length };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\nThe last motions were:\n  ${walk.way.slice(-12).join('\n  ')}`, {
      cause: error,
    });
  }
}

class BranchWalk {
  compared = 0;
  readonly way: string[] = [];
  readonly #states = new Map<
    string,
    { readonly moment: BranchMoment; readonly state: string; readonly how: string }
  >();

  constructor(
    private readonly program: BranchedProgram,
    private readonly random: Random,
    private readonly isEnd: (hits: string) => boolean,
  ) {}

  async go(): Promise<void> {
    const { program, random } = this;
    switch (random(10)) {
      case 0:
      case 1:
        return this.#change();
      case 2: {
        const branches = await program.branches();
        const { branch, step } = branches[random(branches.length)]!;
        return this.#goTo({ branch, step: random(step + 1), edit: 0 });
      }
      case 3: {
        const seen = [...this.#states.values()];
        return this.#goTo(seen[random(seen.length)]!.moment);
      }
      default:
        return this.#move();
    }
  }

  async #change(): Promise<void> {
    const { program, random } = this;
    const before = program.moment;
    const what = await program.change(random);
    if (what === undefined) return;
    const { step, edit } = program.moment;
    if (step !== before.step || edit !== before.edit + 1)
      throw new Error(`after ${what} at ${nameOf(before)} it is ${nameOf(program.moment)}`);
    await this.arrive(`change ${what} at ${nameOf(before)}`);
  }

  async #goTo(moment: BranchMoment): Promise<void> {
    await this.program.goToMoment(moment);
    const name = nameOf(moment);
    if (nameOf(this.program.moment) !== name)
      throw new Error(`go to ${name} went to ${nameOf(this.program.moment)}`);
    await this.arrive(`go to ${name}`);
  }

  async #move(): Promise<void> {
    const { program, random } = this;
    const before = program.moment;
    const printed = program.output();
    const direction = this.isEnd(program.standing.hits) || random(5) < 2 ? 'back' : 'forward';
    const how = (['over', 'in', 'out'] as const)[random(3)]!;
    const granularity = (['line', 'statement', 'instruction'] as const)[random(3)]!;
    const motion: WalkMotion = random(2) === 0 ? { kind: 'continue' } : { kind: 'step', how, granularity };
    await program.move(motion, direction);
    const { branch, step } = program.moment;
    if (branch !== before.branch || (direction === 'back' ? step > before.step : step < before.step))
      throw new Error(`went ${direction} from ${nameOf(before)} to ${nameOf(program.moment)}`);
    if (direction === 'back' && program.output() !== printed)
      throw new Error(`printed on the way back: ${program.output().slice(printed.length)}`);
    const name = motion.kind === 'continue' ? 'continue' : `step ${how} by ${granularity}`;
    await this.arrive(`${name} ${direction} from ${nameOf(before)}`);
  }

  async arrive(how: string): Promise<void> {
    const { program, way } = this;
    const { moment, standing } = program;
    way.push(`${how}, to ${nameOf(moment)}`);
    const [notice] = program.notices();
    if (notice !== undefined) throw new Error(`told the person: ${notice}`);
    // An instruction that has begun, such as one that threw, shows another state than before it.
    const name = `${nameOf(moment)}${standing.midway ? ' midway' : ''}`;
    const state = await program.state();
    const seen = this.#states.get(name);
    if (seen === undefined) return void this.#states.set(name, { moment, state, how });
    this.compared++;
    if (seen.state === state) return;
    const [then, now] = [seen.state.split('\n'), state.split('\n')];
    const line = now.findIndex((each, nth) => each !== then[nth]);
    throw new Error(
      `${name} after "${how}" is not as after "${seen.how}":\n  was ${then[line]}\n  is  ${now[line]}`,
    );
  }
}
