// What sets the program moving: one motion at a time, and what was asked for faster than the program steps.
import type { Source } from '@sonde/dap';
import type { Phase } from './phase.js';
import type { SessionModel } from './session-model.js';
import type { WantedTime } from './time/time-requests.js';

export type MotionCommand =
  | 'continue'
  | 'next'
  | 'stepIn'
  | 'stepOut'
  | 'stepBack'
  | 'reverseContinue'
  | BackCommand
  | 'pause';

/** Steps that the protocol has no request for. */
export type BackCommand = 'stepBackIn' | 'stepBackOut';

const backHow: Readonly<Record<BackCommand, string>> = { stepBackIn: 'in', stepBackOut: 'out' };

const isBack = (command: MotionCommand): command is BackCommand => command in backHow;

/** Programs that run for less are not seen to run. */
const showRunningAfterMs = 100;
/** More steps than these nobody has counted. */
const mostAhead = 20;

const runs: ReadonlySet<MotionCommand> = new Set(['continue', 'reverseContinue']);

export class Motions {
  /** A motion is under way; shown as such after a while. */
  #moving: ReturnType<typeof setTimeout> | undefined;
  #ahead: MotionCommand[] = [];
  /** The program goes because of a step. */
  #steps = false;
  /** The motion has been asked for, and no stop has come. */
  #isUnderWay = false;

  constructor(private readonly model: SessionModel) {}

  /** Whatever belongs to the stop before is not worth asking any more: adapters answer with what is neither old nor new. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  async move(command: MotionCommand, granularity?: 'instruction'): Promise<void> {
    const { model } = this;
    if (command === 'pause') {
      this.#ahead = [];
      // 0 means the program; which thread it is in does not matter.
      const threadId = model.threads.selected.get() ?? 0;
      return model.attempt(() => model.client.request('pause', { threadId }));
    }
    if (this.#moving !== undefined) {
      // Keys that are pressed faster than the program steps count all the same.
      if (this.#ahead.length < mostAhead) this.#ahead.push(command);
      return;
    }
    const { kind } = model.phase.get();
    if (kind === 'running' && this.#steps) return model.say(stillSteps);
    if (kind !== 'stopped') return;
    await this.#go(!runs.has(command), threadId =>
      isBack(command)
        ? model.client.customRequest('sonde/stepBack', { threadId, how: backHow[command] })
        : model.client.request(command, { threadId, ...(granularity === undefined ? {} : { granularity }) }),
    );
  }

  /** To another moment of the recorded run. */
  async goToTime(where: WantedTime): Promise<void> {
    const { model } = this;
    if (model.phase.get().kind !== 'stopped' || this.#moving !== undefined) return;
    await this.#go(true, () => model.client.customRequest('sonde/gotoTime', where));
  }

  /** Lets the program run until it comes to this line, or stops for another reason before. */
  async runTo(path: string, line: number): Promise<void> {
    const { breakpoints } = this.model;
    if (this.model.phase.get().kind !== 'stopped' || this.#moving !== undefined) return;
    await this.model.attempt(async () => {
      const problem = await breakpoints.visit(path, line);
      if (problem !== undefined) throw new Error(problem);
      await this.move('continue');
    });
  }

  /** The program goes on at this line; nothing between is run. */
  async jumpTo(source: Source, line: number): Promise<void> {
    const { model } = this;
    if (model.phase.get().kind !== 'stopped' || this.#moving !== undefined) return;
    await model.attempt(async () => {
      const { targets } = await model.client.request('gotoTargets', { source, line });
      const target = targets[0];
      if (target === undefined) throw new Error(`The program cannot go on at line ${line}.`);
      await this.#go(true, threadId => model.client.request('goto', { threadId, targetId: target.id }));
    });
  }

  /** The program stands; to show it as running now would be wrong. */
  arrives(): void {
    this.#isUnderWay = false;
    clearTimeout(this.#moving);
  }

  /** The motion under way is over, or something else has become of the program. */
  settle(): void {
    clearTimeout(this.#moving);
    this.#moving = undefined;
    this.#steps = false;
    this.#isUnderWay = false;
  }

  /** Takes the next of what was asked for meanwhile; a stop for another reason is for the user to look at. */
  goOn(reason: string): void {
    if (reason !== 'step') this.#ahead = [];
    if (this.model.notice.get()?.text === stillSteps) this.model.notice.set(undefined);
    const next = this.#ahead.shift();
    if (next !== undefined) void this.move(next);
  }

  async #go(steps: boolean, request: (threadId: number) => Promise<unknown>): Promise<void> {
    const { model } = this;
    const before = model.phase.get();
    model.notice.set(undefined);
    // Most steps are over before anybody could see that the program runs; to show it would be to paint twice.
    const moving = setTimeout(() => {
      this.#moving = undefined;
      model.phase.set({ kind: 'running' });
    }, showRunningAfterMs);
    this.#moving = moving;
    this.#steps = steps;
    try {
      const thread = await this.#thread(before);
      this.#isUnderWay = true;
      await request(thread);
    } catch (error) {
      if (this.#moving === moving || model.phase.get().kind === 'running') {
        this.settle();
        this.#ahead = [];
        model.phase.set(before);
      }
      model.complain(error);
    }
  }

  /** The thread that is looked at; a stop that is not read yet has told its own, or the program knows one. */
  async #thread(phase: Phase): Promise<number> {
    const told = phase.kind === 'stopped' ? phase.stop.threadId : undefined;
    const known = this.model.threads.selected.get() ?? told;
    if (known !== undefined) return known;
    return (await this.model.client.request('threads')).threads[0]?.id ?? 0;
  }
}

const stillSteps = 'The step is not over yet: the program runs. Pause it (F6) to see where it is.';
