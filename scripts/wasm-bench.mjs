// `npm run wasm-bench`: how fast an instrumented module is beside the plain one and beside V8's inspector.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const { moduleTable } = await import('../bench/dist/modules.js');
const wanted = process.argv.indexOf('--runs');
const runs = wanted < 0 ? 5 : Number(process.argv[wanted + 1]);
const text = moduleTable(runs, () => undefined);
note(text);
if (process.argv.includes('--write')) {
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'wasm-bench', text));
}
