// The browser of the tests: Debian's Chromium, driven from outside, closed by whoever launched it.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Nothing that asks elsewhere, and no sandbox: in containers there is none to be had. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const chromiumPath = findChromium();

export const chromiumMissing =
  chromiumPath === undefined
    ? 'there is no Chromium: apt-get install chromium, or name one in SONDE_CHROMIUM'
    : undefined;

export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(chromiumMissing);
  return chromium.launch({ executablePath: chromiumPath, headless: true, args });
}

function findChromium(): string | undefined {
  const named = process.env['SONDE_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '');
  return ['/usr/bin/chromium', ...folders.map(folder => join(folder, 'chromium'))].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
