// Going back in time on the screen: keys, the list of moments, and the line of time as text.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { launch, openScreen } from './screen-session.js';

const program = `fn add(a, b) {
  let both = a + b;
  return both;
}
let total = 0;
print "begin";
total = add(total, 1);
total = add(total, 2);
print "total " + total;
`;

const enter = '\r';

it('goes back by lines, into and out of calls, to the start, and to moments of the list', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-tui-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sum.mini');
  writeFileSync(path, program);
  const { terminal } = openScreen({ start: launch(path), size: [160, 30] });
  await terminal.sees(/5▶ let total/);
  terminal.type('nnnn');
  await terminal.sees(/9▶ print "total/);
  terminal.type('N');
  await terminal.sees(/8▶ total = add\(total, 2/);
  terminal.type('S');
  await terminal.sees(/3▶ {3}return both/);
  terminal.type('F');
  await terminal.sees(/7▶ total = add\(total, 1/);
  terminal.type('R');
  await terminal.sees(/5▶ let total/);

  terminal.type(`:timeline${enter}`);
  await terminal.sees(/Timeline 0 of \d+ instructions/);
  await terminal.sees(/▮─.*•/);
  await terminal.sees('stdout: "begin"');
  terminal.type(']');
  await terminal.sees(/6▶ print "begin"/);
  await terminal.sees(/[•─]▮/);
  terminal.type('[');
  await terminal.sees(/5▶ let total/);
  await terminal.sees(/Timeline 0 of \d+ instructions/);
});
