// `npm run time-bench`: what recording costs, how long ways back take, and how both grow; `--write` puts it into the document.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const after = (option, usual) => {
  const at = process.argv.indexOf(option);
  return at < 0 ? usual : process.argv[at + 1];
};
const { timeBench } = await import('../bench/dist/time/time-bench.js');
const only = after('--only', '');
const { text, picture, skipped } = await timeBench({
  runs: Number(after('--runs', 3)),
  only,
  length: Number(after('--length', 8)),
  longest: Number(after('--longest', 9)),
  progress: note,
});
for (const peer of skipped) note(`SKIPPED: ${peer}`);
note(text);
if (process.argv.includes('--write')) {
  if (only !== '') throw new Error('a part of the languages is not written');
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'time-bench', text));
  writeFileSync(path.join(root, 'docs/images/time-travel-growth.svg'), picture);
}
