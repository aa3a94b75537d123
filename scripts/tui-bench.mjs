// `npm run tui-bench`: what a frame of the terminal debugger costs, and how many bytes a step sends to the terminal.
//
// There is no peer to compare with, so the numbers stand alone: they say what a step costs over ssh.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { root } from './lib/repository.mjs';
import { withScreen } from './lib/tui-screen.mjs';

const program = path.join(root, 'languages/mini/examples/tour.mini');
const steps = 150;
const rows = [
  '| screen | steps | frames | ms for a frame | slowest | bytes for a step |',
  '|---|---|---|---|---|---|',
];

for (const size of [
  [80, 24],
  [200, 52],
])
  await withScreen({ program, size }, async ({ screen, terminal, stop, type }) => {
    // Warm: what is measured is the work, not the compiler.
    for (let step = 0; step < 30; step++) await stop(() => type('s'));
    const before = { ...screen.frames.count };
    const bytes = terminal.bytes;
    let slowest = 0;
    for (let step = 0; step < steps; step++) {
      await stop(() => type('s'));
      slowest = Math.max(slowest, screen.frames.count.last);
    }
    const { frames, total } = screen.frames.count;
    const count = frames - before.frames;
    rows.push(
      `| ${size.join('×')} | ${steps} | ${count} | ${((total - before.total) / count).toFixed(2)} | ${slowest.toFixed(2)} | ${Math.round((terminal.bytes - bytes) / steps)} |`,
    );
  });

const text = `${rows.join('\n')}\n\n${os.cpus()[0].model}, ${os.cpus().length} processors, Node ${process.version}.`;
console.log(text);
if (process.argv.includes('--write')) {
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'tui-bench', text));
}
