import { describe, expect, it } from 'vitest';
import { allFaults } from './all.js';
import { readArguments } from './broken-adapter-arguments.js';

describe('broken-adapter', () => {
  it('runs the adapter after -- with the fault that is named', () => {
    const asked = readArguments(['--fault', 'wire/schema', '--', 'adapter', '--list']);
    expect(asked).toMatchObject({
      kind: 'run',
      fault: { check: 'wire/schema' },
      command: ['adapter', '--list'],
    });
  });

  it('lists every fault', () => {
    const asked = readArguments(['--list']);
    const lines = asked.kind === 'print' ? asked.text.trimEnd().split('\n') : [];
    expect(lines.map(line => line.split(' ')[0])).toEqual(allFaults.map(({ check }) => check));
  });

  it('says how it is used', () => {
    expect(readArguments(['--help'])).toMatchObject({
      kind: 'print',
      text: expect.stringMatching(/^Usage: broken-adapter/) as string,
    });
  });

  it.each([
    [[], /which fault/],
    [['--fault', 'wire/nowhere', '--', 'adapter'], /there is no fault "wire\/nowhere"/],
    [['--fault', 'wire/schema'], /which adapter/],
    [['--fault', 'wire/schema', '--'], /which adapter/],
    [['--fault', 'security/websocket-origin', '--', 'adapter'], /one of a server/],
    [['--flaw', 'wire/schema'], /--flaw/],
    [['adapter'], /adapter/],
  ])('refuses %j with the reason', (args, reason) => {
    const asked = readArguments(args);
    expect(asked.kind).toBe('mistake');
    expect(asked).toMatchObject({ text: expect.stringMatching(reason) as string });
  });
});
