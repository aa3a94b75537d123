import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { olderLldbWarning, prepareOlderLldb } from './older-lldb.mjs';
import { scratchTree } from './scratch-tree.mjs';

const debian = { env: { PATH: '' }, isRoot: false, hasApt: true, isDebian: true };

/** Stands for an LLDB that was unpacked. */
function standIn(file, says) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(file, 0o755);
}

describe('an older LLDB', () => {
  it('is the one that the environment names', async () => {
    const around = { ...debian, env: { SONDE_OLDER_LLDB: '/some/lldb' } };
    expect(await prepareOlderLldb('/nowhere', around)).toEqual({ lldb: '/some/lldb' });
  });

  it('is the one that was unpacked before', async () => {
    const folder = scratchTree({});
    const file = path.join(folder, 'lldb-19');
    standIn(file, 'lldb version 19.1.7');
    expect(await prepareOlderLldb(folder, debian)).toEqual({ lldb: file });
  });

  it('is left alone where nothing may be set up, and that is said', async () => {
    const folder = scratchTree({});
    const around = { ...debian, env: { SONDE_NO_SETUP: '1' } };
    const { problem } = await prepareOlderLldb(folder, around);
    expect(problem).toBe('SONDE_NO_SETUP is set');
    expect(olderLldbWarning(problem)).toContain('SONDE_OLDER_LLDB=');
    expect((await prepareOlderLldb(folder, { ...debian, hasApt: false })).problem).toMatch(
      /no(?:t| ).*apt-get/,
    );
    expect((await prepareOlderLldb(folder, debian)).problem).toBe('there is no dpkg-deb');
  });

  it('that cannot be downloaded leaves nothing behind', async () => {
    const folder = path.join(scratchTree({}), 'older');
    const tools = scratchTree({});
    const asked = path.join(tools, 'asked');
    for (const name of ['apt-get', 'dpkg-deb']) {
      writeFileSync(path.join(tools, name), `#!/bin/sh\necho ${name} "$1" >>${asked}\nexit 100\n`);
      chmodSync(path.join(tools, name), 0o755);
    }
    const before = process.env.PATH;
    process.env.PATH = `${tools}:${before}`;
    try {
      const { problem } = await prepareOlderLldb(
        folder,
        { ...debian, env: { PATH: process.env.PATH } },
        () => undefined,
      );
      expect(problem).toBe('apt-get download found no lldb-19');
    } finally {
      process.env.PATH = before;
    }
    expect(readFileSync(asked, 'utf8')).toBe('apt-get download\n');
    expect(existsSync(folder)).toBe(false);
  });
});
