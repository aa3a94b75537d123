import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outsideData, outsideFolder } from './outside.js';
import { repositoryRoot } from './repository.js';

const folder = mkdtempSync(join(tmpdir(), 'sonde-outside-'));
writeFileSync(join(folder, 'there.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

test('an artefact is found in the folder that the environment names', () => {
  const environment = { SONDE_SHARED_DATA: folder };
  expect(outsideData('there.json', environment)).toBe(join(folder, 'there.json'));
  expect(outsideData('absent.json', environment)).toBeUndefined();
});

test('without the variable the folder lies next to the repository', () => {
  const root = repositoryRoot();
  expect(root).toBeDefined();
  expect(outsideFolder({})).toBe(join(dirname(root!), 'shared', 'data'));
  expect(outsideFolder({ SONDE_SHARED_DATA: '' })).toBe(join(dirname(root!), 'shared', 'data'));
});

test('outside of a repository there is no root', () => {
  expect(repositoryRoot(folder)).toBeUndefined();
});
