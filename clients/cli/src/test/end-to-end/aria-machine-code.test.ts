// Code without debug information that a program writes into wildx memory: whoever called it is found.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { lineOf } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { clientFor } from './in-process.js';
import { written } from './written-programs.js';

vi.setConfig({ testTimeout: 120_000 });

/** An instruction that no processor takes. */
const undefinedInstruction = process.arch === 'arm64' ? [0, 0, 0, 0] : [0x0f, 0x0b];

const program = `func:run = int64(wildx byte@:code, int64:given) {
  int64:kept = given + 1;
  pass(aria.call(code, kept)); // #call
};
func:main = int32() {
  wildx byte@:code = aria.alloc_exec(16);
  ${undefinedInstruction.map((byte, index) => `code[${index}] = ${byte};`).join(' ')}
  aria.seal(code);
  int64:got = run(code, 6); // #main
  println(\`&{got}\`);
  pass(0);
};
`;

describeUnlessMissing('machine code of the program', (await nativeTools()).missing, () => {
  it('is called by the function that called it', async () => {
    const path = written('raw.aria', program);
    const client = await clientFor(aria);
    await client.launch({ program: path });
    const { threadId } = await client.waitForStop({ reason: 'exception' });
    const { stackFrames } = await client.request('stackTrace', { threadId });
    const known = stackFrames.filter(({ source }) => source?.path === path);
    expect(known.map(({ name, line }) => [name, line])).toEqual([
      ['run', lineOf(path, '#call')],
      ['main', lineOf(path, '#main')],
    ]);
    const { result } = await client.request('evaluate', { expression: 'kept', frameId: known[0]!.id });
    expect(result).toBe('7');
  });
});
