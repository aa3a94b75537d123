import { describe, expect, it } from 'vitest';
import { modelFor, ScriptedAdapter, until } from '../test/scripted-adapter.js';
import { traceOf, traceViewOf } from './trace-view.js';

describe('the trace', () => {
  it('is read at each stop, and anew when it begins to be recorded', async () => {
    const adapter = new ScriptedAdapter();
    let recording = 'off';
    adapter.answers['sonde/trace/record'] = () => ((recording = 'on'), {});
    adapter.answers['sonde/trace'] = () => ({
      recording,
      total: 1,
      instructions: [{ instructionReference: '0x4', changes: [{ name: 'R1', value: '0x5' }] }],
    });
    const model = modelFor(adapter);
    await model.start({ kind: 'launch', program: '/p' });
    adapter.stop('entry');
    await until(model.phase, phase => phase.kind === 'stopped');
    const view = traceViewOf(model);
    expect(view.isKnown).toBe(false);
    await view.look();
    await view.look();
    expect(view.content.get()).toMatchObject({ recording: 'off', rows: [{ changes: 'R1 = 0x5' }] });
    await view.record(true);
    expect(view.content.get()).toMatchObject({ recording: 'on' });
    expect(adapter.of('sonde/trace')).toHaveLength(2);
    await model.leave();
  });

  it('is not asked for again where the program has none', async () => {
    const adapter = new ScriptedAdapter();
    adapter.answers['sonde/trace'] = () => {
      throw new Error('no trace');
    };
    const model = modelFor(adapter);
    await model.start({ kind: 'launch', program: '/p' });
    adapter.stop('entry');
    await until(model.phase, phase => phase.kind === 'stopped');
    const view = traceViewOf(model);
    await view.look();
    expect([view.isKnown, view.content.get()]).toEqual([true, undefined]);
    await model.leave();
  });

  it.each([
    null,
    'x',
    { instructions: {} },
    { instructions: [1, {}, { instruction: 'NOP' }], total: 'many' },
  ])('bears an answer that makes no sense: %j', body => {
    expect(traceOf(body)).toEqual({ recording: 'off', total: 0, rows: [] });
  });
});
