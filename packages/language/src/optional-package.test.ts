import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installCommand, loadOptional, optionalReport } from './optional-package.js';

const before = process.env['SONDE_PACKAGES'];
const folder = mkdtempSync(join(tmpdir(), 'sonde-packages-'));

beforeAll(() => {
  process.env['SONDE_PACKAGES'] = folder;
  const place = join(folder, 'node_modules', 'sonde-probe-there');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"type":"module","exports":{"default":"./it.js"}}');
  writeFileSync(join(place, 'it.js'), 'export const answer = 42;');
});

afterAll(() => {
  if (before === undefined) delete process.env['SONDE_PACKAGES'];
  else process.env['SONDE_PACKAGES'] = before;
  rmSync(folder, { recursive: true });
});

const wanted = (name: string, load: () => Promise<unknown> = () => import(name)) => ({
  name,
  version: '1.2.3',
  purpose: 'counts',
  load,
});

it('a package of the installation is taken', async () => {
  expect(await loadOptional(wanted('x', () => Promise.resolve({ own: 1 })))).toEqual({ own: 1 });
});

it('one that the installation lacks is taken from the folder of the user', async () => {
  expect(await loadOptional(wanted('sonde-probe-there'))).toMatchObject({ answer: 42 });
  expect(await optionalReport(wanted('sonde-probe-there'))).toMatchObject({ found: { version: '1.2.3' } });
});

it('one that is nowhere fails with the command that installs it', async () => {
  const install = `npm install --prefix "${folder}" sonde-probe-gone@1.2.3`;
  expect(installCommand(wanted('sonde-probe-gone'))).toBe(install);
  await expect(loadOptional(wanted('sonde-probe-gone'))).rejects.toMatchObject({
    code: 'tool-missing',
    text: `sonde-probe-gone, which counts, is not installed. Install it with \`${install}\`.`,
  });
  expect(await optionalReport(wanted('sonde-probe-gone'))).toMatchObject({ install });
});

it('one that is there and broken fails with its own error', async () => {
  const broken = wanted('x', () => Promise.reject(new Error('bad bytes')));
  await expect(loadOptional(broken)).rejects.toThrow('bad bytes');
  expect(await optionalReport(broken)).toMatchObject({ problem: 'bad bytes' });
});
