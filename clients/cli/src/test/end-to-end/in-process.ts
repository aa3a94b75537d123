// Sessions in the test's own process, for languages made up by a test and for many short ones.

import { createTransportPair } from '@sonde/dap';
import type { Language } from '@sonde/language';
import { Adapter, SessionDirectory, type AdapterEnvironment } from '@sonde/session';
import { connect, overMemory, type Endpoint, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';

export async function clientFor(language: Language): Promise<TestClient> {
  return closeAfterTest(await connect(endpointFor(language)));
}

/** Each connection is one to an adapter of its own; the adapters share their sessions. */
export const endpointFor = (...languages: readonly Language[]): Endpoint =>
  endpointOf({ languages, sessions: new SessionDirectory() });

export const endpointOf = (environment: AdapterEnvironment): Endpoint =>
  overMemory(() => {
    const [adapterEnd, clientEnd] = createTransportPair();
    new Adapter(adapterEnd, environment);
    return clientEnd;
  });
