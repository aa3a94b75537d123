import { describe, expect, it } from 'vitest';
import { newToken } from '../access-token.js';
import { BrowserSessions } from './browser-sessions.js';
import { chooseSubprotocol, rightsOf, subprotocolsIn, type PresentedCredentials } from './credentials.js';

const full = newToken('full');
const readOnly = newToken('read-only');
const tokens = [full, readOnly];

const presented = (changes: Partial<PresentedCredentials> = {}): PresentedCredentials => ({
  cookie: undefined,
  authorization: undefined,
  subprotocols: [],
  ...changes,
});

describe('credentials', () => {
  it('are needed', () => {
    expect(rightsOf(presented(), tokens, new BrowserSessions(1))).toBeUndefined();
  });

  it('may be a bearer token, with the rights of that token', () => {
    const browsers = new BrowserSessions(1);
    expect(rightsOf(presented({ authorization: `Bearer ${full.value}` }), tokens, browsers)).toBe('full');
    expect(rightsOf(presented({ authorization: `bearer ${readOnly.value}` }), tokens, browsers)).toBe(
      'read-only',
    );
    expect(rightsOf(presented({ authorization: `Bearer ${full.value}x` }), tokens, browsers)).toBeUndefined();
    expect(rightsOf(presented({ authorization: `Basic ${full.value}` }), tokens, browsers)).toBeUndefined();
  });

  it('may be a subprotocol', () => {
    const browsers = new BrowserSessions(1);
    const offer = (token: string) => presented({ subprotocols: ['sonde.dap', `sonde.token.${token}`] });
    expect(rightsOf(offer(readOnly.value), tokens, browsers)).toBe('read-only');
    expect(rightsOf(offer('wrong'), tokens, browsers)).toBeUndefined();
    expect(rightsOf(offer(''), tokens, browsers)).toBeUndefined();
  });

  it('may be the cookie of a browser that exchanged a token', () => {
    const browsers = new BrowserSessions(4711);
    const cookie = browsers.open('read-only').split(';')[0]!;
    expect(rightsOf(presented({ cookie: `other=1; ${cookie}` }), tokens, browsers)).toBe('read-only');
    expect(rightsOf(presented({ cookie: `${cookie}x` }), tokens, browsers)).toBeUndefined();
    expect(rightsOf(presented({ cookie }), tokens, new BrowserSessions(4711))).toBeUndefined();
  });

  it('count by the token given now, not by the cookie of a mightier one', () => {
    const browsers = new BrowserSessions(4711);
    const cookie = browsers.open('full').split(';')[0]!;
    expect(rightsOf(presented({ cookie, authorization: `Bearer ${readOnly.value}` }), tokens, browsers)).toBe(
      'read-only',
    );
  });

  it('never put the token itself into the cookie, which scripts cannot read and other sites do not send', () => {
    const header = new BrowserSessions(4711).open('full');
    expect(header).not.toContain(full.value);
    expect(header).toMatch(/^sonde-4711=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('of old browsers are forgotten when there are very many', () => {
    const browsers = new BrowserSessions(1);
    const first = browsers.open('full').split(';')[0]!;
    for (let count = 0; count < 64; count++) browsers.open('full');
    expect(browsers.rightsOf(first)).toBeUndefined();
  });
});

describe('the subprotocol that is taken', () => {
  it('does not repeat the token where that can be avoided', () => {
    expect(chooseSubprotocol(['sonde.token.x', 'sonde.dap'])).toBe('sonde.dap');
    expect(chooseSubprotocol(['other', 'sonde.token.x'])).toBe('sonde.token.x');
    expect(chooseSubprotocol(['other'])).toBe('other');
    expect(chooseSubprotocol([])).toBe(false);
  });

  it('is found in a list', () => {
    expect(subprotocolsIn(' a,b , ,c')).toEqual(['a', 'b', 'c']);
    expect(subprotocolsIn(undefined)).toEqual([]);
  });
});
