import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSite } from './site.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-site-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the files of the page', () => {
  it('are read with their types; the page itself is at /', async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<p>page');
    writeFileSync(join(folder, 'assets/index-B3xYz_9a.js'), 'export {};');
    writeFileSync(join(folder, 'assets/notes.bin'), '');
    const site = (await readSite(folder))!;
    expect([...site.keys()].sort()).toEqual([
      '/',
      '/assets/index-B3xYz_9a.js',
      '/assets/notes.bin',
      '/index.html',
    ]);
    expect(site.get('/')).toMatchObject({ type: 'text/html; charset=utf-8', isHashed: false });
    expect(site.get('/')!.body.toString()).toBe('<p>page');
    expect(site.get('/assets/index-B3xYz_9a.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      isHashed: true,
    });
    expect(site.get('/assets/notes.bin')).toMatchObject({
      type: 'application/octet-stream',
      isHashed: false,
    });
  });

  it('are none where nothing was built', async () => {
    expect(await readSite(join(folder, 'missing'))).toBeUndefined();
    expect(await readSite(folder)).toBeUndefined();
  });

  it('never lie elsewhere', async () => {
    writeFileSync(join(folder, 'index.html'), '');
    symlinkSync('/etc/passwd', join(folder, 'passwd.txt'));
    expect([...(await readSite(folder))!.keys()].sort()).toEqual(['/', '/index.html']);
  });

  it('that cannot be read are told of in words', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(readSite(join(folder, 'file'))).rejects.toThrow(/the page in .* cannot be read/);
  });
});
