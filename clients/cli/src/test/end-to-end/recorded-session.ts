// Sessions with programs whose runs are recorded, as a client that knows of time has them.

import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { tcpServer } from './fixtures.js';

const ours: object = { supportsTimeTravel: true, supportsOutputStream: true };

type Stopped = (program: string, markers: readonly `#${string}`[], options?: object) => Promise<TestClient>;

/**
 * Stopped at the first of the lines with these markers. Each file calls it: files share modules, and a server that this one
 * started would end with the first file.
 */
export function recordedSessions(): Stopped {
  const server = tcpServer();
  return async (program, markers, options = {}) => {
    const client = closeAfterTest(await connect(await server(), { initialize: ours }));
    await client.launch({ program, ...options }, each => each.setBreakpoints(program, markers));
    await client.waitForStop({ reason: 'breakpoint' });
    return client;
  };
}

/** Goes back by a request; the reason of the stop there. */
export async function back(client: TestClient, command: string, args: object = {}): Promise<string> {
  const before = client.timeline.now;
  await client.customRequest(command, { threadId: 1, ...args });
  return (await client.waitForStop({ after: before })).reason;
}
