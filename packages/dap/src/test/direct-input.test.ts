// Standard input of a child process, read directly where it can be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const library = new URL('../node/direct-input.js', import.meta.url).href;
const script = `
  const { directInput } = await import(${JSON.stringify(library)});
  const input = directInput(0);
  if (input === undefined) process.stdout.write('not so');
  else {
    let text = '';
    input.stream.once('end', () => process.stdout.write(JSON.stringify(text)));
    input.read(bytes => { text += Buffer.from(bytes).toString('latin1'); process.stdout.write('.'); });
  }
`;

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

function start(stdin: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: [stdin, 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: async () => (await once(child, 'close'), said), soFar: () => said };
}

describe('standard input', () => {
  it('is read from a pipe, piece by piece, to its end', async () => {
    const { child, said, soFar } = start('pipe');
    child.stdin!.write('one');
    await expect.poll(soFar, { timeout: 10_000 }).toBe('.');
    child.stdin!.end('two');
    expect(await said()).toBe('.."onetwo"');
  });

  it('longer than one buffer comes whole', async () => {
    const { child, said } = start('pipe');
    const long = 'x'.repeat(300_000);
    child.stdin!.end(long);
    expect((await said()).replaceAll('.', '')).toBe(JSON.stringify(long));
  });

  it('that is a file is left to who can read it', async () => {
    const file = openSync(fileURLToPath(import.meta.url), 'r');
    cleanups.push(() => closeSync(file));
    expect(await start(file).said()).toBe('not so');
  });
});
