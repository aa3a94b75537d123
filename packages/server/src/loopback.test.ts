import { describe, expect, it } from 'vitest';
import { hostname } from 'node:os';
import { hostInUrl, isLoopback, namesBeyondLoopback, reachableName } from './loopback.js';

describe('loopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'LocalHost', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'is %s',
    host => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '127.evil.example',
    'localhost.evil.example',
    '128.0.0.1',
    '',
    '127.0.0.1.2',
  ])('is not %s', host => {
    expect(isLoopback(host)).toBe(false);
  });

  it('leaves a server its names: none on loopback, its own elsewhere, all of them where it listens everywhere', () => {
    expect(namesBeyondLoopback('127.0.0.1')).toEqual([]);
    expect(namesBeyondLoopback('Debugger.example')).toEqual(['debugger.example']);
    expect(namesBeyondLoopback('0.0.0.0')).toContain(hostname().toLowerCase());
    expect(namesBeyondLoopback('::')).not.toContain('[::]');
    expect(reachableName('10.0.0.1')).toBe('10.0.0.1');
    expect(reachableName('0.0.0.0')).not.toBe('0.0.0.0');
  });

  it('puts IPv6 into brackets in URLs', () => {
    expect(hostInUrl('::1')).toBe('[::1]');
    expect(hostInUrl('127.0.0.1')).toBe('127.0.0.1');
  });
});
