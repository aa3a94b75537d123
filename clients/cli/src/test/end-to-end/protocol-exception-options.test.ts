// Exception options: paths into the tree of exceptions, by filter and by name, and when each of them stops.

import { fileURLToPath } from 'node:url';
import type { RequestArguments } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { c } from '@sonde/language-c';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

type Options = NonNullable<RequestArguments<'setExceptionBreakpoints'>['exceptionOptions']>;

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));
const program = fileURLToPath(new URL('errors.mini', mini.examples));

/** The markers at which a program stops with these options, one after the other. */
async function stopsAt(exceptionOptions: Options): Promise<readonly string[]> {
  const client = await open();
  await client.launch({ program }, async each => {
    const answer = await each.request('setExceptionBreakpoints', { filters: [], exceptionOptions });
    expect(answer!.breakpoints).toHaveLength(exceptionOptions.length);
    expect(answer!.breakpoints!.every(({ verified }) => verified)).toBe(true);
  });
  const markers = { [lineOf(program, '#divide')]: 'divide', [lineOf(program, '#throw')]: 'throw' };
  const stops: string[] = [];
  for (;;) {
    const stop = await client.waitForStop().catch(() => undefined);
    if (stop === undefined) return stops;
    expect(stop.reason).toBe('exception');
    expect(stop.body.hitBreakpointIds).toHaveLength(1);
    stops.push(markers[(await client.topFrame()).line] ?? '?');
    await client.resume();
  }
}

const named = (...names: string[]) => [{ names: ['thrown'] }, { names }];

describe('exception options', () => {
  it('without a path mean all exceptions', async () => {
    expect(await stopsAt([{ breakMode: 'always' }])).toEqual(['divide', 'throw', 'divide']);
  });

  witness(
    mini,
    ['capability supportsExceptionOptions', 'request setExceptionBreakpoints'],
    'choose by name below a filter, which goes by its id or its label',
    async () => {
      expect(await stopsAt([{ path: named('Empty'), breakMode: 'always' }])).toEqual(['throw']);
      const byLabel = [{ names: ['Thrown errors'] }, { names: ['DivisionByZero'] }];
      expect(await stopsAt([{ path: byLabel, breakMode: 'always' }])).toEqual(['divide', 'divide']);
    },
  );

  it('choose all but the names given', async () => {
    const path = [{ names: ['thrown'] }, { names: ['DivisionByZero'], negate: true }];
    expect(await stopsAt([{ path, breakMode: 'always' }])).toEqual(['throw']);
  });

  it.each(['unhandled', 'userUnhandled'] as const)(
    'stop only where nobody takes it (%s)',
    async breakMode => {
      expect(await stopsAt([{ path: [{ names: ['thrown'] }], breakMode }])).toEqual(['divide']);
      expect(await stopsAt([{ path: named('Empty'), breakMode }])).toEqual([]);
    },
  );

  it('that never stop add nothing to those that do', async () => {
    expect(await stopsAt([{ breakMode: 'never' }])).toEqual([]);
    expect(
      await stopsAt([
        { path: named('DivisionByZero'), breakMode: 'never' },
        { path: named('Empty'), breakMode: 'always' },
      ]),
    ).toEqual(['throw']);
  });

  it('that mean nothing are answered each with the reason, beside those that do', async () => {
    const client = await open();
    await client.launch({ program }, async each => {
      const { breakpoints } = (await each.request('setExceptionBreakpoints', {
        filters: ['thrown', 'misspelt'],
        filterOptions: [{ filterId: 'nobody', condition: '1' }],
        exceptionOptions: [
          { path: [{ names: ['no such filter'] }], breakMode: 'always' },
          { path: [{ names: ['thrown'] }, { names: [] }], breakMode: 'always' },
          { path: [{ names: ['thrown'] }, { names: ['A'] }, { names: ['B'] }], breakMode: 'always' },
        ],
      }))!;
      expect(breakpoints!.map(({ verified, reason }) => [verified, reason])).toEqual([
        [true, undefined],
        ...Array.from({ length: 5 }, () => [false, 'failed']),
      ]);
      const messages = breakpoints!.slice(1).map(({ message }) => message);
      expect(messages[0]).toMatch(/no exception filter "misspelt".*thrown, uncaught/);
      expect(messages[1]).toMatch(/no exception filter "nobody"/);
      expect(messages[2]).toMatch(/no exception filter "no such filter"/);
      expect(messages[3]).toMatch(/selects nothing/);
      expect(messages[4]).toMatch(/too long/);
    });
    await client.waitForStop({ reason: 'exception' });
    expect((await client.topFrame()).line).toBe(lineOf(program, '#divide'));
  });

  witness(
    ng,
    ['capability supportsExceptionOptions', 'request setExceptionBreakpoints'],
    'reach the errors of NG by name',
    async () => {
      const client = await open();
      const throws = fixture('throws.ng');
      await client.launch({ program: throws }, each =>
        each.request('setExceptionBreakpoints', {
          filters: [],
          exceptionOptions: [{ path: [{ names: ['thrown'] }, { names: ['Nonsense'] }], breakMode: 'always' }],
        }),
      );
      await client.waitForEnd();
      const again = await open();
      await again.launch({ program: throws }, each =>
        each.request('setExceptionBreakpoints', {
          filters: [],
          exceptionOptions: [{ breakMode: 'unhandled' }],
        }),
      );
      await again.waitForStop({ reason: 'exception' });
      expect((await again.topFrame()).line).toBe(lineOf(throws, '#throw'));
    },
  );
});

describeUnlessMissing('exception options of native programs', (await nativeTools()).missing, () => {
  const signals = `#include <signal.h>
#include <stdio.h>
static void take(int n) { printf("took %d\\n", n); fflush(stdout); }
int main(void) {
  signal(SIGUSR1, take);
  raise(SIGUSR1); // #caught
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR2, take);
  raise(SIGUSR2); // #second
  raise(SIGTERM); // #uncaught
  return 0;
}
`;

  /** The names of the signals at which it stops. */
  async function signalsOf(exceptionOptions: Options): Promise<readonly string[]> {
    const source = new ScratchFolder().file('signals.c', signals);
    const client = await open();
    await client.launch({ program: source }, async each => {
      const answer = await each.request('setExceptionBreakpoints', { filters: [], exceptionOptions });
      expect(answer!.breakpoints).toMatchObject(exceptionOptions.map(() => ({ verified: true })));
    });
    const names: string[] = [];
    for (;;) {
      const stop = await client.waitForStop().catch(() => undefined);
      if (stop === undefined) break;
      const { exceptionId } = await client.request('exceptionInfo', { threadId: stop.threadId });
      names.push(exceptionId);
      await client.resume();
    }
    // Whatever stops or not: the program gets its signals.
    expect(client.output().match(/took \d+/g)).toHaveLength(2);
    expect((await client.waitFor('exited')).body.exitCode).toBe(128 + 15);
    return names;
  }

  witness(
    c,
    ['capability supportsExceptionOptions', 'request setExceptionBreakpoints'],
    'choose signals by name',
    async () => {
      const path = [{ names: ['any-signal'] }, { names: ['SIGUSR2'] }];
      expect(await signalsOf([{ path, breakMode: 'always' }])).toEqual(['SIGUSR2']);
    },
  );

  it('tell signals that the program takes from those that it does not', async () => {
    expect(await signalsOf([{ breakMode: 'unhandled' }])).toEqual(['SIGTERM']);
    expect(await signalsOf([{ breakMode: 'always' }])).toEqual(['SIGUSR1', 'SIGUSR2', 'SIGTERM']);
  });
});
