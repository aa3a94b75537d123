// Requests that a language's clients know by names of its own: answered by general ones, with their arguments renamed.

import type { Language, RequestAlias } from '@sonde/language';
import type { DebugSession } from './debug-session.js';
import type { RequestEntry } from './request-table.js';

/**
 * The general request behind a name that the language of the session has, or one of those whose code is in the program
 * as well. Undefined for a name that none of them knows.
 */
export async function aliasedRequest(
  command: string,
  session: DebugSession,
  installed: readonly Language[],
  table: ReadonlyMap<string, RequestEntry>,
): Promise<RequestEntry | undefined> {
  for (const language of [session.language, ...installed]) {
    const alias = ownValue(language.requests, command);
    const general = alias === undefined ? undefined : table.get(alias.request);
    if (alias === undefined || general === undefined) continue;
    if (language.id !== session.language.id && !(await isInProgram(language, session))) continue;
    return {
      command,
      policy: general.policy,
      handle: (context, args) => general.handle(context, renamed(args, alias)),
    };
  }
  return undefined;
}

async function isInProgram(language: Language, session: DebugSession): Promise<boolean> {
  const symbols = language.native?.recognises?.symbols ?? [];
  const engine = session.loadedEngine;
  if (symbols.length === 0 || engine?.symbolAddresses === undefined) return false;
  const found = await engine.symbolAddresses(symbols).catch(() => []);
  return found.length > 0 && found.every(address => address !== undefined);
}

function renamed(args: unknown, { arguments: names = {} }: RequestAlias): unknown {
  // What is no object is refused like nothing at all would be.
  if (typeof args !== 'object' || args === null) return {};
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [ownValue(names, name) ?? name, value]),
  );
}

/** Names come from clients: what every object inherits is none of them. */
const ownValue = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
