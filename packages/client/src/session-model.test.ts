import { describe, expect, it } from 'vitest';
import { ResponseFailure } from '@sonde/dap';
import { askConsole } from './console/ask-console.js';
import { statusText } from './status-text.js';
import { modelFor, ScriptedAdapter, until } from './test/scripted-adapter.js';
import type { SessionModel } from './session-model.js';
import type { StartRequest } from './start-request.js';

const launch: StartRequest = { kind: 'launch', program: '/p' };
const crash = { filter: 'crash', label: 'Crashes', default: true };

/** A program that stops as soon as it was launched. */
async function stopped(
  adapter: ScriptedAdapter,
  model = modelFor(adapter),
  reason = 'breakpoint',
): Promise<SessionModel> {
  adapter.answers['launch'] = (_asked, request) => {
    request.afterResponse(() => adapter.stop(reason));
    return {};
  };
  await model.start(launch);
  await until(model.phase, ({ kind }) => kind === 'stopped');
  return model;
}

it('shows a stop of several threads once, in the thread to look at', async () => {
  const adapter = new ScriptedAdapter();
  adapter.answers['threads'] = () => ({ threads: [2, 3, 4].map(id => ({ id, name: `thread ${id}` })) });
  adapter.answers['launch'] = (_asked, request) => {
    request.afterResponse(() => {
      for (const id of [2, 4]) adapter.stop('breakpoint', { threadId: id, preserveFocusHint: true });
      adapter.stop('breakpoint');
    });
    return {};
  };
  const model = modelFor(adapter);
  const selected: (number | undefined)[] = [];
  model.threads.selected.subscribe(() => selected.push(model.threads.selected.get()));
  await model.start(launch);
  await until(model.phase, ({ kind }) => kind === 'stopped');
  expect(selected.filter(id => id !== undefined)).toEqual([3]);
  expect(adapter.of('stackTrace').map(({ threadId }) => threadId)).toEqual([3]);
  expect(statusText(model.phase.get()).text).toBe('Stopped at a breakpoint, 2 other threads too');
  await model.leave();
});

it('an adapter that ends before it answers is told of once', async () => {
  const adapter = new ScriptedAdapter();
  adapter.answers['initialize'] = () => {
    adapter.connections.at(-1)!.close();
    return {};
  };
  const model = modelFor(adapter);
  const told: string[] = [];
  model.phase.subscribe(() => {
    const phase = model.phase.get();
    if (phase.kind === 'failed') told.push(phase.why);
  });
  await model.start(launch);
  expect(told).toEqual([expect.stringContaining('the peer closed it')]);
});

it('an adapter that dies under a running program is not told of as a failed start', async () => {
  const adapter = new ScriptedAdapter();
  adapter.answers['sonde/session'] = () => {
    throw ResponseFailure.of({ id: 1, format: 'unknown' });
  };
  const model = modelFor(adapter);
  const started = model.start(launch);
  await adapter.until('launch', 1);
  adapter.stop('breakpoint');
  await started;
  await until(model.phase, ({ kind }) => kind === 'stopped');
  adapter.connections.at(-1)!.close();
  await until(model.phase, ({ kind }) => kind === 'failed');
  expect(statusText(model.phase.get()).text).toBe('The debugger was lost');
});

it('a foreign source that is not on this machine is said to be missing, by its name', async () => {
  const adapter = new ScriptedAdapter();
  const refuse = (): never => {
    throw ResponseFailure.of({ id: 1, format: 'unknown source reference 0' });
  };
  adapter.answers['sonde/session'] = refuse;
  adapter.answers['source'] = refuse;
  const model = await stopped(
    adapter,
    modelFor(adapter, { fileText: () => Promise.reject(new Error('no')) }),
  );
  await model.sources.show({ path: '/build/libc/printf.c' });
  expect(model.sources.open.get().at(-1)?.problem).toContain('printf.c is not here');
  expect(model.sources.isMissing({ path: '/build/libc/printf.c' })).toBe(true);
  await model.leave();
});

it('what is typed while a program runs under a foreign adapter is said not to reach it', async () => {
  const adapter = new ScriptedAdapter();
  const refuse = (): never => {
    throw ResponseFailure.of({ id: 1, format: 'it runs' });
  };
  adapter.answers['sonde/session'] = refuse;
  adapter.answers['evaluate'] = refuse;
  const model = modelFor(adapter);
  await model.start(launch);
  await askConsole(model, '42');
  expect(model.log.lines.map(({ text }) => text)).toEqual([
    '42',
    'it runs',
    expect.stringContaining('cannot be typed here'),
  ]);
  await model.leave();
});

