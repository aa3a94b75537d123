// Going back in time, seen in what programs do: the same session for virtual machines of several languages.

import { mini } from '@sonde/language-mini';
import { lineOf } from '@sonde/testkit';
import { witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture } from './fixtures.js';
import { back, recordedSessions } from './recorded-session.js';
import { refusal } from './refusal.js';

const stopped = recordedSessions();

const timeOf = (body: object): { readonly step: number } =>
  (body as { readonly time: { readonly step: number } }).time;

describe('going back', () => {
  witness(
    mini,
    ['request stepBack', 'request reverseContinue', 'capability supportsStepBack'],
    'is by lines, to breakpoints and to the start, and forward from there all is as it was',
    async () => {
      const program = fixture('scenario.mini');
      const client = await stopped(program, ['#call', '#end']);
      expect(client.capabilities.supportsStepBack).toBe(true);
      await client.continue();
      const total = (await client.evaluate('total')).result;
      expect(await back(client, 'reverseContinue')).toBe('breakpoint');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#call'));
      expect((await client.evaluate('x')).result).toBe('2');
      expect(await back(client, 'stepBack')).toBe('step');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#line'));
      expect((await client.evaluate('x')).result).toBe('1');
      expect(await back(client, 'reverseContinue')).toBe('entry');
      await client.continue();
      await client.continue();
      expect((await client.evaluate('total')).result).toBe(total);
      await client.runToEnd();
      expect(client.output().match(/total/g)).toHaveLength(1);
    },
  );

  it.each(['mini', 'ng'])('goes into the last call, and out to where it was made (%s)', async extension => {
    const program = fixture(`scenario.${extension}`);
    const client = await stopped(program, ['#after-over']);
    await back(client, 'sonde/stepBack', { how: 'in' });
    expect((await client.topFrame()).name).toMatch(/add/);
    await back(client, 'sonde/stepBack', { how: 'out' });
    expect((await client.topFrame()).line).toBe(lineOf(program, '#over'));
    await back(client, 'stepBack');
    expect((await client.topFrame()).line).toBe(lineOf(program, '#call'));
  });

  it('tells when a stop and an output were', async () => {
    const program = fixture('scenario.mini');
    const client = await stopped(program, ['#end']);
    const stop = timeOf(client.timeline.events('stopped').at(-1)!.body);
    await client.next();
    const printed = client.timeline.events('output').find(({ body }) => body.output.includes('total'));
    const after = timeOf(client.timeline.events('stopped').at(-1)!.body);
    expect(timeOf(printed!.body).step).toBeGreaterThanOrEqual(stop.step);
    expect(timeOf(printed!.body).step).toBeLessThanOrEqual(after.step);
  });

  it('is refused, and not declared, for a run that is not recorded', async () => {
    const client = await stopped(fixture('scenario.mini'), ['#call'], { record: false });
    expect(client.capabilities.supportsStepBack).not.toBe(true);
    for (const command of ['stepBack', 'reverseContinue'] as const)
      expect(await refusal(client.request(command, { threadId: 1 }))).toMatch(/the run is not recorded/);
  });
});
