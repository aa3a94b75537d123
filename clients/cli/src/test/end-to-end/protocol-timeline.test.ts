// What happened when in recorded runs, and the values that variables had.

import { lineOf } from '@sonde/testkit';
import { describe, expect, it } from 'vitest';
import { fixture } from './fixtures.js';
import { back, recordedSessions } from './recorded-session.js';
import { refusal } from './refusal.js';

const stopped = recordedSessions();

interface Moments {
  readonly first: { readonly at: string };
  readonly moments: readonly { readonly kind: string; readonly at: string; readonly text?: string }[];
}

describe('a recorded run', () => {
  it('leads from an output to its moment, and tells what happened', async () => {
    const program = fixture('scenario.mini');
    const client = await stopped(program, ['#end']);
    await client.next();
    const output = client.timeline.events('output').find(({ body }) => body.output.includes('total'));
    const { time } = output!.body as unknown as { readonly time: { readonly at: string } };
    const timeline = (await client.customRequest('sonde/timeline', {})) as Moments;
    const told = timeline.moments.find(({ kind }) => kind === 'output');
    expect(told?.at).toBe(time.at);
    expect(await back(client, 'sonde/gotoTime', { position: time.at })).toBe('goto');
    expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
    expect(await back(client, 'sonde/gotoTime', { position: timeline.first.at })).toBe('goto');
    expect(await refusal(client.customRequest('sonde/gotoTime', { position: '0.999999999.0' }))).toMatch(/./);
  });

  it.each(['mini', 'ng'])('shows the values that a variable had (%s)', async extension => {
    const program = fixture(`scenario.${extension}`);
    const client = await stopped(program, ['#end']);
    const { id: frameId } = await client.topFrame();
    const { values } = (await client.customRequest('sonde/valueHistory', { expression: 'i', frameId })) as {
      readonly values: readonly { readonly value: string; readonly at: string }[];
    };
    expect(values.map(({ value }) => value).slice(-6)).toEqual(['0', '1', '2', '3', '4', '5']);
    await back(client, 'sonde/gotoTime', { position: values.at(-3)!.at });
    expect((await client.evaluate('i')).result).toBe('3');
  });
});
