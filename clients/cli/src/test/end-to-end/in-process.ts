// A session in the test's own process, for languages made up by a test.

import { createTransportPair } from '@sonde/dap';
import type { Language } from '@sonde/language';
import { Adapter, SessionDirectory } from '@sonde/session';
import { connect, overMemory, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';

export async function clientFor(language: Language): Promise<TestClient> {
  const environment = { languages: [language], sessions: new SessionDirectory() };
  const endpoint = overMemory(() => {
    const [adapterEnd, clientEnd] = createTransportPair();
    new Adapter(adapterEnd, environment);
    return clientEnd;
  });
  return closeAfterTest(await connect(endpoint));
}
