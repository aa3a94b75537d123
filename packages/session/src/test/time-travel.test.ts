// Going back in time through the protocol: who may, how the engine is asked, and what clients are told.

import { scalar, type Motion } from '@sonde/engine';
import type { DapClient } from '@sonde/dap';
import { expect, it } from 'vitest';
import { at, ScriptedTime } from './scripted-time.js';
import { ScriptedSession } from './scripted-session.js';

const ours = { supportsTimeTravel: true, supportsOutputStream: true };

async function recorded(initialize: object = ours, options: object = {}) {
  const session = new ScriptedSession();
  const time = new ScriptedTime(session.script);
  const motions: Motion[] = [];
  session.script.resume = async motion => {
    motions.push(motion);
    setImmediate(() => time.goOn(time.here.step - 1, 'step'));
  };
  const { client } = await session.launch({ ...initialize }, undefined, { ...options });
  return { session, time, motions, client, script: session.script };
}

const nextStop = (client: DapClient) => client.once('stopped');

it('steps back over, into and out of calls, by the granularity that was asked for', async () => {
  const { client, motions } = await recorded();
  const back = async (command: string, args: object) => {
    const stopped = nextStop(client);
    await client.customRequest(command, { threadId: 1, ...args });
    return stopped;
  };
  await back('stepBack', {});
  await back('stepBack', { granularity: 'instruction' });
  await back('sonde/stepBack', { how: 'in' });
  await back('sonde/stepBack', { how: 'out', granularity: 'statement' });
  await back('reverseContinue', {});
  expect(motions.map(({ direction, motion }) => ({ direction, ...motion }))).toEqual([
    { direction: 'back', kind: 'step', how: 'over', granularity: 'line' },
    { direction: 'back', kind: 'step', how: 'over', granularity: 'instruction' },
    { direction: 'back', kind: 'step', how: 'in', granularity: 'line' },
    { direction: 'back', kind: 'step', how: 'out', granularity: 'line' },
    { direction: 'back', kind: 'continue' },
  ]);
});

it('tells when a stop and an output were, to those who know what that means', async () => {
  const { client, script, session, time } = await recorded();
  const plain = await session.join();
  const outputs = [client.once('output'), plain.once('output')];
  script.tell({ kind: 'output', stream: 'stdout', data: 'six\n', at: at(6) });
  expect(await outputs[0]).toMatchObject({ output: 'six\n', time: { at: '0.6.0', step: 6 } });
  expect(await outputs[1]).not.toHaveProperty('time');
  const stops = [nextStop(client), nextStop(plain)];
  time.goOn(4, 'step');
  expect(await stops[0]).toMatchObject({
    time: { at: '0.4.0', step: 4, first: { step: 0 }, last: { step: 10 } },
  });
  expect(await stops[1]).not.toHaveProperty('time');
});

it('tells who comes late when things were', async () => {
  const { script, session } = await recorded();
  script.tell({ kind: 'output', stream: 'stdout', data: 'six\n', at: at(6) });
  const { client } = session.connect();
  await client.initialize({ adapterID: 'scripted-dap', ...ours });
  expect(client.capabilities.supportsStepBack).toBe(true);
  const [output, stopped] = [client.once('output'), nextStop(client)];
  await client.request('attach', { session: session.id });
  await client.request('configurationDone');
  expect(await output).toMatchObject({ time: { step: 6 } });
  expect(await stopped).toMatchObject({ time: { step: 10 } });
});

it('goes to a moment, and everyone hears of it', async () => {
  const { client, session } = await recorded();
  const other = await session.join();
  const [continued, stopped] = [other.once('continued'), nextStop(client)];
  await client.customRequest('sonde/gotoTime', { position: '0.3.0' });
  expect(await continued).toMatchObject({ allThreadsContinued: true });
  expect(await stopped).toMatchObject({ reason: 'goto', time: { at: '0.3.0' } });
  const again = nextStop(client);
  await client.customRequest('sonde/gotoTime', { step: 5 });
  expect(await again).toMatchObject({ time: { at: '0.5.0' } });
});

it('stays where it is when there is no such moment', async () => {
  const { client } = await recorded();
  const go = (position: unknown) => client.customRequest('sonde/gotoTime', { position });
  await expect(go('0.77.0')).rejects.toThrow('the run has no step 77.');
  await expect(go('yesterday')).rejects.toThrow('"yesterday" is no moment of the run.');
  await expect(go('0.99999999999999999.0')).rejects.toThrow('is no moment of the run.');
  await expect(go(7)).rejects.toThrow('arguments.position must be');
  await expect(go(undefined)).rejects.toThrow('"position" or "step" is missing');
  await expect(client.customRequest('sonde/gotoTime', { step: -1 })).rejects.toThrow('at least 0');
  await client.request('stackTrace', { threadId: 1 });
});

