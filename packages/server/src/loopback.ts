// Which addresses reach this machine only.

import { isIPv4, isIPv6 } from 'node:net';

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

/** True for names and addresses that never leave this machine. An unknown name is taken to leave it. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  if (name === 'localhost' || name === '::1') return true;
  if (isIPv4(name)) return name.startsWith('127.');
  return name.startsWith('::ffff:127.') && isIPv6(name);
}

/** As it stands in a URL or a `Host` header: IPv6 in brackets. */
export const hostInUrl = (host: string): string => (isIPv6(bare(host)) ? `[${bare(host)}]` : bare(host));
