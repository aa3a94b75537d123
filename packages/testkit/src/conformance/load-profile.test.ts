import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProfileProblem, loadProfile } from './load-profile.js';
import { startingProfile } from './starting-profile.js';

function written(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'testkit-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'profile.json');
  writeFileSync(file, text);
  return file;
}

const changed = (more: object): string => written(JSON.stringify({ ...startingProfile(), ...more }));

describe('a profile', () => {
  it('has its files written, its placeholders filled, and its folder removed in the end', async () => {
    process.env['TESTKIT_PROFILE_WORD'] = 'from outside';
    onTestFinished(() => {
      Reflect.deleteProperty(process.env, 'TESTKIT_PROFILE_WORD');
    });
    const file = changed({
      files: { 'a/b.txt': ['one', 'two'] },
      prepare: [[process.execPath, '-e', 'require("fs").writeFileSync("made", "yes")']],
      launch: { program: '${folder}/a/b.txt', word: '${env:TESTKIT_PROFILE_WORD}', beside: '${profile}' },
    });
    const { profile, folder, close } = await loadProfile(file);
    expect(profile.launch).toEqual({
      program: `${folder}/a/b.txt`,
      word: 'from outside',
      beside: join(file, '..'),
    });
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(existsSync(join(folder, 'made'))).toBe(true);
    await close();
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['is not there', () => '/nowhere/profile.json', /cannot be read/],
    ['is not JSON', () => written('{'), /is not JSON/],
    ['has another version', () => changed({ version: 2 }), /is not valid: profile\.version/],
    ['has an unknown property', () => changed({ stopp: {} }), /is not valid: profile/],
    ['leaves its folder', () => changed({ files: { '../x': [] } }), /outside its folder/],
    ['cannot be prepared', () => changed({ prepare: [['/nowhere/cc']] }), /cannot be prepared/],
  ])('that %s is refused in words', async (_, file, words) => {
    const loading = loadProfile(file());
    await expect(loading).rejects.toThrow(words);
    await expect(loading).rejects.toBeInstanceOf(ProfileProblem);
  });

  it('that takes long to prepare can be given up', async () => {
    const slow = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const given = new AbortController();
    const loading = loadProfile(changed({ prepare: [slow] }), { signal: given.signal });
    given.abort();
    await expect(loading).rejects.toBeInstanceOf(ProfileProblem);
  });
});
