// `npm run layout-bench`: how long the object graph takes to lay out a hundred objects; `--write` puts it into the document.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const { layoutRate } = await import('../packages/panels/dist/test/layout-rate.js');
const { nodes, wholeMs, moreMs } = layoutRate();
const text = `${nodes} objects with their references are laid out in ${wholeMs.toFixed(2)} ms, and in ${moreMs.toFixed(2)} ms where only eight of them are new (medians of 40), on ${os.cpus().length} × ${os.cpus()[0].model.trim()}, Node ${process.versions.node}. What was placed moves by 0 px.`;
note(text);
if (process.argv.includes('--write')) {
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'layout-bench', text));
}
