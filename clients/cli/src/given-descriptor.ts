// Descriptors beyond the standard ones that whoever started us opened: `sonde run program 3> file`.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Whether the descriptor was open for writing when we started. Node has taken all low numbers for itself by now, so that
 * what stands there and is not of its making is from outside.
 */
export function isGivenForWriting(fd: number): boolean {
  const here = lookAt(fd);
  if (here === undefined || !here.writes || here.leadsTo.startsWith('anon_inode:')) return false;
  if (!here.leadsTo.startsWith('pipe:')) return true;
  // Node's own pipes have both ends in this process.
  return !openDescriptors().some(other => {
    const end = lookAt(other);
    return end?.leadsTo === here.leadsTo && !end.writes;
  });
}

interface Look {
  readonly leadsTo: string;
  readonly writes: boolean;
}

/** Undefined where there is none, or a system that does not tell. */
function lookAt(fd: number): Look | undefined {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    if (flags === undefined) return undefined;
    return { leadsTo: readlinkSync(`/proc/self/fd/${fd}`), writes: (Number.parseInt(flags, 8) & 3) !== 0 };
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
