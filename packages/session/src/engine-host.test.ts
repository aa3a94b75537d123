import { ResponseFailure } from '@sonde/dap';
import { expect, it } from 'vitest';
import type { BreakpointTexts } from './breakpoints/breakpoint-texts.js';
import type { Client } from './clients/client.js';
import { engineHost } from './engine-host.js';

/** A client that answers a request for a terminal with an error. */
const refusing = (error: Error): Client =>
  ({
    initialize: { supportsRunInTerminalRequest: true },
    reverse: () => Promise.reject(error),
  }) as unknown as Client;

const wanted = { kind: 'integrated', title: 'program', cwd: '/', args: ['program'] } as const;

const opened = (error: Error): Promise<unknown> =>
  engineHost({} as BreakpointTexts, [refusing(error)], () => undefined).runInTerminal!(wanted);

it('says what to do where the client opens no terminal', async () => {
  await expect(opened(new ResponseFailure('No terminals here.'))).rejects.toMatchObject({
    message: 'the client did not run the program in a terminal: No terminals here.',
    next: 'To run it without one, set "console": "internalConsole" in the launch configuration.',
  });
});

it('leaves other troubles as they are', async () => {
  await expect(opened(new Error('the client is gone'))).rejects.toThrow('the client is gone');
});
