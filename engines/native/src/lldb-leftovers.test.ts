// What LLDB leaves behind goes, and nothing else.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftovers } from './lldb-leftovers.js';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sonde-leftovers-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('takes away the folder of the process, and the one around it once that is empty', async () => {
  const around = join(folder(), 'lldb');
  for (const name of ['7', '8']) mkdirSync(join(around, name), { recursive: true });
  writeFileSync(join(around, '7', 'text.expr'), 'a + b');
  await removeLeftovers(7, around);
  expect([existsSync(join(around, '7')), existsSync(join(around, '8'))]).toEqual([false, true]);
  await removeLeftovers(8, around);
  expect(existsSync(around)).toBe(false);
  await removeLeftovers(9, around);
});

it('follows no link to somewhere else', async () => {
  const at = folder();
  mkdirSync(join(at, 'elsewhere', '7'), { recursive: true });
  symlinkSync(join(at, 'elsewhere'), join(at, 'lldb'));
  await removeLeftovers(7, join(at, 'lldb'));
  expect(existsSync(join(at, 'elsewhere', '7'))).toBe(true);
});
