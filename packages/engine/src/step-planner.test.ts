// Step plans over small made-up runs: what the thread does is a list of views, what the plan asks for is checked.

import { describe, expect, it } from 'vitest';
import { frameId } from './ids.js';
import { StepPlan, type StepRequest, type StepView } from './step-planner.js';

/** `line` with a star begins a statement. */
function at(depth: number, address: number, line?: string, more: Partial<StepView> = {}): StepView {
  return {
    frame: frameId(`f${depth}`),
    depth,
    address,
    ...(line === undefined
      ? {}
      : { position: { source: 0, line: Number.parseInt(line, 10), statementStart: line.endsWith('*') } }),
    ...more,
  };
}

/** Runs a program, given as all views it would pass through one instruction at a time; answers where it stopped. */
function stopOf(run: readonly StepView[], request: Partial<StepRequest>): number | 'end' {
  const plan = new StepPlan(run[0]!, { how: 'over', granularity: 'line', ...request });
  let now = 0;
  while (now < run.length) {
    const action = plan.next(run[now]!);
    if (action.do === 'stop') return run[now]!.address;
    now++;
    if (action.do === 'run-to-depth') while (now < run.length && run[now]!.depth > action.depth) now++;
  }
  return 'end';
}

const callInTheMiddle = [
  at(1, 10, '5*'),
  at(1, 11, '5'),
  at(2, 100, '20*', { function: 'f' }),
  at(2, 101, '21*', { function: 'f' }),
  at(1, 12, '5'),
  at(3, 200, '30*', { function: 'g', frame: frameId('f3') }),
  at(1, 13, '5'),
  at(1, 14, '6*'),
  at(0, 2, '1'),
];

describe('a step into one call of several', () => {
  it('runs through those before it', () => {
    expect(stopOf(callInTheMiddle, { how: 'in', call: 12 })).toBe(200);
    expect(stopOf(callInTheMiddle, { how: 'in', call: 11 })).toBe(100);
  });

  it('goes on to the next line when the call is not made', () => {
    expect(stopOf(callInTheMiddle, { how: 'in', call: 99 })).toBe(14);
  });

  it('passes statements of the line on the way to it, whatever it counts in', () => {
    const run = [at(1, 10, '5*'), at(1, 11, '5*'), at(1, 12, '5'), at(2, 100, '20*'), at(1, 13, '6*')];
    for (const granularity of ['line', 'statement', 'instruction'] as const)
      expect(stopOf(run, { how: 'in', call: 12, granularity })).toBe(100);
    expect(stopOf(run, { how: 'in', call: 99, granularity: 'statement' })).toBe(13);
  });

  it('does not take the same call of a deeper activation for it', () => {
    const deeper = at(2, 12, '5', { function: 'f' });
    const run = [at(1, 10, '5*'), at(2, 8, '4*'), deeper, at(3, 100, '20*'), at(1, 12, '5'), at(2, 50, '9*')];
    expect(stopOf(run, { how: 'in', call: 12 })).toBe(50);
  });

  it('passes what nobody wrote between the call and its function', () => {
    const run = [
      at(1, 12, '5*'),
      at(2, 70, undefined, { artificial: true }),
      at(3, 100, '20*'),
      at(1, 13, '6*'),
    ];
    expect(stopOf(run, { how: 'in', call: 12 })).toBe(100);
  });

  it('runs through a function without lines', () => {
    expect(
      stopOf([at(1, 12, '5*'), at(2, 70), at(1, 13, '5'), at(1, 14, '6*')], { how: 'in', call: 12 }),
    ).toBe(14);
  });
});

describe('a step over', () => {
  it('stops at the next line, with calls run through', () => {
    expect(stopOf(callInTheMiddle, {})).toBe(14);
  });

  it('stops where it returned to when the function ends', () => {
    expect(stopOf([at(1, 14, '6*'), at(1, 15, '6'), at(0, 2, '1')], {})).toBe(2);
  });

  it('stops at the next statement of the same line when asked for statements', () => {
    const run = [at(1, 10, '5*'), at(1, 11, '5'), at(1, 12, '5*'), at(1, 13, '6*')];
    expect(stopOf(run, { granularity: 'statement' })).toBe(12);
    expect(stopOf(run, {})).toBe(13);
  });

  it('stops once round a loop on one line', () => {
    expect(stopOf([at(1, 10, '5*'), at(1, 11, '5'), at(1, 12, '5'), at(1, 10, '5*')], {})).toBe(10);
  });

  it('does not stop in the middle of a statement it jumped into', () => {
    expect(stopOf([at(1, 10, '5*'), at(1, 20, '8'), at(1, 21, '9*')], {})).toBe(21);
  });

  it('leaves code without lines at the first line there is', () => {
    expect(stopOf([at(1, 10), at(1, 11), at(1, 12, '7*')], {})).toBe(12);
  });

  it('takes a frame that replaced its own for a new place, even on the same line', () => {
    expect(stopOf([at(1, 10, '5*'), at(1, 50, '5*', { frame: frameId('tail') })], {})).toBe(50);
  });

  it('by instruction runs through a call and stops behind it', () => {
    expect(stopOf(callInTheMiddle, { granularity: 'instruction' })).toBe(11);
    expect(stopOf(callInTheMiddle.slice(1), { granularity: 'instruction' })).toBe(12);
  });
});

