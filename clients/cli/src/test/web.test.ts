// sonde serve and sonde debug --web as processes of their own: what they print, open and answer.

import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DapClient } from '@sonde/dap';
import { childProcessTransport, connectWebSocket } from '@sonde/dap/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languages as installed } from '../languages.js';
import * as programs from './programs.js';
import { Workbench, type Running } from './sonde.js';

let bench: Workbench;
const clients: DapClient[] = [];

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('looked.mini', `// Adds.\n${programs.sum.replace('let c = a + b;', 'let c = a + b; // #look')}`);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await bench.close();
});

/** The page of a running server, once it has said all it has to say. */
class Page {
  private constructor(
    readonly origin: string,
    readonly token: string,
  ) {}

  static async of(running: Running): Promise<Page> {
    await running.sees('Ctrl+C ends the debugger.');
    const [, origin = '', token = ''] = /Serving at: (http:\S+)\/#token=(\S+)/.exec(running.stdout) ?? [];
    return new Page(origin, token);
  }

  async ask(path: string): Promise<unknown> {
    const answer = await fetch(`${this.origin}${path}`, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
    return answer.json();
  }

  async exchange(token: string): Promise<number> {
    const answer = await fetch(`${this.origin}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return answer.status;
  }

  async connect(query = ''): Promise<DapClient> {
    const headers = { Authorization: `Bearer ${this.token}` };
    const client = new DapClient(
      await connectWebSocket(`${this.origin.replace('http', 'ws')}/dap${query}`, { headers }),
    );
    clients.push(client);
    await client.initialize();
    return client;
  }
}

describe('sonde serve', () => {
  it('serves a page, and the files of the current folder', async () => {
    const page = await Page.of(bench.start(['serve', '--no-open']));
    const answer = await fetch(page.origin);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>Sonde</title>');
    expect(await page.ask('/api/start')).toMatchObject({
      version: expect.stringMatching(/^\d/) as string,
      rights: 'full',
      folder: { path: realpathSync(bench.folder) },
    });
    expect(await page.ask('/api/folder')).toMatchObject({
      entries: expect.arrayContaining([{ name: 'sum.mini', kind: 'file', language: 'mini' }]) as unknown[],
    });
    expect(await page.ask('/api/source?path=sum.mini')).toMatchObject({ text: programs.sum });
  });

  it('tells every example with a sentence; the tour of each language stops where there is something to see', async () => {
    const page = await Page.of(bench.start(['serve', '--no-open']));
    const { languages, examples } = (await page.ask('/api/start')) as {
      readonly languages: readonly {
        readonly id: string;
        readonly syntax?: { readonly keywords: unknown[] };
      }[];
      readonly examples: readonly {
        readonly language: string;
        readonly name: string;
        readonly about: string;
        readonly path: string;
        readonly stopAt?: number;
      }[];
    };
    for (const { name, about, path } of examples) {
      expect(about, name).toMatch(/^\S.*\.$/);
      expect(await page.ask(`/api/source?path=${encodeURIComponent(path)}`), name).toHaveProperty('text');
    }
    // One that no file name chooses has no examples: it shows programs of others.
    const chosen = installed.filter(({ extensions }) => extensions.length > 0).map(({ id }) => id);
    for (const { id, syntax } of languages.filter(language => chosen.includes(language.id))) {
      const tour = examples.find(({ language, name }) => language === id && name.startsWith('tour.'));
      expect(tour?.stopAt, id).toBeGreaterThan(1);
      expect(syntax?.keywords.length, id).toBeGreaterThan(3);
    }
  });

  it('serves the folder that is named, and nothing above it', async () => {
    mkdirSync(join(bench.folder, 'below'));
    writeFileSync(join(bench.folder, 'below/inner.mini'), '');
    const page = await Page.of(bench.start(['serve', 'below', '--no-open']));
    expect(await page.ask('/api/folder')).toMatchObject({ path: '', entries: [{ name: 'inner.mini' }] });
    expect(await page.ask('/api/folder?path=..')).toMatchObject({
      error: '.. is not below the served folder.',
    });
    expect(await page.ask('/api/source?path=../sum.mini')).toHaveProperty('error');
  });

  it.each([
    [['missing'], 'there is no folder missing.'],
    [['sum.mini'], 'To debug a program in a browser: sonde debug sum.mini --web'],
    [[''], 'the name of the folder is empty'],
    [['.', 'more'], 'does not take "more"'],
    [['--port', 'x'], 'is not a port'],
  ])('refuses %j', async (args, message) => {
    expect(await bench.run(['serve', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  });

  it('opens the browser that is named with an address that works once', async () => {
    const note = join(bench.folder, 'opened');
    const browser = bench.file('browser', `#!/bin/sh\nprintf %s "$1" > ${note}\n`);
    chmodSync(browser, 0o755);
    const running = bench.start(['serve'], { BROWSER: browser });
    const page = await Page.of(running);
    expect(running.stdout).toContain('It opens in your browser.');
    const opened = readFileSync(note, 'utf8');
    expect(opened.startsWith(`${page.origin}/#token=`)).toBe(true);
    expect(opened).not.toContain(page.token);
    const [, once = ''] = opened.split('#token=');
    expect(await page.exchange(once)).toBe(204);
    expect(await page.exchange(once)).toBe(401);
    expect(await page.exchange(page.token)).toBe(204);
  });

  it('opens none when it is told so, and goes on where none can be opened', async () => {
    const note = join(bench.folder, 'opened');
    const silent = bench.start(['serve', '--no-open'], { BROWSER: `touch ${note}` });
    await Page.of(silent);
    expect(existsSync(note)).toBe(false);
    const failing = bench.start(['serve'], {
      BROWSER: 'false',
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      PATH: '/bin',
    });
    const page = await Page.of(failing);
    expect(failing.stdout).toContain('Open it in a browser.');
    expect(await page.ask('/api/sessions')).toEqual({ sessions: [], silent: 0 });
  });

  it('is reached from other hosts where that is allowed, says how, and warns', async () => {
    const running = bench.start(['serve', '--host', '0.0.0.0', '--allow-remote', '--no-open']);
    const page = await Page.of(running);
    // The printed address is one of this machine, which is not loopback unless the machine has no other.
    expect(page.origin).not.toContain('0.0.0.0');
    expect(await page.ask('/api/start')).toMatchObject({ rights: 'full' });
    expect(await page.exchange(page.token)).toBe(204);
    await page.connect();
    running.child.kill('SIGTERM');
    expect((await running.finished()).stderr).toMatch(/nothing is encrypted.*ssh -L/);
  });

  it('ends at Ctrl+C', async () => {
    const running = bench.start(['serve', '--no-open']);
    await Page.of(running);
    running.child.kill('SIGINT');
    expect(await running.finished()).toMatchObject({ code: 130 });
  });
});

