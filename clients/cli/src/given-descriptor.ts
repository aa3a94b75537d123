// Descriptors beyond the standard ones that whoever started us opened: `sonde run program 3> file`.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether the descriptor was open for writing when we started. */
export const isGivenForWriting = (fd: number): boolean => isGiven(fd, 'writes');

/** A path by which any process of ours reads what it was given there; undefined where it was given nothing. */
export const givenToRead = (fd: number): string | undefined =>
  isGiven(fd, 'reads') ? `/proc/${process.pid}/fd/${fd}` : undefined;

/** Node has taken all low numbers for itself by now, so that what stands there and is not of its making is from outside. */
function isGiven(fd: number, use: 'reads' | 'writes'): boolean {
  const here = lookAt(fd);
  if (here?.[use] !== true || here.leadsTo.startsWith('anon_inode:')) return false;
  // A socket has no path by which others could open it.
  if (use === 'reads' && here.leadsTo.startsWith('socket:')) return false;
  if (!here.leadsTo.startsWith('pipe:')) return true;
  // Node's own pipes have both ends in this process.
  return !openDescriptors().some(other => {
    const end = lookAt(other);
    return end?.leadsTo === here.leadsTo && !end[use];
  });
}

interface Look {
  readonly leadsTo: string;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Undefined where there is none, or a system that does not tell. */
function lookAt(fd: number): Look | undefined {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    if (flags === undefined) return undefined;
    const mode = Number.parseInt(flags, 8) & 3;
    return { leadsTo: readlinkSync(`/proc/self/fd/${fd}`), reads: mode !== 1, writes: mode !== 0 };
  } catch {
    return undefined;
  }
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}
