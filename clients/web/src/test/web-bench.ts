// One server and one browser for the tests of a file, with a folder of programs; all of it ends with the file.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { OutputText, OwnedProcess, overWebSocket, type Endpoint } from '@sonde/testkit';
import { afterAll, beforeAll, vi } from 'vitest';
import { BrowserPage } from './browser-page.js';
import { launchChromium } from '@sonde/testkit/chromium';

const repository = new URL('../../../../', import.meta.url);
const sonde = fileURLToPath(new URL('clients/cli/bin/sonde.js', repository));

export const exampleFile = (language: string, name: string): string =>
  fileURLToPath(new URL(`languages/${language}/examples/${name}`, repository));

export interface PageOptions {
  /** Without the token, as somebody who guessed the address. */
  readonly stranger?: boolean;
  readonly colourScheme?: 'light' | 'dark';
  /** Before the page is opened: routes, scripts. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

export class WebBench {
  readonly #contexts: BrowserContext[] = [];

  private constructor(
    readonly folder: string,
    readonly origin: string,
    readonly token: string,
    private readonly server: OwnedProcess,
    private readonly browser: Browser,
    private readonly scratch: string,
  ) {}

  /** `files` are written below the folder that is served; with `debug` the command begins with one of them. */
  static async start(files: Readonly<Record<string, string>>, debug?: string): Promise<WebBench> {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-web-')));
    const folder = join(scratch, 'programs');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const server = await OwnedProcess.start(
      process.execPath,
      [
        sonde,
        ...(debug === undefined ? ['serve', folder] : ['debug', '--web', join(folder, debug)]),
        '--port',
        '0',
        '--no-open',
      ],
      // A register of its own: sessions of others on this machine are not part of the tests.
      { env: { XDG_RUNTIME_DIR: scratch } },
    );
    try {
      const printed = new OutputText();
      server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
      const [, origin, token] = await printed.waitFor(/(http:\/\/[^\s/]+)\/#token=(\S+)/, 20_000);
      return new WebBench(folder, origin!, token!, server, await launchChromium(), scratch);
    } catch (error) {
      await endServer(server);
      throw error;
    }
  }

  /** A page in a browser profile of its own. */
  async open(options: PageOptions = {}): Promise<BrowserPage> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 720 },
      colorScheme: options.colourScheme ?? 'light',
      reducedMotion: 'reduce',
    });
    this.#contexts.push(context);
    await options.prepare?.(context);
    const page = new BrowserPage(await context.newPage());
    await page.goTo(options.stranger === true ? `${this.origin}/` : `${this.origin}/#token=${this.token}`);
    return page;
  }

  /** For clients that are no browsers. */
  get endpoint(): Endpoint {
    return overWebSocket(`${this.origin.replace('http', 'ws')}/dap`, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
  }

  /** The profiles of one test; the server and the browser go on. */
  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map(context => context.close()));
  }

  async close(): Promise<void> {
    await this.closePages();
    await this.browser.close();
    await endServer(this.server);
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** One bench for all tests of a file. */
export function webBench(
  files: Readonly<Record<string, string>> = {},
  options: { readonly debug?: string } = {},
): () => WebBench {
  // A browser and a server beside other tests on a small machine take their time.
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });
  let bench: WebBench | undefined;
  beforeAll(async () => {
    bench = await WebBench.start(files, options.debug);
  });
  afterAll(() => bench?.close());
  return () => {
    if (bench === undefined) throw new Error('the server and the browser were not started');
    return bench;
  };
}

async function endServer(server: OwnedProcess): Promise<void> {
  server.kill('SIGTERM');
  await server.end(5_000);
}
