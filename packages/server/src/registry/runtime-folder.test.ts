import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRuntimeFolder, runtimeFolderPath } from './runtime-folder.js';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sonde-runtime-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

describe('the runtime folder', () => {
  it('lies in XDG_RUNTIME_DIR where that exists, else in the temporary folder under the id of the user', () => {
    expect(runtimeFolderPath({ XDG_RUNTIME_DIR: parent })).toBe(join(parent, 'sonde'));
    const fallback = join(tmpdir(), `sonde-${userInfo().uid}`);
    expect(runtimeFolderPath({})).toBe(fallback);
    expect(runtimeFolderPath({ XDG_RUNTIME_DIR: join(parent, 'missing') })).toBe(fallback);
    expect(runtimeFolderPath({ XDG_RUNTIME_DIR: 'relative' })).toBe(fallback);
  });

  it('is made for this user alone, and found again', () => {
    const path = join(parent, 'sonde');
    openRuntimeFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(openRuntimeFolder(path)).toBe(path);
  });

  it('is refused when others can enter it', () => {
    const path = join(parent, 'sonde');
    mkdirSync(path);
    chmodSync(path, 0o750);
    expect(() => openRuntimeFolder(path)).toThrow(/open to other users/);
  });

  it('is refused when it is a link or no folder', () => {
    symlinkSync(parent, join(parent, 'link'));
    expect(() => openRuntimeFolder(join(parent, 'link'))).toThrow(/symbolic link/);
    writeFileSync(join(parent, 'file'), '');
    expect(() => openRuntimeFolder(join(parent, 'file'))).toThrow(/not a folder/);
  });

  it('is refused in words when its parent is missing', () => {
    expect(() => openRuntimeFolder(join(parent, 'a', 'b'))).toThrow(/cannot make/);
  });

  it.skipIf(userInfo().uid !== 0)('is refused when it belongs to another user', async () => {
    const { chownSync } = await import('node:fs');
    const path = join(parent, 'sonde');
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, 65_534, 65_534);
    expect(() => openRuntimeFolder(path)).toThrow(/another user/);
  });
});
