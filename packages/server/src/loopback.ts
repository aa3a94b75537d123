// Which addresses reach this machine only.

import { isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

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

const isWildcard = (host: string): boolean => ['0.0.0.0', '::'].includes(bare(host));

/** The addresses of this machine that others reach. */
const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    // Those of IPv6 that hold on one link only need the name of the link, which a browser does not take.
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);

/**
 * What a server that listens there may be called in a `Host` header, besides loopback: the name it was given, and for one
 * that listens everywhere all addresses and the name of the machine. No name here can be one that a foreign page brought.
 */
export function namesBeyondLoopback(host: string): readonly string[] {
  if (isLoopback(host)) return [];
  const names = isWildcard(host) ? [...ownAddresses(), hostname()] : [host];
  return names.map(hostInUrl);
}

/** How others reach a server that listens there: for one that listens everywhere, the first address of this machine. */
export const reachableName = (host: string): string =>
  isWildcard(host) ? hostInUrl(ownAddresses()[0] ?? hostname()) : hostInUrl(host);