describe('sonde debug --web', () => {
  it('asks the page to open the program, which then stops where it is worth a look', async () => {
    const running = bench.start(['debug', '--web', '--no-open', 'looked.mini', 'one', '--web']);
    const page = await Page.of(running);
    const program = join(realpathSync(bench.folder), 'looked.mini');
    const { open } = (await page.ask('/api/start')) as {
      readonly open: { readonly lines: readonly number[]; readonly launch: object };
    };
    expect(open).toEqual({
      program,
      language: 'mini',
      lines: [3],
      args: ['one', '--web'],
      launch: { cwd: realpathSync(bench.folder) },
    });
    const { lines, launch, ...named } = open;
    const client = await page.connect();
    const stopped = client.once('stopped');
    await client.request('launch', { ...launch, ...named });
    await client.request('setBreakpoints', {
      source: { path: program },
      breakpoints: lines.map(line => ({ line })),
    });
    await client.request('configurationDone');
    expect(await stopped).toMatchObject({ reason: 'breakpoint' });
  });

  it('passes launch options on, and serves the folder of a program that is elsewhere', async () => {
    const other = new Workbench();
    try {
      const program = other.file('far.mini', programs.sum);
      const page = await Page.of(
        bench.start(['debug', program, '--web', '--no-open', '--set', 'stopOnEntry=true']),
      );
      expect(await page.ask('/api/start')).toMatchObject({
        folder: { path: other.folder },
        open: { program, launch: { stopOnEntry: true } },
      });
      expect(await page.ask('/api/start')).not.toHaveProperty('open.lines');
    } finally {
      await other.close();
    }
  });

  it.each([
    [['sum.mini', '--web', '--script', 'x'], '--script is for the console'],
    [['sum.mini', '--port', '0'], '--port needs --web.'],
    [['sum.mini', '--no-open'], '--no-open needs --web.'],
    [['missing.mini', '--web'], 'there is no file missing.mini'],
    [['sum.mini', '--web', '--set', 'nonsense=1'], 'no launch option "nonsense"'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await bench.run(['debug', ...args]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
  });

  it('never logs into the program', async () => {
    const { code, stderr } = await bench.run(['debug', 'sum.mini', '--web', '--log', 'sum.mini']);
    expect(code).toBe(1);
    expect(stderr).toContain('holds something else than a log');
  });
});

describe('a session that an editor started', () => {
  it('is listed by the page and joined through it; a step in one moves the other', async () => {
    const adapter = bench.start(['dap']);
    const editor = new DapClient(
      childProcessTransport({ stdin: adapter.child.stdin!, stdout: adapter.child.stdout! }),
    );
    clients.push(editor);
    await editor.initialize();
    const entered = editor.once('stopped');
    await editor.request('launch', { program: join(bench.folder, 'sum.mini'), stopOnEntry: true });
    await editor.request('configurationDone');
    const { threadId = 0 } = await entered;

    const page = await Page.of(bench.start(['serve', '--no-open']));
    const { sessions } = (await page.ask('/api/sessions')) as {
      readonly sessions: readonly { readonly id: string }[];
    };
    expect(sessions).toMatchObject([{ language: 'mini', state: 'stopped', clients: 1, here: false }]);
    const { id } = sessions[0]!;
    const browser = await page.connect(`?session=${id}`);
    const shown = browser.once('stopped');
    await browser.request('attach', { session: id });
    await browser.request('configurationDone');
    await shown;

    const seenByBrowser = browser.once('stopped');
    await editor.request('next', { threadId });
    expect(await seenByBrowser).toMatchObject({ reason: 'step' });
    const seenByEditor = editor.once('stopped');
    await browser.request('next', { threadId });
    expect(await seenByEditor).toMatchObject({ reason: 'step' });
    const told = browser.once('terminated');
    await editor.request('disconnect');
    await told;
  });
});
