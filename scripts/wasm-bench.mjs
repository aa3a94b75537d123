// `npm run wasm-bench`: how fast an instrumented module is beside the plain one and beside V8's inspector.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const { moduleTables } = await import('../bench/dist/modules.js');
const wanted = process.argv.indexOf('--runs');
const runs = wanted < 0 ? 5 : Number(process.argv[wanted + 1]);
const { compiled, offered } = await moduleTables(runs, () => undefined);
note(compiled ?? 'C is left out: wasm-ld-22 (of lld) is not here.');
if (offered !== undefined) note(`\n${offered}`);
if (process.argv.includes('--write')) {
  const file = path.join(root, 'docs/benchmarks.md');
  let text = readFileSync(file, 'utf8');
  // What could not be measured here stays as it was measured elsewhere.
  if (compiled !== undefined) text = withPart(text, 'wasm-bench', compiled);
  if (offered !== undefined) text = withPart(text, 'wasm-offered-bench', offered);
  writeFileSync(file, text);
}
