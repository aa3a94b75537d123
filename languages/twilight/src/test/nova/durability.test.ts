import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '@sonde/engine';
import { OwnedProcess } from '@sonde/testkit';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStore } from '../../nova/chain/check-store.js';
import { ChainState } from '../../nova/chain/chain-state.js';
import { replay } from '../../nova/chain/replay.js';
import { TransactionLog } from '../../nova/chain/transaction-log.js';
import { fromLittleEndian, hexOf } from '../../nova/hex.js';
import type { LogEntry } from '../../nova/log/entry.js';
import { PlainRunner } from '../../nova/machine/plain-runner.js';
import { LevelStore } from '../../nova/store/level-store.js';

const writer = fileURLToPath(new URL('./endless-writer.js', import.meta.url));
const random = seededRandom(22);
let base: string;
beforeAll(async () => {
  base = await makeTemporaryFolder('novadurability');
});
afterAll(() => rm(base, { recursive: true, force: true }));

/** What the process said was committed, and how it ended. */
async function write(
  command: string,
  args: readonly string[],
  stopAfter: number,
): Promise<{ readonly committed: readonly number[]; readonly failed: string | undefined }> {
  const child = await OwnedProcess.start(command, args);
  const committed: number[] = [];
  let failed: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('failed: ')) failed = line;
    else committed.push(Number(line.split(' ')[0]));
    if (committed.length === stopAfter) child.kill('SIGKILL');
  }
  await child.exited;
  return { committed, failed };
}

/** Whole, with all that was committed; the counter is what the entries of the log add up to. */
async function inspect(folder: string, committed: readonly number[]): Promise<readonly LogEntry[]> {
  const store = await LevelStore.open(folder, { create: false });
  try {
    expect((await checkStore(store)).problems).toEqual([]);
    const entries = await new TransactionLog(store).last(Infinity);
    const known = new Set(entries.map(({ sequence }) => sequence));
    expect(committed.filter(sequence => !known.has(sequence))).toEqual([]);
    const state = new ChainState(store);
    const added = entries.filter(
      ({ function: name, outcome }) => name === 'add' && outcome.status === 'success',
    );
    const stored = await state.storageOf(entries.at(-1)!.to).all();
    const count = stored.get(hexOf(new TextEncoder().encode('count')));
    expect(count === undefined ? 0n : fromLittleEndian(count)).toBe(BigInt(2 * added.length));
    for (const entry of entries.slice(0, 3))
      expect((await replay(state, new PlainRunner(), entry)).differences).toEqual([]);
    return entries;
  } finally {
    await store.close();
  }
}

test('a process that is killed at any point leaves a store that is whole, with all that was committed', async () => {
  const folder = join(base, 'killed');
  const all: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { committed } = await write(process.execPath, [writer, folder], 1 + random(30));
    all.push(...committed);
    await inspect(folder, all);
  }
});

test('a store that cannot grow says so; the transaction leaves no trace, and all before it are there', async () => {
  const folder = join(base, 'full');
  const limited = `ulimit -f 40; exec "$0" "$1" "$2"`;
  const { committed, failed } = await write(
    'sh',
    ['-c', limited, process.execPath, writer, folder],
    Infinity,
  );
  expect(failed).toMatch(
    /the store .*full cannot be used: a file may not grow beyond the limit.*Nothing of the transaction was kept/,
  );
  expect(committed.length).toBeGreaterThan(1);
  const entries = await inspect(folder, committed);
  expect(entries).toHaveLength(committed.length);
});
