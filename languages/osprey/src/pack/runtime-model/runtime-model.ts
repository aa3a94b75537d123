// The runtime model of Osprey: what its runtime says of a program that ends, and what it has for each strand.

import { address, Failure } from '@sonde/engine';
import { textAt, wordsAt, type RuntimeModel, type RuntimeReads, type RuntimeScope } from '@sonde/language';
import { readFacts, withoutTables } from '../inspection/facts.js';
import { layoutVersion } from '../inspection/layout.js';
import { channelScope } from './channels.js';
import { handlerScope } from './handlers.js';
import { runScope } from './recorded-run.js';
import { readStrands } from './strand-list.js';

/** Longer ones are cut; the runtime makes none. */
const longest = 1_024;

export const ospreyRuntime = (reads: RuntimeReads): RuntimeModel => ({
  facts: async () => (await readFacts(reads)) ?? withoutTables(reads),
  scopes: thread => readScopes(reads, thread),
  explainStop: async () => {
    const [at] = await reads.symbols(['osp_last_words']);
    const pointer = at === undefined ? undefined : await wordsAt(reads, at.offset, 1);
    return pointer === undefined ? undefined : textAt(reads, pointer.at(0), longest);
  },
});

async function readScopes(reads: RuntimeReads, thread: bigint): Promise<readonly RuntimeScope[]> {
  const [version, strands, channels, run] = await reads.symbols([
    'osp_layout_version',
    'osp_strands',
    'osp_channels',
    'osp_run',
  ]);
  if (version === undefined || strands === undefined || channels === undefined || run === undefined)
    return [];
  await checkVersion(reads, version.offset);
  const all = await readStrands(reads, strands.offset);
  const own = all.find(strand => strand.address === thread);
  const scopes = await Promise.all([
    handlerScope(reads, own?.handlers ?? 0n),
    channelScope(reads, channels.offset, all),
    runScope(reads, run.offset),
  ]);
  return scopes.filter(({ children }) => children.named > 0);
}

async function checkVersion(reads: RuntimeReads, at: bigint): Promise<void> {
  const { bytes } = await reads.reader.memory(address(at), 4);
  const version =
    bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, reads.littleEndian);
  if (version !== layoutVersion)
    throw new Failure(
      'not-supported',
      'environment',
      `its tables are of version ${version}, and version ${layoutVersion} is the one that is known`,
    );
}
