import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserCommands, openInBrowser } from './open-browser.js';

const url = 'http://127.0.0.1:1/#token=x';

describe('the browser that is tried', () => {
  it('is the one that the user named, with the address behind or where it is wanted', () => {
    expect(browserCommands(url, { BROWSER: 'fox' }, 'linux')).toEqual([['fox', url]]);
    expect(browserCommands(url, { BROWSER: 'fox --new %s --x : cat' }, 'linux')).toEqual([
      ['fox', '--new', url, '--x'],
      ['cat', url],
    ]);
  });

  it('is then that of the desktop, where there is a display', () => {
    expect(browserCommands(url, { DISPLAY: ':0', BROWSER: 'fox' }, 'linux')).toEqual([
      ['fox', url],
      ['xdg-open', url],
    ]);
    expect(browserCommands(url, { WAYLAND_DISPLAY: 'wayland-0' }, 'freebsd')).toEqual([['xdg-open', url]]);
    expect(browserCommands(url, {}, 'darwin')).toEqual([['open', url]]);
  });

  it('is none without either', () => {
    expect(browserCommands(url, {}, 'linux')).toEqual([]);
    expect(browserCommands(url, { DISPLAY: '', BROWSER: ' : ' }, 'linux')).toEqual([]);
    expect(browserCommands(url, {}, 'win32')).toEqual([]);
  });
});

describe('opening a browser', () => {
  let folder: string;

  const script = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-browser-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('goes on to the next when one is missing or fails', async () => {
    const failing = script('failing', 'exit 1');
    const works = script('works', 'exit 0');
    expect(await openInBrowser(url, { BROWSER: `${folder}/missing:${failing}:${works}` }, 'linux')).toBe(
      true,
    );
    expect(await openInBrowser(url, { BROWSER: `${folder}/missing:${failing}` }, 'linux')).toBe(false);
    expect(await openInBrowser(url, { BROWSER: folder }, 'linux')).toBe(false);
    expect(await openInBrowser(url, {}, 'linux')).toBe(false);
  });

  it('does not wait for one that stays', async () => {
    const staying = script('staying', `echo $$ > ${folder}/pid; exec sleep 60`);
    expect(await openInBrowser(url, { BROWSER: staying }, 'linux')).toBe(true);
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  });
});
