// Running: the clock, steps, pause and resume.

import { Refusal, type Answer } from '../request.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import { DebugStepJob } from '../machine/debug-step-job.js';
import { StepJob } from '../machine/step-job.js';
import { registersAnswer } from '../task-answers.js';
import type { Call, CommandTable } from './call.js';

const mostSteps = 1e12;

export const runCommands: CommandTable = {
  clock: call => clock(call),
  start_auto: call => setClock(call, true),
  stop_auto: call => setClock(call, false),
  step: call => step(call),
  'debug.step': call => debugStep(call),
  'debug.restart': call => debugRestart(call),
  pause: call => pause(call),
  resume: call => resume(call),
  'debug.state': call => debugState(call),
  'step.mode': call => debugState(call),
  sched: call => sched(call),
};

function clock(call: Call): Answer | Promise<Answer> {
  const { executive, request } = call;
  const op = request.operation('status');
  switch (op) {
    case 'status':
      return { clock: executive.clock.answer };
    case 'start':
    case 'run':
      return setClock(call, true);
    case 'stop':
    case 'halt':
      return setClock(call, false);
    case 'rate': {
      const rate = request.number('rate');
      if (rate < 0 || rate > 1e9) throw new Refusal('rate is a number from 0 to 1000000000');
      executive.clock.rate = rate;
      if (executive.clock.running) executive.clock.start();
      executive.runner.wake();
      return { clock: executive.clock.answer };
    }
    case 'step':
      return step(call);
    default:
      throw request.unknownOperation(op);
  }
}

function setClock({ executive }: Call, running: boolean): Answer {
  if (running) executive.clock.start();
  else executive.clock.stop();
  executive.runner.wake();
  return { clock: executive.clock.answer };
}

function step(call: Call): Promise<Answer> {
  const { executive, request, client } = call;
  const { system, control, clock: timer, events } = executive;
  const task = request.has('pid') ? call.ownTask : undefined;
  // Who steps everybody may not step what another one debugs.
  if (task === undefined) for (const each of executive.tasks.values()) call.owned(each.pid);
  const terms = {
    session: call.session,
    steps: request.integer('steps', { min: 0, max: mostSteps }, 1),
    task,
    sourceOnly: request.flag('source_only'),
  };
  return new Promise(answer => {
    executive.startJob(client, call.session, done => {
      const settle = (): void => executive.runner.settle();
      return new StepJob(system, control, timer, events, terms, settle, result => {
        done();
        answer({ result, clock: timer.answer });
      });
    });
  });
}

/** A call begins anew, in a task that is paused. */
function debugRestart(call: Call): Answer {
  const { executive, request, ownTask: task } = call;
  requirePaused(call, task);
  try {
    task.restart(request.integer('serial'));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(error.message);
  }
  return { registers: registersAnswer(executive.system, task), depth: task.depth };
}

function requirePaused({ executive }: Call, task: LoadedTask): void {
  requireAlive(task, 'paused');
  if (!executive.system.held.has(task.pid)) throw new Refusal(`task_not_paused:${task.pid}`);
  if (task.stepping) throw new Refusal(`task_busy:${task.pid}`);
}

function debugStep(call: Call): Promise<Answer> {
  const { executive, request, client, session, ownTask: task } = call;
  const { system, control, teller } = executive;
  requirePaused(call, task);
  const terms = {
    task,
    session,
    steps: request.integer('steps', { min: 1, max: mostSteps }, 1),
    waitMilliseconds: request.integer('wait_ms', { max: 3_600_000 }, 0),
    over: request.flag('over'),
    range: rangeOf(call),
    companions: companionsOf(call, task),
  };
  return new Promise(answer => {
    executive.startJob(client, call.session, done => {
      const job = new DebugStepJob(system, control, teller, terms, result => {
        done();
        answer({ result });
      });
      task.cancelStep = () => executive.runner.drop(job);
      return job;
    });
  });
}

/** With `group`, the other paused tasks of the session have their turns as if all ran. */
function companionsOf(call: Call, task: LoadedTask): readonly LoadedTask[] {
  const { executive, request } = call;
  if (!request.flag('group')) return [];
  return call.ownTasks.filter(each => each !== task && executive.system.held.has(each.pid) && !each.stepping);
}

function rangeOf({ request }: Call): { readonly start: number; readonly end: number } | undefined {
  if (!request.has('range')) return undefined;
  const [start, end, more] = request.integers('range');
  if (start === undefined || end === undefined || more !== undefined)
    throw new Refusal('range is a list of two addresses');
  return { start, end };
}

function requireAlive(task: LoadedTask, wanted: string): void {
  if (task.state.finished) throw new Refusal(`invalid_state_transition:${task.stateName}->${wanted}`);
}

function pause(call: Call): Answer {
  const { executive, ownTasks } = call;
  for (const task of ownTasks) requireAlive(task, 'paused');
  for (const task of ownTasks) task.cancelStep?.();
  for (const task of ownTasks)
    if (!executive.system.held.has(task.pid))
      executive.control.hold(task, { reason: 'user_pause', pc: task.state.pc });
  return tasksAnswer(call, ownTasks);
}

function resume(call: Call): Answer {
  const { executive, ownTasks, request } = call;
  for (const task of ownTasks) requireAlive(task, 'running');
  // A debugger that has judged the breakpoints where a task stands says so: they do not stop it again.
  const past = new Set(request.has('past') ? request.integers('past') : []);
  for (const task of ownTasks)
    if (past.has(task.pid)) task.heard = { pc: task.state.pc, steps: task.state.steps };
  for (const task of ownTasks) task.cancelStep?.();
  for (const task of ownTasks) executive.control.release(task);
  executive.runner.wake();
  return tasksAnswer(call, ownTasks);
}

function tasksAnswer({ executive }: Call, tasks: readonly LoadedTask[]): Answer {
  const answers = tasks.map(task => executive.answerFor(task));
  return { task: answers[0] ?? null, tasks: answers };
}

/** Stepping needs no mode here: it is only said that there is none. */
function debugState({ ownTask, request }: Call): Answer {
  const mode = request.text('mode', 'off').slice(0, 64);
  const state = { pid: ownTask.pid, debug_state: ownTask.stateName === 'paused', step_mode: mode };
  return { debug_state: state, step_mode: state };
}

function sched(call: Call): Answer {
  const { executive, request } = call;
  const { system, tasks } = executive;
  if (!request.has('pid')) {
    const counters = Object.fromEntries([...tasks.values()].map(({ pid, state }) => [pid, state.steps]));
    return { scheduler: { counters, trace: [], quantum: system.quantum } };
  }
  const { ownTask: task } = call;
  task.priority = request.integer('priority', { max: 255 }, task.priority);
  if (request.has('quantum')) system.quantum = request.integer('quantum', { min: 1, max: 1e6 });
  return { task: executive.answerFor(task) };
}
