// A scripted program and the clients that come to it, for tests of what they share.

import { createTransportPair, DapClient } from '@sonde/dap';
import type { Language } from '@sonde/language';
import { onTestFinished } from 'vitest';
import { Adapter, type AdapterEnvironment } from '../adapter.js';
import { SessionDirectory } from '../directory.js';
import { Script, scripted } from './scripted-language.js';

type Initialize = Readonly<Record<string, unknown>>;

export class ScriptedSession {
  readonly script = new Script();
  readonly sessions = new SessionDirectory();
  readonly #language: Language;

  constructor(
    more: Partial<Language> = {},
    private readonly environment: Partial<AdapterEnvironment> = {},
  ) {
    this.#language = { ...scripted(this.script), ...more };
    onTestFinished(() => this.sessions.closeAll('the test is over'));
  }

  get id(): string {
    return this.sessions.list()[0]!.id;
  }

  /** A connection on which nothing was said yet. */
  connect(environment: Partial<AdapterEnvironment> = {}): { client: DapClient; adapter: Adapter } {
    const [adapterEnd, clientEnd] = createTransportPair();
    const adapter = new Adapter(adapterEnd, {
      languages: [this.#language],
      sessions: this.sessions,
      ...this.environment,
      ...environment,
    });
    const client = new DapClient(clientEnd);
    onTestFinished(() => client.connection.close());
    return { client, adapter };
  }

  /** Launches the program and waits for its first stop. */
  async launch(
    initialize: Initialize = {},
    configure?: (client: DapClient) => Promise<unknown>,
    options: Readonly<Record<string, unknown>> = {},
  ): Promise<{ client: DapClient; adapter: Adapter }> {
    const { client, adapter } = this.connect();
    await client.request('initialize', { adapterID: 'scripted-dap', clientName: 'first', ...initialize });
    const stopped = client.once('stopped');
    const launch = client.request('launch', { program: '/p.scripted', ...options });
    await configure?.(client);
    await client.request('configurationDone');
    await launch;
    await stopped;
    return { client, adapter };
  }

  /** Comes to the program that is there, and waits until the stop was shown to it. */
  async join(
    initialize: Initialize = {},
    configure?: (client: DapClient) => Promise<unknown>,
    environment: Partial<AdapterEnvironment> = {},
  ): Promise<DapClient> {
    const { client } = this.connect(environment);
    await client.request('initialize', { adapterID: 'scripted-dap', clientName: 'second', ...initialize });
    const stopped = client.once('stopped');
    await client.request('attach', { session: this.id });
    await configure?.(client);
    await client.request('configurationDone');
    await stopped;
    return client;
  }
}