describe('a session that is come back to', () => {
  it('is joined by its owner, who sends the exception filters and can start it again', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['initialize'] = () => ({ exceptionBreakpointFilters: [crash] });
    adapter.answers['attach'] = (_asked, request) => {
      request.afterResponse(() => adapter.event('initialized'));
      return {};
    };
    const model = modelFor(adapter);
    await model.start(launch, 'abc');
    await until(model.info, info => info !== undefined);
    expect(adapter.of('attach')).toEqual([{ session: 'abc' }]);
    expect(adapter.of('launch')).toEqual([]);
    await adapter.until('configurationDone', 1);
    expect(adapter.of('setExceptionBreakpoints')).toEqual([{ filters: ['crash'] }]);
    expect(model.startsAgain).toBe(true);
    adapter.event('terminated');
    await until(model.phase, ({ kind }) => kind === 'ended');
    await model.start(model.request!);
    expect(adapter.of('launch')).toEqual([{ program: '/p' }]);
    await model.leave();
  });

  it('may be gone: that is its end, and it can be started again', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['attach'] = () => {
      throw new Error('there is no session abc here.');
    };
    const model = modelFor(adapter);
    await model.start(launch, 'abc');
    expect(model.phase.get()).toMatchObject({
      kind: 'ended',
      why: expect.stringContaining('over') as string,
    });
    expect(model.startsAgain).toBe(true);
  });

  it('of others cannot be started again by who has joined it', async () => {
    const model = modelFor(new ScriptedAdapter());
    await model.start({ kind: 'join', session: 'abc' });
    expect(model.startsAgain).toBe(false);
    await model.leave();
  });
});

describe('motions', () => {
  it('are of the thread that stopped, before its stop is read', async () => {
    const adapter = new ScriptedAdapter();
    let read: (answer: unknown) => void = () => undefined;
    adapter.answers['stackTrace'] = () => new Promise(resolve => (read = resolve));
    const model = await stopped(adapter);
    await model.move('next');
    expect(adapter.of('next')).toEqual([{ threadId: 3 }]);
    read({ stackFrames: [] });
    await model.leave();
  });

  it('that are asked for while a stop is still being read begin one at a time', async () => {
    const adapter = new ScriptedAdapter();
    let read: (answer: unknown) => void = () => undefined;
    adapter.answers['stackTrace'] = () => new Promise(resolve => (read = resolve));
    const model = await stopped(adapter, modelFor(adapter), 'step');
    await Promise.all([model.move('next'), model.move('next')]);
    const frame = { id: 1, name: 'work', line: 1, column: 1, source: { path: '/p' } };
    read({ stackFrames: [frame], totalFrames: 1 });
    await until(model.frame.inline, inline => inline !== undefined);
    // Whatever was asked for because of it has come before the answer to this.
    await model.client.request('threads');
    expect(adapter.of('next')).toHaveLength(1);
    adapter.stop('step');
    await adapter.until('next', 2);
    await model.leave();
  });

  it('ask the program for a thread where a stop names none', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['launch'] = (_asked, request) => {
      request.afterResponse(() => adapter.event('stopped', { reason: 'pause' }));
      return {};
    };
    adapter.answers['stackTrace'] = () => new Promise(() => undefined);
    const model = modelFor(adapter);
    await model.start(launch);
    await until(model.phase, ({ kind }) => kind === 'stopped');
    await model.move('next');
    expect(adapter.of('next')).toEqual([{ threadId: 3 }]);
    await model.leave();
  });

  it('that are asked for during a step come after it, a continue too', async () => {
    const adapter = new ScriptedAdapter();
    const model = await stopped(adapter);
    await Promise.all([model.move('next'), model.move('next'), model.move('continue')]);
    expect(adapter.of('next')).toHaveLength(1);
    adapter.stop('step');
    await adapter.until('next', 2);
    adapter.stop('step');
    await adapter.until('continue', 1);
    await model.leave();
  });

  it('that are asked for when a step takes long are answered in words, until it is over', async () => {
    const adapter = new ScriptedAdapter();
    const model = await stopped(adapter);
    await model.move('next');
    await until(model.phase, ({ kind }) => kind === 'running');
    await model.move('continue');
    expect(model.notice.get()?.text).toContain('The step is not over yet');
    adapter.stop('step');
    await until(model.phase, ({ kind }) => kind === 'stopped');
    expect(model.notice.get()).toBeUndefined();
    expect(adapter.of('continue')).toEqual([]);
    await model.leave();
  });

  it('to a line stop there once, beside the breakpoints of the book', async () => {
    const adapter = new ScriptedAdapter();
    const model = await stopped(adapter);
    model.breakpoints.book.setLine('/p', { line: 2, condition: 'x' });
    await model.motions.runTo('/p', 9);
    expect(adapter.of('setBreakpoints').at(-1)).toMatchObject({
      breakpoints: [{ line: 2, condition: 'x' }, { line: 9 }],
    });
    expect(adapter.of('continue')).toHaveLength(1);
    expect(model.breakpoints.book.linesOf('/p')).toHaveLength(1);
    adapter.stop('breakpoint');
    await until(model.phase, ({ kind }) => kind === 'stopped');
    await adapter.until('setBreakpoints', 2);
    expect(adapter.of('setBreakpoints').at(-1)).toMatchObject({ breakpoints: [{ line: 2, condition: 'x' }] });
    await model.leave();
  });

  it('to a line where the program cannot stop are refused with the reason', async () => {
    const adapter = new ScriptedAdapter();
    const model = await stopped(adapter);
    adapter.answers['setBreakpoints'] = ({ arguments: { breakpoints } }) => ({
      breakpoints: (breakpoints as unknown[]).map(() => ({ verified: false, message: 'No code there.' })),
    });
    await model.motions.runTo('/p', 9);
    expect(model.notice.get()?.text).toBe('No code there.');
    expect(adapter.of('continue')).toEqual([]);
    expect(adapter.of('setBreakpoints').at(-1)).toMatchObject({ breakpoints: [] });
    await model.leave();
  });

  it('may jump to a line', async () => {
    const adapter = new ScriptedAdapter();
    const model = await stopped(adapter);
    adapter.answers['gotoTargets'] = () => ({ targets: [{ id: 8, label: 'there', line: 5 }] });
    await model.motions.jumpTo({ path: '/p' }, 5);
    expect(adapter.of('goto')).toEqual([{ threadId: 3, targetId: 8 }]);
    adapter.answers['gotoTargets'] = () => ({ targets: [] });
    adapter.stop('goto');
    await until(model.phase, phase => phase.kind === 'stopped' && phase.stop.reason === 'goto');
    await model.motions.jumpTo({ path: '/p' }, 6);
    expect(model.notice.get()?.text).toContain('cannot go on at line 6');
    await model.leave();
  });
});

