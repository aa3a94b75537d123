import { describe, expect, it } from 'vitest';
import { isOurHost, isOurOrigin, refuse, type RequestHead } from './request-checks.js';
import { routesOf } from './routes.js';
import { unbuiltPage } from './unbuilt-page.js';

const routes = routesOf(unbuiltPage);

const servedAs = { port: 4711, extraHosts: [] };

const head = (changes: Partial<RequestHead> = {}): RequestHead => ({
  method: 'GET',
  url: '/',
  host: '127.0.0.1:4711',
  origin: undefined,
  fetchSite: undefined,
  ...changes,
});

describe('the Host header', () => {
  it.each(['127.0.0.1:4711', 'localhost:4711', 'LOCALHOST:4711', '[::1]:4711', '127.1.2.3:4711'])(
    'accepts %s',
    host => {
      expect(isOurHost(host, servedAs)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'localhost',
    'localhost:80',
    'evil.example:4711',
    '127.0.0.1.evil.example:4711',
    'localhost.evil.example:4711',
    '127.0.0.1:4711@evil.example',
    'localhost:4711, evil.example',
    '[::2]:4711',
    'localhost:4711/',
  ])('refuses %s', host => {
    expect(isOurHost(host, servedAs)).toBe(false);
  });

  it('takes a missing port for 80', () => {
    expect(isOurHost('localhost', { port: 80, extraHosts: [] })).toBe(true);
  });

  it('accepts a further host only where the server was told to be reachable under it', () => {
    expect(isOurHost('box.lan:4711', { port: 4711, extraHosts: ['box.lan'] })).toBe(true);
    expect(isOurHost('box.lan:4711', servedAs)).toBe(false);
  });
});

describe('the Origin header', () => {
  it('may be absent, or that of our own page', () => {
    expect(isOurOrigin(head())).toBe(true);
    expect(isOurOrigin(head({ origin: 'http://127.0.0.1:4711' }))).toBe(true);
  });

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:4712',
    'https://127.0.0.1:4711',
    'http://localhost:4711',
    '',
  ])('is foreign as %s', origin => {
    expect(isOurOrigin(head({ origin }))).toBe(false);
  });

  it.each(['cross-site', 'same-site'])('does not help a request that the browser calls %s', fetchSite => {
    expect(isOurOrigin(head({ fetchSite }))).toBe(false);
  });
});

describe('a request', () => {
  it('of the page goes on, also when a link from elsewhere led there', () => {
    expect(refuse(head(), servedAs, routes)).toBeUndefined();
    expect(refuse(head({ fetchSite: 'cross-site' }), servedAs, routes)).toBeUndefined();
  });

  it('with a foreign host is refused before its path is looked at', () => {
    expect(refuse(head({ host: 'evil.example:4711', url: '/nothing' }), servedAs, routes)?.status).toBe(421);
  });

  it('from another page is refused', () => {
    const foreign = head({ method: 'POST', url: '/api/session', origin: 'https://evil.example' });
    expect(refuse(foreign, servedAs, routes)?.status).toBe(403);
  });

  it('of an unknown path is not found', () => {
    expect(refuse(head({ url: '/../etc/passwd' }), servedAs, routes)?.status).toBe(404);
  });

  it('with a method that the path does not take is told which it takes', () => {
    expect(refuse(head({ method: 'DELETE' }), servedAs, routes)).toMatchObject({
      status: 405,
      allow: 'GET, HEAD',
    });
    expect(refuse(head({ url: '/api/session' }), servedAs, routes)).toMatchObject({
      status: 405,
      allow: 'POST',
    });
  });
});
