// Which exceptions a program stops at, by what its client was offered and what it chose, in any order of messages.

import type { DapClient } from '@sonde/dap';
import type { ExceptionFilter } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { Script, scripted } from './scripted-language.js';
import { ScriptedSession } from './scripted-session.js';

const errors: ExceptionFilter = { id: 'e', label: 'Errors', default: true, supportsCondition: false };
const other = {
  ...scripted(new Script()),
  id: 'other',
  name: 'Other',
  extensions: ['.other'],
  adapterNames: [],
  exceptionFilters: [{ ...errors, label: 'Mistakes' }],
};

/** A server of two languages whose filters have one id, and a client that does not say which language it means. */
async function open() {
  const session = new ScriptedSession();
  const language = { ...scripted(session.script), exceptionFilters: [errors] };
  const { client } = session.connect({ languages: [other, language] });
  const capabilities = await client.request('initialize', { adapterID: 'any' });
  return { client, offered: capabilities?.exceptionBreakpointFilters };
}

const run = (client: DapClient): Promise<readonly string[]> =>
  started(client, client.request('launch', { program: '/p.scripted' }));

/** Lets the program go; answers with the breakpoints that are armed then. */
async function started(client: DapClient, launch: Promise<unknown>): Promise<readonly string[]> {
  const stopped = client.once('stopped');
  await client.request('configurationDone');
  await launch;
  await stopped;
  const { breakpoints } = (await client.customRequest('sonde/breakpoints', {})) as {
    readonly breakpoints: readonly { readonly name: string; readonly owner: string; verified: boolean }[];
  };
  return breakpoints.filter(({ verified }) => verified).map(({ name, owner }) => `${name} of ${owner}`);
}

describe('a client of a server of several languages', () => {
  it('is offered the filters of all of them in the answer to "initialize"', async () => {
    const { offered } = await open();
    expect(offered).toMatchObject([
      { filter: 'other.e', label: 'Mistakes (Other)', default: true },
      { filter: 'scripted.e', label: 'Errors (Scripted)', default: true },
    ]);
  });

  it('gets the filters of the language alone by event, when that is known', async () => {
    const { client } = await open();
    const told = client.once('capabilities');
    await run(client);
    expect((await told).capabilities.exceptionBreakpointFilters).toMatchObject([
      { filter: 'e', label: 'Errors' },
    ]);
  });

  it.each(['before', 'after'] as const)(
    'may choose from the offer of all %s the launch; the filters of others do not count',
    async when => {
      const { client, offered } = await open();
      const filterOptions = offered!.map(({ filter }) => ({ filterId: filter }));
      const choose = () => client.request('setExceptionBreakpoints', { filters: [], filterOptions });
      if (when === 'before') await choose();
      const launch = client.request('launch', { program: '/p.scripted' });
      if (when === 'after')
        expect((await choose())?.breakpoints).toMatchObject([
          { verified: false, message: expect.stringMatching(/no exception filter "other.e"/) as string },
          { verified: expect.any(Boolean) as boolean },
        ]);
      expect(await started(client, launch)).toEqual([expect.stringMatching(/^Errors of client/)]);
    },
  );

  it('switches the language’s own choice off with an empty list, having seen the filters', async () => {
    const { client } = await open();
    await client.request('setExceptionBreakpoints', { filters: [] });
    expect(await run(client)).toEqual([]);
  });
});

describe('a client that was offered no filter in the answer to "initialize"', () => {
  const plain = { ...other, id: 'plain', adapterNames: ['plain-dap'], exceptionFilters: [] };

  async function launched() {
    const session = new ScriptedSession();
    const language = { ...scripted(session.script), exceptionFilters: [errors] };
    const { client } = session.connect({ languages: [plain, language] });
    await client.request('initialize', { adapterID: 'plain-dap' });
    const told = client.once('capabilities');
    const launch = client.request('launch', { program: '/p.scripted', language: 'scripted' });
    await told;
    return { client, launch };
  }

  it('switches nothing off with an empty list, though an event told it of filters', async () => {
    const { client, launch } = await launched();
    await client.request('setExceptionBreakpoints', { filters: [] });
    expect(await started(client, launch)).toEqual(['Errors of Scripted']);
  });

  it('does so after it has chosen one, which shows that it heard the event', async () => {
    const { client, launch } = await launched();
    await client.request('setExceptionBreakpoints', { filters: ['e'] });
    await client.request('setExceptionBreakpoints', { filters: [] });
    expect(await started(client, launch)).toEqual([]);
  });
});

it('a client that waits for "initialized" before it launches gets it, and stops at the same', async () => {
  const { client, offered } = await open();
  await client.once('initialized');
  await client.request('setExceptionBreakpoints', { filters: offered!.map(({ filter }) => filter) });
  expect(await run(client)).toEqual([expect.stringMatching(/^Errors of client/)]);
});
