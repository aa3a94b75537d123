// `npm run time-bench`: what recording costs, how long ways back take, and how both grow; `--write` puts it into the document.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

const usage = `npm run time-bench -- [options]
  --only TEXT     only programs of bench/programs/time with TEXT in their file name
  --runs N        rounds of each, 3 if absent
  --length N      the length that goals are about, as a power of ten; 8 if absent
  --longest N     the longest run for memory, as a power of ten; 9 if absent
  --write         puts the tables and the picture into the documents`;
if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit();
}
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
