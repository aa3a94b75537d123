// `npm run heap-bench`: a large heap snapshot in Sonde, in Chrome's DevTools and in memlab, side by side.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareHeapPeers } from './lib/heap-peers.mjs';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const numberAfter = (option, usual) => {
  const at = process.argv.indexOf(option);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const peers = await prepareHeapPeers();
if (peers.problem !== undefined) note(`SKIPPED: DevTools and memlab: ${peers.problem}`);
const { heapTable } = await import('../bench/dist/heap/heap-bench.js');
const text = await heapTable({
  runs: numberAfter('--runs', 3),
  customers: numberAfter('--customers', 88_000),
  peers,
  progress: note,
});
note(text);
if (process.argv.includes('--write')) {
  if (peers.problem !== undefined) throw new Error('without its peers the table is not written');
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'heap-bench', text));
}
