// Registers this process: a private socket in the runtime folder that speaks DAP, so that others can list and join.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AdapterEnvironment } from '@sonde/session';
import { listen, type Listener } from '../listen.js';
import { openRuntimeFolder } from './runtime-folder.js';

/** `1234-9f86d081.sock`: who made it, and something that is never guessed or reused. */
export const socketName = (pid = process.pid): string => `${pid}-${randomBytes(4).toString('hex')}.sock`;

export const pidOfSocket = (name: string): number | undefined => {
  const match = /^(\d+)-[0-9a-f]{8}\.sock$/.exec(name);
  return match === null ? undefined : Number(match[1]);
};

/** Only this user can connect, so no token is asked for. */
export function register(environment: AdapterEnvironment, folder?: string): Promise<Listener> {
  const path = join(openRuntimeFolder(folder), socketName());
  return listen({ kind: 'unix', path }, { ...withoutToken(environment), origin: 'registry' });
}

function withoutToken(environment: AdapterEnvironment): AdapterEnvironment {
  const { languages, sessions, defaultLanguage, rights, log } = environment;
  return {
    languages,
    sessions,
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(rights === undefined ? {} : { rights }),
    ...(log === undefined ? {} : { log }),
  };
}
