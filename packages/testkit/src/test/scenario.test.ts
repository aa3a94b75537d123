// The scenario: every behaviour passes on an adapter that is right, and fails on one that is wrong in just that.
import { describe, expect, test } from 'vitest';
import { connect } from '../client.js';
import { behaviours } from '../scenario.js';
import type { Behaviour, Profile } from '../scenario.js';
import { describeScenario } from '../vitest.js';
import { toyEndpoint } from './toy-adapter.js';
import type { Fault } from './toy-debugger.js';
import { toyProfile } from './toy-profile.js';

describeScenario(toyProfile, { memory: async () => toyEndpoint() }, { timeoutMs: 30_000 });

const failures: readonly (readonly [title: string, fault: Fault, says: RegExp])[] = [
  ['stops before the line runs', 'stops one line late', /stopped at add .* expected line 7 \(#last-call\)/],
  ['stops before the line runs', 'leaves breakpoints unverified', /is unverified: no reason given/],
  ['stops before the line runs', 'names another breakpoint', /hitBreakpointIds \[999\] are not among \[1\]/],
  ['stops before the line runs', 'exits with 7', /the exit code is 7, expected 0/],
  ['steps in, over and out', 'steps in like over', /stopped at main .* expected line 11 \(#inside\)/],
  ['steps in, over and out', 'steps over like in', /stopped at add .* expected line 6 \(#increment\)/],
  [
    'steps in, over and out',
    'steps out like in',
    /stopped at add .* line 12, expected line 6 \(#increment\)/,
  ],
  ['takes conditions, hit counts and log points', 'ignores conditions', /i shows 0, expected 3/],
  ['takes conditions, hit counts and log points', 'ignores hit counts', /i shows 0, expected 1/],
  ['takes conditions, hit counts and log points', 'mutes log points', /the output lacks "i is 0"/],
  ['stops when watched data is written', 'ignores watches', /the program ended instead of stopping/],
  [
    'stops at exceptions and says which',
    'hides exceptions',
    /the exception says "Raised \| \?", expected out of/,
  ],
  ['pauses an endless loop', 'ignores pause', /event stopped did not come within/],
  ['pauses a program that waits for input', 'ignores pause', /event stopped did not come within/],
  ['restarts', 'restarts where it is', /the program ended instead of stopping/],
  ['restarts', 'forgets breakpoints at restart', /the program ended instead of stopping/],
  ['sets a variable and the program goes on with it', 'loses set values', /total shows 0, expected 1000/],
  ['evaluates in all contexts', 'answers nonsense', /"total \+" in context watch is answered with 0/],
  ['evaluates in all contexts', 'differs in hover', /total in context hover shows \?, expected 110/],
  ['keeps two sessions apart', 'steps all sessions at once', /expected line 7 \(#last-call\)/],
];

const behaviourOf = (title: string): Behaviour => behaviours.find(each => each.title === title)!;

describe('an adapter that is wrong', () => {
  test.each(failures)('fails "%s" if it %s', async (title, fault, says) => {
    // Short only where the fault is that nothing comes.
    const timeoutMs = fault === 'ignores pause' ? 1000 : 20_000;
    const client = await connect(toyEndpoint(fault), { timeoutMs });
    const run = behaviourOf(title).run(client, toyProfile);
    await expect(run).rejects.toThrow(says);
    await client.close();
  });

  test('every behaviour has a fault that it catches', () => {
    const caught = new Set(failures.map(([title]) => title));
    expect(behaviours.map(({ title }) => title).filter(title => !caught.has(title))).toEqual([]);
  });
});

test.each(behaviours)('"$title" cannot pass without its section of the profile', async ({ run, section }) => {
  const client = await connect(toyEndpoint());
  const without = Object.fromEntries(Object.entries(toyProfile).filter(([name]) => name !== section));
  await expect(run(client, without as unknown as Profile)).rejects.toThrow(
    `the profile of toy has no section "${section}"`,
  );
  await client.close();
});
