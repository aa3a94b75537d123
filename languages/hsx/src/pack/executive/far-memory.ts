// The memory of far tasks, read by the page and kept until they move.

import { Failure, type MemoryRange, type MemoryRead } from '@sonde/engine';
import { spaceSize } from '../../toolchain/isa.js';
import { answers } from './answers.js';
import type { Asker } from './connection.js';

const pageSize = 1_024;

export class FarMemory {
  readonly #pages = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly session: Asker,
    private readonly pids: readonly number[],
  ) {}

  /** The task that a space of memory belongs to; '' stands for the only one. */
  pidOf(space: string): number | undefined {
    if (space === '' && this.pids.length === 1) return this.pids[0];
    const match = /^task(\d+)$/.exec(space);
    return this.pids.find(pid => pid === Number(match?.[1]));
  }

  forget(): void {
    this.#pages.clear();
  }

  /** Cut where the memory ends. */
  async read(pid: number, offset: number, size: number): Promise<Uint8Array> {
    const end = Math.min(spaceSize, offset + size);
    if (offset < 0 || offset >= end) return new Uint8Array(0);
    const first = Math.floor(offset / pageSize);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(end / pageSize) - first }, (_, nth) => this.#page(pid, first + nth)),
    );
    const from = offset - first * pageSize;
    return Uint8Array.from(Buffer.concat(pages).subarray(from, from + end - offset));
  }

  async readRange({ address, size }: MemoryRange): Promise<MemoryRead> {
    const pid = this.pidOf(address.space);
    if (pid === undefined)
      return {
        bytes: new Uint8Array(0),
        why:
          address.space === 'code'
            ? 'code is not readable as memory'
            : `there is no memory ${address.space || 'here'}`,
      };
    if (address.offset < 0n || address.offset >= BigInt(spaceSize))
      return { bytes: new Uint8Array(0), why: `beyond the ${spaceSize} bytes of ${address.space}` };
    const bytes = await this.read(pid, Number(address.offset), size);
    return bytes.length === size ? { bytes } : { bytes, why: `the ${address.space} ends there` };
  }

  async write(pid: number, offset: number, bytes: Uint8Array): Promise<number> {
    const fitting = bytes.subarray(0, Math.max(0, spaceSize - offset));
    if (fitting.length === 0)
      throw new Failure('unreadable', 'user', `${offset} is beyond the ${spaceSize} bytes of the task.`);
    this.#pages.clear();
    const data = Buffer.from(fitting).toString('hex');
    await this.session.ask('poke', { pid, addr: offset, data }, answers.nothing);
    return fitting.length;
  }

  #page(pid: number, number: number): Promise<Uint8Array> {
    const key = `${pid} ${number}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = this.#fetch(pid, number * pageSize);
      this.#pages.set(key, page);
      page.catch(() => this.#pages.delete(key));
    }
    return page;
  }

  async #fetch(pid: number, addr: number): Promise<Uint8Array> {
    const { data } = await this.session.ask('peek', { pid, addr, length: pageSize }, answers.bytes);
    return Buffer.from(data, 'hex');
  }
}
