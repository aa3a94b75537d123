// Transactions of a node in another process: attached to by their hash, over TCP, and compared with a launch.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { twilight } from '@sonde/language-twilight';
import type { TestClient } from '@sonde/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { ask, endNode, startNode, type Node } from './nova-node.js';

const example = (name: string): string => fileURLToPath(new URL(name, twilight.examples));
const program = example('vault.twl');
const sourceFolder = fileURLToPath(twilight.examples!);

interface Listed {
  readonly hash: string;
  readonly state: string;
  readonly function?: string | null;
  readonly outcome?: { readonly status: string };
}

/** When the scenario is over. */
async function finished(node: Node, count: number): Promise<readonly Listed[]> {
  for (;;) {
    const { transactions } = (await ask(node, 'listTransactions', {})) as { transactions: readonly Listed[] };
    if (transactions.filter(({ outcome }) => outcome !== undefined).length >= count) return transactions;
  }
}

/** Steps through what is called, and tells all that a client sees on the way. */
async function walk(client: TestClient): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (let step = 0; step < 8; step++) {
    const frames = await client.stack();
    const { scopes } = await client.request('scopes', { frameId: frames[0]!.id });
    const values: unknown[] = [];
    for (const { name, variablesReference } of scopes.filter(each => each.name !== 'Memory')) {
      const { variables } = await client.request('variables', { variablesReference });
      values.push([
        name,
        variables.filter(each => each.name !== 'hash').map(each => `${each.name} = ${each.value}`),
      ]);
    }
    seen.push({ frames: frames.map(({ name, line }) => `${name}:${line}`), values });
    await client.next();
  }
  return seen;
}

describe('a node in another process', () => {
  let node: Node;
  let transactions: readonly Listed[];
  beforeAll(async () => {
    node = await startNode(example('vault.scenario.json'));
    transactions = await finished(node, 6);
  });
  afterAll(() => endNode(node));

  const attached = async (wanted: Partial<Listed> & { readonly hash?: string }): Promise<TestClient> => {
    const client = await clientFor(twilight);
    const found = transactions.find(
      each => each.function === wanted.function && each.outcome?.status === 'success',
    );
    const transaction = wanted.hash ?? found!.hash;
    const more = wanted.hash === undefined ? { sourceFolder } : {};
    await client.attach({ port: node.port, token: node.token, transaction, stopOnEntry: true, ...more });
    await client.waitForStop();
    return client;
  };

  it('runs a finished transaction again, and shows what a launch shows: stops, stacks, scopes', async () => {
    const far = await walk(await attached({ function: 'withdraw' }));
    const near = await clientFor(twilight);
    await near.launch({ program }, async each => {
      await each.setBreakpoints(program, [lineIn('pub fn withdraw') + 1]);
      await each.request('setExceptionBreakpoints', { filters: [] });
    });
    await near.waitForStop();
    const here = await walk(near);
    expect(far).toEqual(here);
    expect(JSON.stringify(far)).toContain('"open = true"');
    expect(far.length).toBe(8);
  });

  it('takes breakpoints by the name that it shows, without a folder of sources', async () => {
    const hash = transactions.find(each => each.function === 'withdraw')!.hash;
    const client = await attached({ hash });
    const [top] = await client.stack();
    expect(top!.source).toMatchObject({ name: 'vault.twl' });
    const line = lineIn('// #paid');
    for (const path of ['vault.twl', program]) {
      const { breakpoints } = await client.request('setBreakpoints', {
        source: { path },
        breakpoints: [{ line }],
      });
      expect(breakpoints).toMatchObject([{ verified: true, line }]);
    }
    await client.continue();
    expect(await client.stack()).toMatchObject([{ line }]);
  });

  it('`disconnect`: Call VM `Detach`; the node goes on', async () => {
    const client = await attached({ function: 'deposit' });
    await client.disconnect();
    const { transactions: after } = (await ask(node, 'listTransactions', {})) as {
      transactions: readonly Listed[];
    };
    expect(after).toEqual(transactions);
  });

  it.each([
    ['a wrong token', { token: 'nobody' }, /refused|token/],
    ['an unknown hash', { transaction: '0x123456' }, /0x123456|transaction/],
    ['no node there', { port: 1 }, /nothing listens/],
  ])('says why with %s', async (_, wrong, words) => {
    const client = await clientFor(twilight);
    const said = client.attach({
      port: node.port,
      token: node.token,
      transaction: transactions[0]!.hash,
      ...wrong,
    });
    await expect(said).rejects.toThrow(words);
  });

  // The last: nobody is left to be asked.
  it('that is killed ends the session with the reason', async () => {
    const client = await attached({ function: 'deposit' });
    node.process.kill('SIGKILL');
    await client.waitFor('terminated');
    expect(client.output()).toMatch(/gone/);
  });
});

const lineIn = (text: string): number =>
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex(line => line.includes(text)) + 1;
