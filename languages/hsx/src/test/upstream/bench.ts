// Debuggers on a task of upstream's executive, and on the same program in a thread of the debugger.

import { onTestFinished } from 'vitest';
import { EngineDriver, plain, type DriverOptions } from '@sonde/engine/driver';
import type { AttachSettings, Frame, Stop } from '@sonde/engine';
import { hsx } from '../../pack/hsx.js';
import { built } from '../executive/bench-executive.js';
import type { PeerTask, Branch } from './peer-machine.js';
import { Peer } from './peer.js';

export interface Loaded {
  readonly peer: Peer;
  readonly task: PeerTask;
  /** The file that the program was made of. */
  readonly source: string;
  readonly lineOf: (marker: string) => number;
}

/** A program that is loaded on an executive and has not run. */
export async function loadedThere(branch: Branch, text: string, name = 'program.c'): Promise<Loaded> {
  const path = await built(name, text);
  const peer = await Peer.start(branch);
  const source = path.replace(/\.hxe$/, name.slice(name.indexOf('.')));
  const lineOf = (marker: string): number =>
    text.split('\n').findIndex(line => line.endsWith(`#${marker}`)) + 1;
  return { peer, task: peer.machine.load(path), source, lineOf };
}

export async function attached(
  { peer }: Pick<Loaded, 'peer'>,
  options: DriverOptions & { readonly settings?: Partial<AttachSettings> } = {},
): Promise<EngineDriver> {
  const { extra, ...settings } = options.settings ?? {};
  const driver = await EngineDriver.attach(
    hsx.engine,
    { stopOnEntry: true, ...settings, extra: { port: peer.port, reconnectSeconds: 0, ...extra } },
    options,
  );
  onTestFinished(() => driver.dispose());
  return driver;
}

/** The same program in a thread of the debugger. */
export async function startedHere(source: string, options: DriverOptions = {}): Promise<EngineDriver> {
  const { target, diagnostics } = await hsx.build({
    ...{ program: source, cwd: process.cwd(), debugInfo: true, extra: {} },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const settings = { stopOnEntry: true, ...options.settings };
  const driver = await EngineDriver.start(hsx.engine, target, { ...options, settings });
  onTestFinished(() => driver.dispose());
  return driver;
}

export const breakAt = ({ source, lineOf }: Loaded, marker: string) =>
  ({ kind: 'source', source: { name: 'program.c', path: source }, line: lineOf(marker) }) as const;

const compared = new Set(['Arguments', 'Locals', 'Globals', 'Registers']);

/** Why it stands, where, the callers, and the variables of each of them. */
export async function seen(driver: EngineDriver): Promise<unknown> {
  const { stop } = driver;
  const { frames } = await driver.engine.stack(stop.id, stop.focus, 0, 100);
  const variables: unknown[] = [];
  for (const frame of frames)
    for (const scope of await driver.engine.scopes(stop.id, frame.id))
      if (compared.has(scope.name))
        variables.push([scope.name, scope.variables.map(({ name, value }) => [name, plain(value)])]);
  return {
    reasons: driver.reasons.map(({ kind }) => kind),
    frames: frames.map(({ function: name, location, address, confidence }: Frame) => [
      ...[name, location?.line, address.offset, confidence],
    ]),
    variables,
  };
}

/** A variable of the top frame, as a number; undefined where there is none. */
export function local({ top }: Stop, name: string): number | undefined {
  const found = top?.scopes?.flatMap(({ variables }) => variables).find(each => each.name === name);
  const content = found?.value.content;
  if (content?.kind === 'bytes') return Buffer.from(content.bytes).readInt32LE();
  return content?.kind === 'scalar' ? Number(content.value) : undefined;
}

export const notices = (driver: EngineDriver): readonly string[] =>
  driver.events.flatMap(event => (event.kind === 'notice' ? [event.message] : []));
