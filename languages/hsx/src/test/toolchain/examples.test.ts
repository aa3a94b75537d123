// The examples in assembly: assembled, linked and run.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { imageOf, programOf } from '../../runtime/load.js';
import { runProgram } from '../../runtime/run-program.js';
import { assemble } from '../../toolchain/asm/assemble.js';
import { readHxe } from '../../toolchain/format/hxe-file.js';
import { link } from '../../toolchain/ld/link.js';

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url)), 'utf8');

test('mailbox.mvasm adds up what it sent to itself', () => {
  const { object, problems } = assemble(example('mailbox.mvasm'), { file: 'mailbox.mvasm' });
  expect(problems).toEqual([]);
  const { image } = link([{ name: 'mailbox', object: object! }], { appName: 'mailbox' });
  const program = readHxe(image!);
  expect(program.metadata.mailboxes).toMatchObject([{ target: 'app:samples', capacity: 96, mode: 3 }]);
  const result = runProgram(imageOf([programOf(program, 'mailbox')]), { limit: 10_000 });
  expect(result).toMatchObject({ stdout: 'sum = 15\n', exit: 15, fault: undefined });
});
