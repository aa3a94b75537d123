// `npm run tui-bench`: what a frame of the terminal debugger costs, and how many bytes a step sends to the terminal.
//
// There is no peer to compare with, so the numbers stand alone: they say what a step costs over ssh.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withPart } from './lib/marked-part.mjs';
import { root } from './lib/repository.mjs';
import { withScreen } from './lib/tui-screen.mjs';

const tour = path.join(root, 'languages/mini/examples/tour.mini');
const rows = [
  '| program | screen | steps | frames | ms for a frame, half of them at most | on average | slowest | bytes for a step |',
  '|---|---|---|---|---|---|---|---|',
];

/** 60,000 lines and 2,000 globals, which stands at its end: what a frame costs must not grow with either. */
function largeProgram(folder) {
  const file = path.join(folder, 'large.mini');
  const globals = Array.from({ length: 2_000 }, (_, nth) => `let g${nth} = ${nth};`);
  const filler = Array.from({ length: 57_990 }, (_, nth) => `// Line ${nth} says nothing.`);
  const loop = ['let i = 0;', 'while i < 1000 {', '  g1 = g1 + i;', '  g2 = g2 + g1;', '  i = i + 1;', '}'];
  writeFileSync(file, [...filler, ...globals, ...loop, ''].join('\n'));
  return { file, loop: filler.length + globals.length + 3 };
}

async function measure(name, { program, size, steps = 150, from }) {
  await withScreen({ program, size }, async ({ screen, terminal, stop, type }) => {
    if (from !== undefined) {
      type(`:break ${from}\r`);
      await stop(() => type('c'));
    }
    // Warm: what is measured is the work, not the compiler.
    for (let step = 0; step < 30; step++) await stop(() => type('s'));
    const before = { ...screen.frames.count };
    const bytes = terminal.bytes;
    let slowest = 0;
    const times = [];
    for (let step = 0; step < steps; step++) {
      const { frames: drawn, total: taken } = screen.frames.count;
      await stop(() => type('s'));
      const { count: now } = screen.frames;
      slowest = Math.max(slowest, now.last);
      if (now.frames > drawn) times.push((now.total - taken) / (now.frames - drawn));
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
    const { frames, total } = screen.frames.count;
    const count = frames - before.frames;
    rows.push(
      `| ${name} | ${size.join('×')} | ${steps} | ${count} | ${median.toFixed(2)} | ${((total - before.total) / count).toFixed(2)} | ${slowest.toFixed(2)} | ${Math.round((terminal.bytes - bytes) / steps)} |`,
    );
  });
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'sonde-tui-bench-'));
try {
  for (const size of [
    [80, 24],
    [200, 52],
  ])
    await measure('the tour', { program: tour, size });
  const { file, loop } = largeProgram(folder);
  await measure('60,000 lines, 2,000 globals', { program: file, size: [200, 52], from: loop });
} finally {
  rmSync(folder, { recursive: true });
}

const text = `${rows.join('\n')}\n\n${os.cpus()[0].model}, ${os.cpus().length} processors, Node ${process.version}.`;
console.log(text);
if (process.argv.includes('--write')) {
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'tui-bench', text));
}
