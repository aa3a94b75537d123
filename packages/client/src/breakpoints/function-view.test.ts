import { ResponseFailure } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { modelFor, ScriptedAdapter, until } from '../test/scripted-adapter.js';
import { functionPageOf, functionViewOf } from './function-view.js';

const program = { kind: 'launch', program: '/p' } as const;

async function stopped(adapter: ScriptedAdapter): Promise<ReturnType<typeof modelFor>> {
  const model = modelFor(adapter);
  await model.start(program);
  adapter.stop('entry');
  await until(model.phase, phase => phase.kind === 'stopped');
  return model;
}

describe('the list of functions', () => {
  it('is read page by page, and anew for another search', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['sonde/functions'] = ({ arguments: { filter, start } }) => ({
      functions: [{ name: `${String(filter)}${String(start)}`, source: { path: '/p' }, line: 3 }],
      total: 2,
    });
    const model = await stopped(adapter);
    const view = functionViewOf(model);
    await view.search('f');
    await view.more();
    await view.more();
    expect(view.page.get()).toMatchObject({ rows: [{ name: 'f0', line: 3 }, { name: 'f1' }], total: 2 });
    await view.look();
    await view.search('g');
    expect(view.page.get().rows).toMatchObject([{ name: 'g0' }]);
    expect(
      adapter.of('sonde/functions').map(({ filter, start }) => `${String(filter)}${String(start)}`),
    ).toEqual([...['f0', 'f1', 'g0']]);
    await model.leave();
  });

  it('says why there is none, and ends where pages bring nothing', async () => {
    const adapter = new ScriptedAdapter();
    let fails = true;
    adapter.answers['sonde/functions'] = ({ arguments: { start } }) => {
      if (fails) throw new Error('no symbols');
      return { functions: start === 0 ? [{ name: 'a' }] : [], total: 9 };
    };
    const model = await stopped(adapter);
    const view = functionViewOf(model);
    await view.look();
    expect(view.problem.get()).toContain('no symbols');
    fails = false;
    await view.search('a');
    await view.more();
    expect(view.page.get()).toEqual({ rows: [{ name: 'a' }], total: 1 });
    expect(view.problem.get()).toBeUndefined();
    await model.leave();
  });

  it('is asked for again where the answer was only that it was overtaken', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['sonde/functions'] = () => {
      throw ResponseFailure.cancelled();
    };
    const model = await stopped(adapter);
    const view = functionViewOf(model);
    await view.look();
    expect(view.page.get().rows).toEqual([]);
    adapter.answers['sonde/functions'] = () => ({ functions: [{ name: 'a' }], total: 1 });
    await view.look();
    expect(view.page.get().rows).toEqual([{ name: 'a' }]);
    await model.leave();
  });

  it.each([null, 5, { functions: 7 }, { functions: [null, 3, { name: '' }, { line: 2 }], total: -1 }])(
    'bears an answer that makes no sense: %j',
    body => {
      expect(functionPageOf(body)).toEqual({ rows: [], total: 0 });
    },
  );
});

describe('a breakpoint on a function', () => {
  it('is set and removed by its name, and a visit is no entry of the book', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['setFunctionBreakpoints'] = ({ arguments: { breakpoints } }) => ({
      breakpoints: (breakpoints as { name: string }[]).map(({ name }) => ({ verified: name !== 'nobody' })),
    });
    const model = await stopped(adapter);
    const { breakpoints } = model;
    await breakpoints.toggleFunction('work');
    expect(await breakpoints.visitFunction('nobody')).toBe('The program has no function nobody.');
    expect(await breakpoints.visitFunction('main')).toBeUndefined();
    expect(adapter.of('setFunctionBreakpoints').at(-1)).toEqual({
      breakpoints: [{ name: 'work' }, { name: 'main' }],
    });
    expect(breakpoints.outcomes.get().functions).toHaveLength(1);
    await breakpoints.endVisit();
    await breakpoints.toggleFunction('work');
    expect(adapter.of('setFunctionBreakpoints').at(-1)).toEqual({ breakpoints: [] });
    await model.leave();
  });
});
