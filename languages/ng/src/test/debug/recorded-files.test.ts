// Files in recordings: a replay reads what the program read then, wherever it is replayed and whatever is on the disk now.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { load, written, type NgDriver } from '../harness.js';

const on = { kind: 'on', memoryBudget: 1 << 26 } as const;

async function recordingOf({ driver }: NgDriver): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of driver.engine.time!.recording()) all.push(piece);
  return Buffer.concat(all);
}

/** Runs it to its end, or to the error that ends it. */
async function recorded(program: string): Promise<{ readonly data: Uint8Array; readonly output: string }> {
  const ng = await load(program, { settings: { recording: on, cwd: dirname(program) } });
  await ng.driver.engine.begin();
  await ng.driver.next('exited');
  return { data: await recordingOf(ng), output: ng.driver.output() };
}

async function printedAgain(program: string, data: Uint8Array): Promise<{ output: string; text: string }> {
  const again = await load(program, { settings: { recording: { kind: 'replay', data }, cwd: '/' } });
  await again.driver.begin();
  const { moments } = await again.driver.engine.time!.timeline({ limit: 99, kinds: ['output'] });
  const [reason] = again.driver.reasons;
  return {
    output: moments.map(m => (m.kind === 'output' && m.stream === 'stdout' ? m.text : '')).join(''),
    text: reason?.kind === 'end-of-recording' ? reason.text : '',
  };
}

/** Bytes of all values, in another number than 256. */
const binary = String.fromCharCode(...Array.from({ length: 300 }, (_, nth) => nth % 256));

it('are read again as they were: full, empty, binary, missing, a folder', async () => {
  const source = `fun tell(name: string) {
    val text = readFile(name);
    print(name, text, text == "");
}
fun main() {
    tell("full.txt");
    tell("./empty.txt");
    val bytes = readFile("binary");
    writeFile("made", bytes);
    print(readFile("./made") == bytes, bytes == "");
}
main();
`;
  const files = { 'full.txt': 'first', 'empty.txt': '' };
  const program = written(source, files);
  writeFileSync(join(dirname(program), 'binary'), binary, 'latin1');
  const { data, output } = await recorded(program);
  expect(output).toContain('full.txt, first, false');
  expect(output).toContain('empty.txt, , true');
  // Another folder, in which the files are others or none.
  const elsewhere = written(source, { 'full.txt': 'second, and longer' });
  expect(await printedAgain(elsewhere, data)).toEqual({
    output,
    text: 'the program ended with exit code 0',
  });
  expect(existsSync(join(dirname(elsewhere), 'made'))).toBe(false);
});

it.each(['missing.txt', 'folder'])('fail again as they did: %s', async name => {
  const source = `fun main() {\n    print("before");\n    print(readFile("${name}"));\n}\nmain();\n`;
  const program = written(source);
  mkdirSync(join(dirname(program), 'folder'));
  const { data, output } = await recorded(program);
  const elsewhere = written(source, { [name]: 'there now' });
  rmSync(join(dirname(program), 'folder'), { recursive: true });
  expect(await printedAgain(elsewhere, data)).toEqual({
    output,
    text: 'the program ended with exit code 255',
  });
});
