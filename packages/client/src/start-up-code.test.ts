import { expect, it } from 'vitest';
import { passStartUpCode } from './start-up-code.js';
import { modelFor, ScriptedAdapter, until } from './test/scripted-adapter.js';

/** A run whose first stop is there; answers whether it was made to go on. */
async function firstStopAt(source: object | undefined, isThere: boolean): Promise<readonly string[]> {
  const adapter = new ScriptedAdapter();
  adapter.answers['initialize'] = () => ({ supportsFunctionBreakpoints: true });
  adapter.answers['stackTrace'] = () => ({
    stackFrames: [{ id: 1, name: '_start', line: 1, column: 1, ...(source === undefined ? {} : { source }) }],
    totalFrames: 1,
  });
  adapter.answers['setFunctionBreakpoints'] = ({ arguments: { breakpoints } }) => ({
    breakpoints: (breakpoints as unknown[]).map(() => ({ verified: isThere })),
  });
  const model = modelFor(adapter);
  passStartUpCode(model);
  await model.start({ kind: 'launch', program: '/p' });
  adapter.stop('entry');
  await until(model.frame.selection, selection => selection !== undefined);
  await until(model.phase, phase => phase.kind === 'stopped');
  if (source === undefined && isThere) await adapter.until('continue', 1);
  if (source === undefined && !isThere) await adapter.until('setFunctionBreakpoints', 2);
  await model.client.request('threads', {});
  const asked = adapter.asked.map(({ command }) => command);
  await model.leave();
  return asked.filter(command => command === 'continue' || command === 'setFunctionBreakpoints');
}

it('runs to main from where there is no source, and stays where there is', async () => {
  expect(await firstStopAt(undefined, true)).toEqual(['setFunctionBreakpoints', 'continue']);
  expect(await firstStopAt({ path: '/p/a.c' }, true)).toEqual([]);
});

it('stays at the entry of a program without main', async () => {
  expect(await firstStopAt(undefined, false)).toEqual(['setFunctionBreakpoints', 'setFunctionBreakpoints']);
});
