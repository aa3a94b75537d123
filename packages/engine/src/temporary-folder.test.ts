import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.js';

describe('a temporary folder', () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'sonde-test-'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('is for this user alone and carries the process that owns it', async () => {
    const folder = await makeTemporaryFolder('build', base);
    expect(folder).toContain(`sonde-build-${process.pid}-`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('of a dead process is removed with the next one, and nothing else is', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const abandoned = join(base, `sonde-build-${dead}-abcdef`);
    const alive = join(base, `sonde-build-${process.pid}-abcdef`);
    const foreign = join(base, `other-build-${dead}-abcdef`);
    for (const folder of [abandoned, alive, foreign]) mkdirSync(folder);
    writeFileSync(join(abandoned, 'program'), '');
    const file = join(base, `sonde-build-${dead}-ghijkl`);
    writeFileSync(file, 'no folder of ours');
    await makeTemporaryFolder('build', base);
    expect([abandoned, alive, foreign, file].map(existsSync)).toEqual([false, true, true, true]);
  });

  it('is refused with the cause when there is no place for it', async () => {
    const nowhere = join(base, 'nowhere');
    await expect(makeTemporaryFolder('build', nowhere)).rejects.toMatchObject({
      blame: 'environment',
      text: `no temporary folder can be made in ${nowhere}: it does not exist. Set TMPDIR to a folder that can be written.`,
    });
    writeFileSync(nowhere, '');
    await expect(makeTemporaryFolder('build', nowhere)).rejects.toThrow('nothing can be made there');
  });
});