it('lists what happened when', async () => {
  const { client, time } = await recorded();
  const location = { source: { name: 'p', path: '/p.scripted' }, line: 7 };
  time.moments = [
    { kind: 'entry', at: at(0) },
    { kind: 'output', at: at(6), stream: 'stdout', text: 'six\n', location },
  ];
  const body = await client.customRequest('sonde/timeline', { kinds: ['output'], from: '0.2.0', limit: 5 });
  expect(time.asked).toEqual([{ limit: 5, kinds: ['output'], from: at(2) }]);
  expect(body).toMatchObject({
    ...{ first: { step: 0 }, last: { at: '0.10.0' }, here: { step: 10 }, unit: 'steps', closed: false },
    ...{ total: 2, branch: 0, branches: [{ branch: 0, last: { step: 10 } }] },
    moments: [
      { kind: 'entry', at: '0.0.0' },
      { kind: 'output', step: 6, stream: 'stdout', text: 'six\n', line: 7, source: { path: '/p.scripted' } },
    ],
  });
  const ask = (args: object) => client.customRequest('sonde/timeline', args);
  await expect(ask({ kinds: ['dreams'] })).rejects.toThrow('arguments.kinds[0]');
  await expect(ask({ limit: 0 })).rejects.toThrow('arguments.limit must be at least 1');
  await expect(ask({ limit: 1e9 })).rejects.toThrow('arguments.limit must be at most');
});

it('shows the values that a variable had, and of those with parts only what they were', async () => {
  const { client, time, script } = await recorded();
  const place = { kind: 'global', index: 0 } as const;
  script.set(place, scalar(script.any, 3n));
  script.evaluate = () => ({ ...scalar(script.any, 3n), place });
  const object = { type: script.record, content: { kind: 'object', id: 1n } } as never;
  time.past = [
    { at: at(1), value: scalar(script.any, 1n) },
    { at: at(2), value: object, location: { source: { name: 'p', path: '/p.scripted' }, line: 4 } },
    { at: at(9), value: scalar(script.any, 3n) },
  ];
  expect(await client.customRequest('sonde/valueHistory', { expression: 'x' })).toMatchObject({
    more: false,
    values: [
      { at: '0.1.0', value: '1' },
      { at: '0.2.0', value: 'record', parts: true, line: 4 },
      { at: '0.9.0', value: '3' },
    ],
  });
  script.evaluate = () => scalar(script.any, 3n);
  const ask = (args: object) => client.customRequest('sonde/valueHistory', args);
  await expect(ask({ expression: '1 + 2' })).rejects.toThrow('a result has no history');
  await expect(ask({})).rejects.toThrow('"expression" or "variablesReference" is missing');
});

it('forgets a branch', async () => {
  const { client, time } = await recorded();
  await client.customRequest('sonde/discardBranch', { branch: 2 });
  expect(time.discarded).toEqual([2]);
  await expect(client.customRequest('sonde/discardBranch', { branch: -1 })).rejects.toThrow(
    'arguments.branch must be at least 0',
  );
});

it('records by default, within the budget that the launch gives, or not at all', async () => {
  const budget = async (record?: unknown) =>
    (await recorded(ours, record === undefined ? {} : { record })).script.settings?.recording;
  expect(await budget()).toEqual({ kind: 'on', memoryBudget: 256 * 1024 * 1024 });
  expect(await budget({ budgetMB: 2 })).toEqual({ kind: 'on', memoryBudget: 2 * 1024 * 1024 });
  expect(await budget(false)).toEqual({ kind: 'off' });
});

it('takes the ability back when the run is not recorded, and says why', async () => {
  const session = new ScriptedSession();
  new ScriptedTime(session.script);
  const started = session.script;
  const { client } = session.connect();
  await client.initialize({ adapterID: 'scripted-dap' });
  expect(client.capabilities.supportsStepBack).toBe(true);
  const stopped = nextStop(client);
  // An engine that is told not to record has no time to go back in.
  started.beforeStart = ({ recording }) => {
    if (recording?.kind === 'off') started.time = undefined;
  };
  const launch = client.request('launch', { program: '/p.scripted', record: false });
  await client.request('configurationDone');
  await launch;
  await stopped;
  expect(client.capabilities.supportsStepBack).toBe(false);
  await expect(client.request('stepBack', { threadId: 1 })).rejects.toThrow('the run is not recorded');
  await expect(client.customRequest('sonde/timeline', {})).rejects.toThrow('the run is not recorded');
});

it('is refused for programs whose engine cannot', async () => {
  const { client } = await new ScriptedSession().launch();
  await expect(client.request('stepBack', { threadId: 1 })).rejects.toThrow('engines that record the run');
});

it('lets those who may only look see the timeline, and moves nothing for them', async () => {
  const { session } = await recorded();
  const guest = await session.join({}, undefined, { rights: 'read-only' });
  await guest.customRequest('sonde/timeline', {});
  for (const command of ['sonde/gotoTime', 'sonde/stepBack', 'sonde/discardBranch'])
    await expect(guest.customRequest(command, {})).rejects.toThrow('may only look');
});
