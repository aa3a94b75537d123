// Sessions with a server in the process of the test, without a debugger on top.

import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import { onTestFinished } from 'vitest';
import { jsonLines, type JsonLinesOptions } from '../json-lines/protocol.js';
import { remoteEngine } from '../factory.js';
import { program, type FakeProgram } from './fake-machine.js';
import { FakeServer } from './fake-server.js';

/** Closed when the test is over, the last one first. */
export function own<Thing>(thing: Thing, close: (thing: Thing) => Promise<void>): Thing {
  onTestFinished(() => close(thing));
  return thing;
}

export const engineWith = (options: Partial<JsonLinesOptions> = {}) =>
  remoteEngine(jsonLines(options), { evaluatesText: true, disassembly: true });

export const serve = async (what: FakeProgram): Promise<FakeServer> =>
  own(await FakeServer.serve(what), server => server.close());

export interface Wishes extends DriverOptions {
  readonly options?: Partial<JsonLinesOptions>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly stopOnEntry?: boolean;
}

export async function attachTo(port: number, wishes: Wishes = {}): Promise<EngineDriver> {
  const { options = {}, extra = {}, stopOnEntry = false, ...rest } = wishes;
  const driver = await EngineDriver.attach(
    engineWith(options),
    { stopOnEntry, extra: { port, ...extra } },
    rest,
  );
  return own(driver, it => it.dispose());
}

export async function attached(
  what: FakeProgram,
  wishes: Wishes = {},
): Promise<{ readonly server: FakeServer; readonly driver: EngineDriver }> {
  const server = await serve(what);
  return { server, driver: await attachTo(server.port, wishes) };
}

const source = { name: 'main.fake', path: '/fake/main.fake' };
export const atLine = (line: number) => ({ kind: 'source', source, line }) as const;

/** A call that recurses, and a loop. */
export const tour = program({
  main: [
    [0, 1, ['nop']],
    [1, 2, ['call', 10]],
    [2, undefined, ['nop']],
    [3, 3, ['count', 'i']],
    [4, undefined, ['jump', 3, 4]],
    [5, 5, ['print', 'done']],
    [6, 6, ['exit', 3]],
  ],
  deep: [
    [10, 11, ['nop']],
    [11, 12, ['jump', 13, 2]],
    [12, 13, ['return', 7]],
    [13, 14, ['call', 10]],
    [14, undefined, ['nop']],
    [15, 15, ['return', 8]],
  ],
});

/** Says that it spins, and does. */
export const endless = program({
  main: [
    [0, 1, ['print', 'spinning']],
    [1, 2, ['count', 'turns']],
    [2, 3, ['jump', 1, 1e9]],
    [3, 4, ['exit', 0]],
  ],
});
