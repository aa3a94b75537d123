// A recorded run as a scope: which event it has come to (`osp_run_state` of runtime/scheduling.h).

import { namedChildren, type Child } from '@sonde/lens';
import { textAt, wordsAt, type RuntimeReads, type RuntimeScope } from '@sonde/language';

const modes: Readonly<Record<number, string>> = { 1: 'recorded', 2: 'replayed' };

/** Without children where the run is neither. */
export async function runScope(reads: RuntimeReads, at: bigint): Promise<RuntimeScope> {
  const words = await wordsAt(reads, at, 4);
  const mode = words === undefined ? undefined : modes[Number(words.at(0) & 0xffffffffn)];
  if (words === undefined || mode === undefined) return { name: 'Run', children: namedChildren([]) };
  const all = BigInt.asIntN(64, words.at(2));
  const row = (name: string, text: string): Child => ({ name, view: { text } });
  return {
    name: 'Run',
    children: namedChildren([
      row('mode', mode),
      row('event', all > 0n ? `${words.at(1)} of ${all}` : String(words.at(1))),
      row('record', (await textAt(reads, words.at(3), 4_096)) ?? '?'),
    ]),
  };
}
