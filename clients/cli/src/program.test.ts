import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { languages } from './languages.js';
import { findProgram } from './program.js';

it('a module is a contract where its description lies beside it, and plain WebAssembly elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['Vault.wasm', 'Vault.meta', 'plain.wasm', 'plain.wasm.c'])
    writeFileSync(join(folder, name), '\0asm');
  const languageOf = async (name: string, told?: string): Promise<string> =>
    (await findProgram(join(folder, name), languages, told)).language.id;
  expect(await languageOf('Vault.wasm')).toBe('twilight');
  expect(await languageOf('Vault.meta')).toBe('twilight');
  expect(await languageOf('plain.wasm')).toBe('wasm');
  expect(await languageOf('plain.wasm.c')).toBe('wasm');
  expect(await languageOf('Vault.wasm', 'wasm')).toBe('wasm');
  expect(await languageOf('plain.wasm', 'twilight')).toBe('twilight');
});
