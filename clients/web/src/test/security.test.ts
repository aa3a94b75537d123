// Who gets in: this browser with its token, and nobody else; what can be seen: the folder, and nothing above.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { BrowserPage } from './browser-page.js';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { webBench } from './web-bench.js';

/** What a script on the page gets for an answer: its status, or that there was none. */
const statusOf = ({ page }: BrowserPage, address: string): Promise<number | string> =>
  page.evaluate(
    async url =>
      fetch(url, { credentials: 'include' }).then(
        ({ status }) => status,
        () => 'refused',
      ),
    address,
  );

const socketOpens = ({ page }: BrowserPage, address: string): Promise<boolean> =>
  page.evaluate(
    url =>
      new Promise<boolean>(resolve => {
        const socket = new WebSocket(url);
        socket.addEventListener('open', () => resolve(true));
        socket.addEventListener('error', () => resolve(false));
      }),
    address,
  );

const apiPaths = ['/api/start', '/api/folder?path=', '/api/source?path=a.mini', '/api/sessions'];

describeUnlessMissing('the security of the web debugger', chromiumMissing, () => {
  const bench = webBench({ 'a.mini': 'print 1;\n' });
  afterEach(() => bench().closePages());
  const socketAddress = (): string => `${bench().origin.replace('http', 'ws')}/dap`;

  it('without the token there is nothing but the page, which says what to do', async () => {
    const page = await bench().open({ stranger: true });
    await page.says('This browser is not signed in.');
    await page.says(/Open the address that was printed/);
    for (const path of apiPaths) expect(await statusOf(page, path)).toBe(401);
    expect(await socketOpens(page, socketAddress())).toBe(false);
    await page.screenshot('not-signed-in');
  });

  it('the token is not left in the address, and lets the page in', async () => {
    const page = await bench().open();
    await page.says('a.mini');
    expect(page.page.url()).toBe(`${bench().origin}/`);
    for (const path of apiPaths) expect(await statusOf(page, path)).toBe(200);
    expect(await socketOpens(page, socketAddress())).toBe(true);
  });

  it('a page of another origin in the same browser is refused', async () => {
    const page = await bench().open();
    await page.says('a.mini');
    const stranger = await otherSite();
    await page.goTo(stranger);
    for (const path of apiPaths) expect(await statusOf(page, `${bench().origin}${path}`)).toBe('refused');
    expect(await socketOpens(page, socketAddress())).toBe(false);
  });

  it('a file outside of the folder is refused in words', async () => {
    const page = await bench().open();
    await page.says('a.mini');
    expect(await statusOf(page, '/api/source?path=/etc/passwd')).toBe(403);
    expect(await statusOf(page, '/api/source?path=..%2F..%2Fetc%2Fpasswd')).toBe(403);
    expect(await statusOf(page, '/api/folder?path=..')).toBe(403);
    // As if it had been debugged before, with another folder served.
    await page.remember('/etc/outside.mini');
    await page.reload();
    await page.lookAt('outside.mini', 'Recent');
    await page.says(
      /^\/etc\/outside\.mini is not below the served folder\. Serve a folder that holds it: sonde serve/,
    );
    await page.screenshot('refused-file');
  });
});

/** A site of somebody else on the same machine. */
async function otherSite(): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
