// The executive: tasks, sessions, events and the clock, and the requests that are made of them.

import { randomUUID } from 'node:crypto';
import { imageOf } from '../runtime/load.js';
import { System, type SystemHost } from '../runtime/system.js';
import type { Client } from './client.js';
import { Events } from './events.js';
import { Log } from './log.js';
import { Clock } from './machine/clock.js';
import { Control } from './machine/control.js';
import type { LoadedTask } from './machine/loaded-task.js';
import { Runner, type Job } from './machine/runner.js';
import { StopTeller } from './machine/stop-teller.js';
import { SwitchTeller } from './machine/switch-teller.js';
import { PendingOutput } from './output.js';
import { Refusal, type Request } from './request.js';
import { Sessions, type Session } from './sessions.js';
import { killTask } from './kill-task.js';
import { ProgramReader } from './symbols/read-program.js';
import { taskAnswer } from './task-answers.js';
import { defaultSize, type Variant } from './variants.js';

export interface ExecutiveOptions {
  readonly variant?: Variant;
  readonly quantum?: number;
  /** Said before anything else, on each connection; none is needed when absent. */
  readonly token?: string;
  /** Milliseconds, where they are not to be as the protocol says: tests have no time. */
  readonly times?: {
    /** How long a bound session outlives its connections. */
    readonly bound?: number;
    /** How long a client may acknowledge nothing. */
    readonly grace?: number;
  };
}

export class Executive {
  readonly boot = randomUUID();
  readonly variant: Variant;
  readonly token: string | undefined;
  readonly tasks = new Map<number, LoadedTask>();
  readonly events: Events;
  readonly log = new Log();
  readonly clock = new Clock();
  readonly programs = new ProgramReader();
  readonly output = new PendingOutput((stream, pid, text) => this.events.publish(stream, pid, { text }));
  readonly teller: StopTeller;
  readonly system: System;
  readonly sessions: Sessions;
  readonly control: Control;
  readonly runner: Runner;
  /** Names of registers that changed are part of traced steps. */
  changedRegisters = true;
  lastWatch = 0;
  /** Somebody said so; it means nothing else. */
  attached = false;
  /** With what is to be done when one is over. */
  readonly #jobs = new Map<Client, Map<Job, () => void>>();
  readonly #switches: SwitchTeller;

  constructor(options: ExecutiveOptions = {}) {
    this.variant = options.variant ?? 'full';
    this.token = options.token;
    this.events = new Events(options.times?.grace);
    this.teller = new StopTeller(this.events, () => this.output.flush());
    const quantum = options.quantum === undefined ? {} : { quantum: options.quantum };
    const traceSize = defaultSize(this.variant);
    this.system = new System(imageOf([], { open: true, traceSize, ...quantum }), this.#host());
    this.sessions = new Sessions(
      (session, reason) => this.#sessionEnded(session, reason),
      options.times?.bound,
    );
    this.#switches = new SwitchTeller(this.system, this.events, this.clock);
    this.control = new Control(this.system, this.tasks, this.sessions, this.teller);
    this.runner = new Runner(this.system, this.control, this.clock, this.tasks, this.teller, () => {
      this.output.flush();
      this.#switches.flush();
    });
  }

  /** The world of the tasks. The current task is the one that asks. */
  #host(): SystemHost {
    const began = performance.now();
    const written = (stream: string, bytes: Uint8Array): boolean => {
      const pid = this.system.current.id;
      if (this.#mustWait(pid)) return false;
      const text = this.tasks.get(pid)!.streams.written(stream as 'stdout' | 'stderr', bytes);
      this.output.add(pid, stream as 'stdout' | 'stderr', text);
      return true;
    };
    return {
      write: (stream, text) => written(stream, new TextEncoder().encode(text)),
      writeBytes: written,
      readLine: () => undefined,
      readInput: pid => this.tasks.get(pid)!.streams.read(),
      now: () => performance.now() - began,
      watching: false,
      touched: () => false,
      debugged: true,
    };
  }

  /** The session that debugs the task wants all of its output, and has not read what there is. */
  #mustWait(pid: number): boolean {
    const owner = this.sessions.ownerOf(pid);
    if (owner?.terms.lossless !== true) return false;
    const stream = this.events.of(owner);
    return stream !== undefined && stream.pending >= stream.most;
  }

  /** Throws a Refusal when there is none. */
  task(pid: number): LoadedTask {
    const task = this.tasks.get(pid);
    if (task === undefined) throw new Refusal(`unknown pid ${pid}`);
    return task;
  }

  taskOf(request: Request): LoadedTask {
    return this.task(request.integer('pid'));
  }

  answerFor(task: LoadedTask) {
    return taskAnswer(this.system, this.sessions, task);
  }

  /** It is cancelled when the client goes. */
  startJob(client: Client, session: Session | undefined, make: (done: () => void) => Job): void {
    let jobs = this.#jobs.get(client);
    if (jobs === undefined) this.#jobs.set(client, (jobs = new Map<Job, () => void>()));
    const over = (): void => {
      if (session !== undefined && jobs.has(job)) session.busy--;
      jobs.delete(job);
    };
    const job = make(over);
    jobs.set(job, over);
    if (session !== undefined) session.busy++;
    this.runner.start(job);
  }

  /** The connection of a client is gone. */
  closed(client: Client): void {
    for (const [job, over] of this.#jobs.get(client) ?? []) {
      this.runner.drop(job);
      over();
    }
    this.#jobs.delete(client);
    this.events.closed(client);
    this.sessions.closed(client);
  }

  #sessionEnded(session: Session, reason: string): void {
    this.runner.dropOf(session);
    this.events.of(session)?.close();
    for (const task of this.tasks.values()) {
      task.breakpoints.clearOf(session);
      task.watches.removeOf(session);
      task.refreshWatcher();
    }
    for (const pid of session.own) {
      const task = this.tasks.get(pid);
      if (task !== undefined) killTask(this, task);
    }
    this.log.add('info', 'session ended', { session_id: session.id, reason });
    this.events.publish('session_closed', null, { client: session.terms.client, reason });
    this.runner.wake();
  }

  dispose(): void {
    this.runner.dispose();
    this.sessions.dispose();
  }
}
