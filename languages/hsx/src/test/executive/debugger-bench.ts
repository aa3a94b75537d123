// A debugger on the bench: one session with its stream of events, on an executive of its own for each test.

import { afterEach, beforeEach } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient } from './bench-executive.js';
import type { Wire } from './wire-fields.js';

export class DebuggerBench {
  executive = new Executive();
  client = new DirectClient(this.executive);
  watcher = new DirectClient(this.executive);
  session = '';

  /** Once in a file. */
  static forEachTest(): DebuggerBench {
    const bench = new DebuggerBench();
    beforeEach(() => bench.#renew());
    afterEach(() => bench.executive.dispose());
    return bench;
  }

  #renew(): void {
    this.executive.dispose();
    this.executive = new Executive();
    this.client = new DirectClient(this.executive);
    this.watcher = new DirectClient(this.executive);
  }

  async open(fields: object = {}): Promise<void> {
    this.session = (await this.client.ok('session.open', fields)).session.id;
    await this.watcher.subscribe(this.session);
  }

  ask(cmd: string, fields: object = {}): Promise<Wire> {
    return this.client.ok(cmd, { session: this.session, pid: 1, ...fields });
  }

  refused(cmd: string, fields: object = {}): Promise<string> {
    return this.client.refused(cmd, { session: this.session, pid: 1, ...fields });
  }

  /** Paused at its entry, and locked. */
  async load(source: string, name = 'task', options = {}): Promise<void> {
    const path = await built(`${name}.mvasm`, source, options);
    await this.client.ok('load', { session: this.session, paused: true, lock: true, path });
  }

  async step(fields: object = {}): Promise<Wire> {
    return (await this.ask('debug.step', fields)).result;
  }

  /** The address of a label. */
  async at(name: string): Promise<number> {
    return (await this.ask('sym', { op: 'name', name })).symbol.address;
  }

  /** Data of the events of a type. */
  told(type: string): Wire[] {
    return this.watcher.events.filter(each => each.type === type).map(({ data }) => data);
  }
}