describe('a step in', () => {
  it('stops at the first statement of the callee', () => {
    expect(stopOf(callInTheMiddle, { how: 'in' })).toBe(100);
  });

  it('enters only the wanted one of several calls', () => {
    expect(stopOf(callInTheMiddle, { how: 'in', into: 'g' })).toBe(200);
  });

  it('runs through code a person did not write or that has no lines', () => {
    const artificial = [at(1, 10, '5*'), at(2, 100, '20*', { artificial: true }), at(1, 11, '6*')];
    const bare = [at(1, 10, '5*'), at(2, 100), at(1, 11, '6*')];
    expect([stopOf(artificial, { how: 'in' }), stopOf(bare, { how: 'in' })]).toEqual([11, 11]);
  });

  it('goes past the prologue of the callee', () => {
    const run = [at(1, 10, '5*'), at(2, 100, '20'), at(2, 101, '20*'), at(1, 11, '6*')];
    expect(stopOf(run, { how: 'in' })).toBe(101);
  });

  it('by instruction stops at the very first one of the callee', () => {
    expect(stopOf(callInTheMiddle.slice(1), { how: 'in', granularity: 'instruction' })).toBe(100);
  });
});

describe('a step out', () => {
  it('stops in the caller, whatever is called on the way', () => {
    expect(stopOf(callInTheMiddle, { how: 'out' })).toBe(2);
    expect(stopOf(callInTheMiddle.slice(3), { how: 'out' })).toBe(12);
  });

  it('ends with the program when there is no caller', () => {
    expect(stopOf([at(0, 1, '1*'), at(0, 2, '2*')], { how: 'out' })).toBe('end');
  });
});

describe('a step where a fold runs callbacks', () => {
  const fold = (address: number): StepView => at(2, address, undefined, { artificial: true });
  const callback = (nth: number, address: number, line: string): StepView =>
    at(3, address, line, { frame: frameId(`call ${nth}`), underArtificial: true });
  const run = [
    at(1, 10, '5*'),
    fold(90),
    callback(1, 30, '7*'),
    callback(1, 31, '8*'),
    fold(90),
    callback(2, 30, '7*'),
    callback(2, 31, '8*'),
    fold(90),
    at(1, 11, '5'),
    at(1, 12, '6*'),
  ];
  /** The same where the fold is never seen on top of the stack. */
  const direct = run.filter(view => view.artificial !== true);
  const firstCallback = (views: readonly StepView[]) => views.slice(views.findIndex(v => v.depth === 3));

  it('over the fold passes all of it', () => {
    expect([stopOf(run, {}), stopOf(direct, {})]).toEqual([12, 12]);
  });

  it('in stops in the first callback', () => {
    expect([stopOf(run, { how: 'in' }), stopOf(direct, { how: 'in' })]).toEqual([30, 30]);
  });

  it('over the end of a callback comes to the next one, and from the last to the caller', () => {
    for (const views of [run, direct]) {
      const inside = firstCallback(views);
      const ends = inside.flatMap((view, nth) => (view.address === 31 ? [nth] : []));
      expect(ends.map(end => stopOf(inside.slice(end), {}))).toEqual([30, 11]);
    }
  });

  it('out of a callback never ends in the fold', () => {
    for (const views of [run, direct]) {
      const inside = firstCallback(views);
      const last = inside.slice(inside.findLastIndex(view => view.address === 30));
      expect(stopOf(last, { how: 'out' })).toBe(11);
    }
    expect(stopOf(firstCallback(run), { how: 'out' })).toBe(30);
  });

  it('by instruction passes the fold too, since nothing is there to be seen', () => {
    expect(stopOf(run, { how: 'in', granularity: 'instruction' })).toBe(30);
    expect(stopOf(run.slice(3), { granularity: 'instruction' })).toBe(30);
    expect(stopOf(run.slice(6), { granularity: 'instruction' })).toBe(11);
  });
});
