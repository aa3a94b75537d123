// Sessions that an adapter asked for with `startDebugging`: each is another client on the same adapter.
import type { StartDebuggingRequestArguments } from '@sonde/dap';
import type { TestClient } from './client.js';

interface Child {
  readonly client: TestClient;
  readonly started: Promise<unknown>;
  /** Why it could not be launched, unless the test was told already. */
  untoldFailure?: string;
}

export class ChildSessions {
  readonly #parent: TestClient;
  readonly #opening: Promise<Child>[] = [];

  constructor(parent: TestClient) {
    this.#parent = parent;
  }

  get count(): number {
    return this.#opening.length;
  }

  /** Resolves when the connection is open. The launch goes on behind, for the adapter may wait for our answer first. */
  async start(args: StartDebuggingRequestArguments): Promise<void> {
    const opening = this.#open(args);
    opening.catch(() => undefined);
    this.#opening.push(opening);
    await opening;
  }

  /** The nth child, once it is launched. */
  async get(index: number): Promise<TestClient> {
    const opening = this.#opening[index];
    if (opening === undefined) throw new Error(`there is no child session ${index + 1}`);
    const child = await opening;
    try {
      await child.started;
    } finally {
      delete child.untoldFailure;
    }
    return child.client;
  }

  /** Closes all; what went wrong with them is returned, so that the parent reports it with its own. */
  async close(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const [index, opening] of this.#opening.entries()) {
      const report = (problem: string): unknown => problems.push(`child session ${index + 1}: ${problem}`);
      try {
        const child = await opening;
        // Looked at before the close, which makes a launch that is still under way fail: that is no news.
        if (child.untoldFailure !== undefined) report(child.untoldFailure);
        await child.client.close();
      } catch (error) {
        report(messageOf(error));
      }
    }
    return problems;
  }

  async #open({ request, configuration }: StartDebuggingRequestArguments): Promise<Child> {
    const client = await this.#parent.another();
    const breakpoints = [...this.#parent.breakpoints];
    const started = client.start(request, configuration, async session => {
      for (const [path, places] of breakpoints) {
        await session.request('setBreakpoints', { source: { path }, breakpoints: places });
      }
    });
    const child: Child = { client, started };
    started.catch((error: unknown) => {
      child.untoldFailure = `it could not be started: ${messageOf(error)}`;
    });
    return child;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
