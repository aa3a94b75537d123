import { describe, expect, it } from 'vitest';
import { hostInUrl, isLoopback } from './loopback.js';

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

  it('puts IPv6 into brackets in URLs', () => {
    expect(hostInUrl('::1')).toBe('[::1]');
    expect(hostInUrl('127.0.0.1')).toBe('127.0.0.1');
  });
});