it('another program inherits neither breakpoints nor watches nor output', async () => {
  const adapter = new ScriptedAdapter();
  const model = await stopped(adapter);
  model.breakpoints.book.setLine('/lib', { line: 4 });
  model.breakpoints.book.change({ functions: [{ name: 'main' }] });
  await model.watches.add('x');
  model.log.append('said\n', { kind: 'output', stream: 'stdout' });
  model.about('/other');
  expect(model.breakpoints.book.content.get()).toMatchObject({ lines: {}, functions: [] });
  expect(model.watches.expressions.get()).toEqual([]);
  expect(model.log.lines).toEqual([]);
  model.about('/p');
  expect(model.breakpoints.book.linesOf('/lib')).toEqual([{ line: 4 }]);
  expect(model.breakpoints.book.content.get().functions).toEqual([{ name: 'main' }]);
  expect(model.watches.expressions.get()).toEqual(['x']);
  await model.leave();
});

it('whoever joins gets what was wanted in that program, not in the one before', async () => {
  const adapter = new ScriptedAdapter();
  const model = modelFor(adapter);
  model.about('/p');
  model.breakpoints.book.setLine('/p', { line: 4 });
  model.about('/other');
  adapter.answers['attach'] = (_asked, request) => {
    request.afterResponse(() => adapter.event('initialized'));
    return {};
  };
  await model.start({ kind: 'join', session: 'abc' });
  await until(model.breakpoints.outcomes, ({ lines }) => '/p' in lines);
  expect(model.program.get()).toBe('/p');
  await model.leave();
});

it('a server that was started again is told as such, and the session is over', async () => {
  const adapter = new ScriptedAdapter();
  const model = await stopped(adapter, modelFor(adapter, { server: () => Promise.resolve('another') }));
  await until(model.info, info => info !== undefined);
  adapter.connections.at(-1)!.destroy();
  const phase = await until(model.phase, ({ kind }) => kind === 'ended');
  expect(phase).toMatchObject({ why: 'The debugger was started again' });
  expect(adapter.connections).toHaveLength(1);
});
