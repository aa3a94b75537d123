// The line of time of a model: read at stops, and of a drag only what was wanted last.
import { expect, it } from 'vitest';
import type { SessionModel } from '../session-model.js';
import { modelFor, ScriptedAdapter, until } from '../test/scripted-adapter.js';
import { timeViewOf, type TimeView } from './time-view.js';

const at = (step: number) => ({ at: `0.${step}.0`, step });

interface Opened {
  readonly adapter: ScriptedAdapter;
  readonly model: SessionModel;
  readonly view: TimeView;
}

async function stopped(supportsStepBack = true): Promise<Opened> {
  const adapter = new ScriptedAdapter();
  let here = 10;
  adapter.answers['initialize'] = () => ({ supportsStepBack });
  adapter.answers['sonde/timeline'] = () => ({ first: at(0), last: at(10), here: at(here), moments: [] });
  adapter.answers['sonde/gotoTime'] = ({ arguments: { step } }) => {
    here = step as number;
    return {};
  };
  const model = modelFor(adapter);
  await model.start({ kind: 'launch', program: '/p' });
  const view = timeViewOf(model);
  adapter.stop('entry', { time: at(10) });
  await until(model.phase, ({ kind }) => kind === 'stopped');
  return { adapter, model, view };
}

it('is read at each stop, which tells when it is', async () => {
  const { model, view } = await stopped();
  expect(await until(view.timeline, found => found !== undefined)).toMatchObject({ here: at(10) });
  const phase = model.phase.get();
  expect(phase.kind === 'stopped' && phase.stop.time).toEqual(at(10));
});

it('is not asked for where the program cannot go back', async () => {
  const { adapter, view } = await stopped(false);
  expect(adapter.of('sonde/timeline')).toEqual([]);
  expect(view.timeline.get()).toBeUndefined();
});

it('goes to the moment that a drag wanted last, and to none in between', async () => {
  const { adapter, view } = await stopped();
  await until(view.timeline, found => found !== undefined);
  void view.goTo({ step: 7 });
  await adapter.until('sonde/gotoTime', 1);
  await view.goTo({ step: 6 });
  await view.goTo({ step: 3 });
  adapter.stop('goto', { time: at(7) });
  await adapter.until('sonde/gotoTime', 2);
  adapter.stop('goto', { time: at(3) });
  await until(view.timeline, found => found?.here.step === 3);
  expect(adapter.of('sonde/gotoTime')).toEqual([{ step: 7 }, { step: 3 }]);
});

it('an output keeps its moment', async () => {
  const { adapter, model } = await stopped();
  adapter.connections.at(-1)!.customEvent('output', {
    category: 'stdout',
    output: 'hello\n',
    time: at(4),
  });
  await until(model.log.version, () => model.log.lines.length > 0);
  expect(model.log.lines[0]).toMatchObject({ text: 'hello', time: at(4) });
});

it('steps back into and out of calls by requests of ours', async () => {
  const { adapter, model } = await stopped();
  await model.move('stepBackIn');
  adapter.stop('step');
  await until(model.phase, phase => phase.kind === 'stopped' && phase.stop.reason === 'step');
  await model.move('stepBackOut');
  expect(adapter.of('sonde/stepBack')).toEqual([
    { threadId: 3, how: 'in' },
    { threadId: 3, how: 'out' },
  ]);
});
