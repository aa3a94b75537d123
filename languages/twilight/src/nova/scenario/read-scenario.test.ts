import { describe, expect, test } from 'vitest';
import { readScenario } from './read-scenario.js';

const whole = {
  version: 1,
  accounts: { alice: { balance: '340282366920938463463374607431768211455' }, bob: {} },
  block: { number: 5, timestamp: 1_700_000_000, interval: 1 },
  gasLimit: 1_000_000,
  strictDomains: true,
  steps: [
    { deploy: 'vault.twl', contract: 'Vault', as: 'vault', from: 'alice', arguments: [], value: 0 },
    {
      call: 'vault',
      function: 'deposit',
      from: 'bob',
      arguments: { amount: '5' },
      expect: { output: '5', events: [{ name: 'Deposited', values: { amount: '5' } }], printed: ['x'] },
    },
    { advance: { blocks: 3, seconds: 60 } },
    { fund: 'bob', balance: '12' },
    { call: `0x${'ab'.repeat(20)}`, function: 'f', expect: { status: 'revert', message: 'no', gasUsed: 7 } },
  ],
};

test('a whole scenario', () => {
  const read = readScenario('/here/story.json', JSON.stringify(whole, null, 2));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  expect(read.scenario.steps.map(({ step }) => step.kind)).toEqual([
    'deploy',
    'call',
    'advance',
    'fund',
    'call',
  ]);
  expect(read.scenario.problem('/steps/1/expect/output', 'it was 6')).toMatchObject({
    severity: 'error',
    message: 'it was 6',
    location: { source: { path: '/here/story.json' }, line: 33 },
  });
});

describe('what is wrong is told with its place', () => {
  const told = (text: string): readonly string[] => {
    const read = readScenario('story.json', text);
    if (read.ok) return [];
    return read.problems.map(
      ({ location, message, hint }) =>
        `${location?.line}:${location?.column} ${message}${hint === undefined ? '' : ` (${hint})`}`,
    );
  };

  test.each([
    ['{}', ['1:1 "version" is missing']],
    ['[]', ['1:1 this is to be an object']],
    ['{"version": 2, "steps": []}', ['1:13 "version" is 1, the version of the format']],
    [
      '{"version": 1,\n "steps": [], "stepz": 1}',
      ['2:24 "stepz" means nothing here (Did you mean "steps"?)'],
    ],
    ['{"version": 1, "steps": [5]}', ['1:26 a step is an object with one of deploy, call, advance, fund']],
    [
      '{"version": 1, "steps": [{"deploy": "a", "call": "b"}]}',
      ['1:26 a step is an object with one of deploy, call, advance, fund'],
    ],
    [
      '{"version": 1, "steps": [\n{"call": "x y", "function": "f"},\n{"call": "v"},\n{"advance": {"blocks": -1}}]}',
      [
        '2:10 "call" is an address (0x and 40 digits) or the name of an account',
        '3:1 "function" is missing',
        '4:24 "blocks" is a whole number',
      ],
    ],
    [
      '{"version": 1, "steps": [{"call": "v", "function": "f", "expect": {"state": "revert"}}]}',
      ['1:77 "state" means nothing here (Did you mean "status"?)'],
    ],
    [
      '{"version": 1, "accounts": {"a b": {}}, "steps": []}',
      ['1:36 "a b" means nothing here (A name is made of letters and digits.)'],
    ],
    ['{"version": 1, "steps": [,]}', ['1:26 this is no JSON: a value was expected']],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});
