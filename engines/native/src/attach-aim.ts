// What an attach is aimed at, out of its options: one thing, and nothing that contradicts it.

import { resolve } from 'node:path';
import { Failure, type AttachSettings } from '@sonde/engine';

export type Aim =
  | { readonly kind: 'process'; readonly processId: number }
  /** By what the process is called: the first of these that any process has. */
  | { readonly kind: 'named'; readonly names: readonly string[]; readonly waitFor: boolean }
  | { readonly kind: 'core'; readonly file: string }
  | { readonly kind: 'remote'; readonly address: string };

type Options = Readonly<Record<string, unknown>>;

const wrong = (message: string, next: string): Failure => new Failure('bad-arguments', 'user', message, next);

/** `core`, or `coreFile` as others spell it. */
export function coreFileOf(extra: Options, cwd: string): string | undefined {
  const file = textIn(extra, 'core') ?? textIn(extra, 'coreFile');
  return file === undefined ? undefined : resolve(cwd, file);
}

export function aimOf(settings: AttachSettings): Aim {
  const { processId, program, cwd, extra } = settings;
  const core = coreFileOf(extra, cwd);
  const [remote, name] = [textIn(extra, 'gdbRemote'), textIn(extra, 'processName')];
  const aims: Aim[] = [];
  if (processId !== undefined) aims.push({ kind: 'process', processId });
  if (core !== undefined) aims.push({ kind: 'core', file: core });
  if (remote !== undefined) aims.push({ kind: 'remote', address: addressOf(remote) });
  if (name !== undefined) aims.push(named([name], extra));
  if (aims.length > 1)
    throw wrong(
      'more than one thing is named to attach to.',
      'Set one of "pid", "processName", "core" and "gdbRemote" only.',
    );
  if (aims[0] !== undefined) return aims[0];
  // Editors write the title of the configuration into "name", so that it counts only when nothing else does.
  const names = [program, textIn(extra, 'name')].filter(item => item !== undefined);
  if (names.length > 0) return named(names, extra);
  throw wrong('nothing says what to attach to.', 'Set one of "pid", "processName", "core" and "gdbRemote".');
}

const named = (names: readonly string[], extra: Options): Aim => ({
  kind: 'named',
  names,
  waitFor: extra['waitFor'] === true,
});

function textIn(extra: Options, key: string): string | undefined {
  const value = extra[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `HOST:PORT`, or a port of this machine; an IPv6 address stands in brackets. */
function addressOf(given: string): string {
  const found = /^(?:connect:\/\/)?(?:(\[[0-9a-fA-F:.]+\]|[^\s:/[\]]*):)?(\d{1,5})$/.exec(given);
  const port = Number(found?.[2]);
  if (found === null || port < 1 || port > 65_535)
    throw wrong(`"gdbRemote": ${JSON.stringify(given)} is no address.`, 'Write it as HOST:PORT.');
  const host = found[1] ?? '';
  return `${host === '' ? '127.0.0.1' : host}:${port}`;
}
