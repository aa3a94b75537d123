import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { chromiumMissing, launchChromium } from '@sonde/testkit/chromium';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { readSourceMap, type SourceMap } from '@sonde/wasm';
import { built } from './built.js';

const source = readFileSync(new URL('../../../examples/vault.twl', import.meta.url), 'utf8');
const lineOf = (marker: string): number => source.split('\n').findIndex(line => line.includes(marker)) + 1;
const origin = 'http://contract.test';

/** As a page would run a contract: storage is an object, everything else is zero. */
const load = `(async () => {
  const stored = {};
  const state = {
    read: (domain, key, length, out, offset, most) => {
      const value = stored[bytes(key, length)];
      if (value === undefined) return -4;
      bytes(out + offset, most).set(value.slice(0, most));
      return value.length;
    },
    write: (domain, key, length, value, size) => ((stored[bytes(key, length)] = bytes(value, size).slice()), 0),
  };
  const others = new Proxy({}, { get: () => () => 0 });
  const host = new Proxy({}, { get: (_, module) => (module === 'nova_state_v1' ? state : others) });
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/Vault.wasm'), host);
  const bytes = (from, length) => new Uint8Array(instance.exports.memory.buffer, from, length);
  instance.exports.init();
  globalThis.deposit = amount => String(instance.exports['vault::Vault::deposit'](amount));
})()`;

interface ParsedScript {
  readonly scriptId: string;
  readonly scriptLanguage?: string;
  readonly sourceMapURL?: string;
  readonly url: string;
}

describeUnlessMissing('developer tools of a browser', chromiumMissing, () => {
  let browser: Browser;
  let page: Page;
  let tools: CDPSession;
  const contract = built(source, { name: 'vault.twl' });

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    const files: Readonly<Record<string, { readonly contentType: string; readonly body: Buffer }>> = {
      '/': { contentType: 'text/html', body: Buffer.from('<!doctype html><title>Contract</title>') },
      '/Vault.wasm': { contentType: 'application/wasm', body: Buffer.from(contract.wasm) },
      '/Vault.wasm.map': { contentType: 'application/json', body: Buffer.from(contract.sourceMap!) },
    };
    await page.route(`${origin}/**`, route => {
      const file = files[new URL(route.request().url()).pathname];
      return file === undefined ? route.fulfill({ status: 404 }) : route.fulfill(file);
    });
    await page.goto(`${origin}/`);
    tools = await page.context().newCDPSession(page);
    await tools.send('Debugger.enable');
  });

  afterAll(() => browser.close());

  it('find the source map of a contract, and stop it at a line of its source', async () => {
    const parsed = new Promise<ParsedScript>(resolve => {
      tools.on('Debugger.scriptParsed', one => {
        if (one.scriptLanguage === 'WebAssembly') resolve(one);
      });
    });
    await page.evaluate(load);
    const module = await parsed;
    expect(module).toMatchObject({ url: `${origin}/Vault.wasm`, sourceMapURL: 'Vault.wasm.map' });
    const map = await mapOf(page, new URL(module.sourceMapURL!, module.url));
    expect(map.sources).toEqual(['vault.twl']);
    expect(map.sourcesContent).toEqual([source]);

    const line = lineOf('#add');
    const { offset } = map.entries.find(entry => entry.source === 0 && entry.line === line)!;
    const { actualLocation } = await tools.send('Debugger.setBreakpoint', {
      location: { scriptId: module.scriptId, lineNumber: 0, columnNumber: offset },
    });
    expect(actualLocation).toMatchObject({ lineNumber: 0, columnNumber: offset });
    const stops = new Promise<number>(resolve => {
      tools.once('Debugger.paused', ({ callFrames }) => resolve(callFrames[0]?.location.columnNumber ?? -1));
    });
    const second = page.evaluate('deposit(7n)');
    const stopped = await stops;
    const shown = map.entries.findLast(entry => entry.offset <= stopped);
    expect(shown).toMatchObject({ source: 0, line });
    await tools.send('Debugger.resume');
    expect(await second).toBe('7');
  });
});

async function mapOf(page: Page, url: URL): Promise<SourceMap> {
  const read = readSourceMap(await page.evaluate(async address => (await fetch(address)).text(), url.href));
  if (!read.ok) throw new Error(read.message);
  return read.map;
}
