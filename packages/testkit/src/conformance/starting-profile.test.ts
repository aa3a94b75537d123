import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readProfile } from './load-profile.js';
import { sectionNames } from './profile.js';
import { sectionHelp } from './section-help.js';
import { startingProfile } from './starting-profile.js';

it('every section is explained', () => {
  expect(sectionNames.filter(name => sectionHelp[name] === undefined)).toEqual([]);
});

it('the profile to start from is a valid one, and speaks of every section', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testkit-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'profile.json');
  writeFileSync(file, JSON.stringify(startingProfile()));
  const { lacks = {} } = await readProfile(file);
  expect(['stop', ...Object.keys(lacks)].sort()).toEqual([...sectionNames].sort());
});
