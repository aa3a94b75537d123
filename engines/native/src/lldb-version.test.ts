import { describe, expect, it } from 'vitest';
import { olderThanTested } from './lldb-version.js';

describe('the version of LLDB', () => {
  it('is told when it is older than the tested one', () => {
    expect(olderThanTested('lldb version 14.0.6')).toContain(
      'This is LLDB 14.0.6; Sonde is tested with LLDB 22',
    );
    expect(olderThanTested('lldb version 21')).toContain('apt-get install -y lldb-22');
  });

  it('is no news when it is the tested one, a newer one, or not to be compared', () => {
    for (const version of ['lldb version 22.1.8', 'lldb version 23.0.0git', 'lldb-1500.0.22.8', ''])
      expect(olderThanTested(version)).toBeUndefined();
  });
});
