import type { WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../timeline.js';
import { sessionRules } from './all.js';
import { judgeSession } from './rule.js';

/** A request that the client sends, an event, or the successful answer to the newest request. */
type Step =
  | { readonly asks: string; readonly with?: unknown }
  | { readonly tells: string; readonly of?: unknown }
  | { readonly answers: unknown; readonly message?: string };

function timelineOf(steps: readonly Step[]): readonly Entry[] {
  const seqs = { sent: 0, received: 0 };
  let asked = { seq: 0, command: '' };
  return steps.map((step, at): Entry => {
    const direction = 'asks' in step ? 'sent' : 'received';
    const seq = ++seqs[direction];
    const entry = (message: WireMessage): Entry => ({ kind: 'message', number: at + 1, direction, message });
    if ('asks' in step) {
      asked = { seq, command: step.asks };
      return entry({ seq, type: 'request', command: step.asks, arguments: step.with });
    }
    if ('tells' in step) return entry({ seq, type: 'event', event: step.tells, body: step.of });
    const { message } = step;
    return entry({
      ...{ seq, type: 'response', request_seq: asked.seq, success: true, command: asked.command },
      ...{ body: step.answers, ...(message === undefined ? {} : { message }) },
    });
  });
}

const broken = (...steps: readonly Step[]): readonly string[] =>
  judgeSession(timelineOf(steps), sessionRules).map(({ rule }) => rule);

const launch: Step = { asks: 'launch', with: {} };
const stopped = (threadId = 1): Step => ({ tells: 'stopped', of: { reason: 'step', threadId } });
const next: Step = { asks: 'next', with: { threadId: 1 } };
const thread = (reason: string): Step => ({ tells: 'thread', of: { reason, threadId: 1 } });
const continued: Step = { tells: 'continued', of: { threadId: 1 } };
const exited: Step = { tells: 'exited', of: { exitCode: 0 } };
const terminated: Step = { tells: 'terminated' };
const output: Step = { tells: 'output', of: { category: 'stdout', output: 'x' } };
const newModule: Step = { tells: 'module', of: { reason: 'new', module: { id: 1, name: 'a' } } };
const initialize = (more: object): Step => ({ asks: 'initialize', with: { adapterID: 'x', ...more } });
const askStack = (more: object = {}): Step => ({ asks: 'stackTrace', with: { threadId: 1, ...more } });
const frame = (more: object = {}): object => ({ id: 1, name: 'f', line: 2, column: 3, ...more });
const source = { path: '/a' };
const askSource = (path: string, lines: number): Step => ({
  asks: 'setBreakpoints',
  with: { source: { path }, breakpoints: Array.from({ length: lines }, (_, at) => ({ line: at + 1 })) },
});
const set = (...ids: readonly number[]): Step => ({
  answers: { breakpoints: ids.map(id => ({ id, verified: true })) },
});
const askScopes: Step = { asks: 'scopes', with: { frameId: 1 } };
const scope = (more: object): object => ({
  name: 'Locals',
  variablesReference: 1,
  expensive: false,
  ...more,
});

describe('a session that is as it should be', () => {
  it.each<[string, readonly Step[]]>([
    ['a stop for each step', [launch, stopped(), next, stopped(), next, stopped()]],
    ['a stop of each thread', [launch, stopped(1), stopped(2), next, stopped(1), stopped(2)]],
    ['a pause that crosses a stop', [launch, { asks: 'pause', with: { threadId: 1 } }, stopped(), stopped()]],
    ['a stop after somebody else went on', [launch, stopped(), continued, stopped()]],
    ['a program that is run anew', [launch, newModule, { asks: 'restart' }, newModule]],
    ['an exit before the end', [launch, thread('started'), output, thread('exited'), exited, terminated]],
    ['words of the adapter after the end', [launch, terminated, { tells: 'output', of: { output: 'bye' } }]],
    [
      'a frame without source',
      [launch, askStack(), { answers: { stackFrames: [frame({ line: 0, column: 0 })] } }],
    ],
    [
      'lines from 0 for who wants them',
      [
        initialize({ linesStartAt1: false, columnsStartAt1: false }),
        launch,
        askStack(),
        { answers: { stackFrames: [frame({ source, line: 0, column: 0 })] } },
      ],
    ],
    [
      'breakpoints that replace each other',
      [launch, askSource('/a', 2), set(1, 2), askSource('/a', 1), set(1)],
    ],
    [
      'as many frames as there are',
      [launch, askStack(), { answers: { stackFrames: [frame()], totalFrames: 1 } }],
    ],
    [
      'more frames to come',
      [launch, askStack({ levels: 1 }), { answers: { stackFrames: [frame()], totalFrames: 9 } }],
    ],
    [
      'parts beyond the end',
      [launch, askStack({ startFrame: 9 }), { answers: { stackFrames: [], totalFrames: 1 } }],
    ],
  ])('may have %s', (_title, steps) => {
    expect(broken(...steps)).toEqual([]);
  });
});

describe('a session is found out', () => {
  it.each<[string, readonly Step[]]>([
    ['stopped-twice', [launch, stopped(), stopped()]],
    [
      'stopped-twice',
      [launch, stopped(), { asks: 'evaluate', with: { expression: 'x' } }, next, stopped(), stopped()],
    ],
    ['continued-twice', [launch, stopped(), continued, continued]],
    ['thread-twice', [launch, thread('started'), thread('started')]],
    ['thread-twice', [launch, thread('started'), thread('exited'), thread('exited')]],
    ['exited-thread', [launch, thread('started'), thread('exited'), stopped()]],
    ['module-twice', [launch, newModule, newModule]],
    ['before-launch', [initialize({}), continued]],
    ['exited-late', [launch, terminated, exited]],
    ['exited-twice', [launch, exited, exited]],
    ['output-late', [launch, terminated, output]],
    ['line-zero', [launch, askStack(), { answers: { stackFrames: [frame({ source, line: 0 })] } }]],
    ['column-zero', [launch, askStack(), { answers: { stackFrames: [frame({ source, column: 0 })] } }]],
    ['column-zero', [launch, { tells: 'output', of: { output: 'x', source, line: 1, column: 0 } }]],
    ['range-backwards', [launch, askScopes, { answers: { scopes: [scope({ line: 3, endLine: 2 })] } }]],
    [
      'range-backwards',
      [launch, askScopes, { answers: { scopes: [scope({ line: 3, column: 5, endColumn: 4 })] } }],
    ],
    ['message-on-success', [launch, { asks: 'threads' }, { answers: { threads: [] }, message: 'fine' }]],
    ['breakpoint-count', [launch, askSource('/a', 2), set(1)]],
    ['breakpoint-count', [launch, { asks: 'setFunctionBreakpoints', with: { breakpoints: [] } }, set(1)]],
    ['breakpoint-id-twice', [launch, askSource('/a', 2), set(1, 1)]],
    ['breakpoint-id-shared', [launch, askSource('/a', 1), set(1), askSource('/b', 1), set(1)]],
    ['total-too-small', [launch, askStack(), { answers: { stackFrames: [frame()], totalFrames: 0 } }]],
    [
      'more-than-asked',
      [launch, askStack({ levels: 1 }), { answers: { stackFrames: [frame(), frame({ id: 2 })] } }],
    ],
    [
      'scope-reference-twice',
      [launch, askScopes, { answers: { scopes: [scope({}), scope({ name: 'Globals' })] } }],
    ],
  ])('that breaks %s', (rule, steps) => {
    expect(broken(...steps)).toEqual([rule]);
  });
});

describe('what does not fit the protocol', () => {
  it('is left to the rule about that, and stops nobody', () => {
    expect(
      broken({ asks: 'scopes', with: null }, { answers: { scopes: 'none' } }, { tells: 'stopped', of: 7 }),
    ).toEqual([]);
  });
});
