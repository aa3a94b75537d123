// WASI preview 1 as far as programs need it that compute, print and read: streams, arguments, clocks, random numbers.
//
// What is not here answers ENOSYS, which the C library and Rust's pass on. There are no files.

import { randomFillSync } from 'node:crypto';
import type { HostContext, HostFunction } from '@sonde/engine-wasm';
import type { HostData } from './host-data.js';
import { InputBytes } from './input-bytes.js';

/** Of WASI's `errno`. */
const errno = { success: 0, badf: 8, fault: 21, inval: 28, nosys: 52, spipe: 70 } as const;

/** Of WASI's `filetype`. */
const characterDevice = 2;

/** More at a time is a mistake of the program. */
const mostRandom = 1 << 20;

export function wasiFunctions(context: HostContext, data: HostData): Readonly<Record<string, HostFunction>> {
  const { memory } = context;
  const encoder = new TextEncoder();
  const input = new InputBytes(() => context.readLine());
  const decoders = new Map([
    [1, new TextDecoder()],
    [2, new TextDecoder()],
  ]);

  const writeU32 = (address: number, value: number): void => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    memory.write(address >>> 0, bytes);
  };
  const writeU64 = (address: number, value: bigint): void => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
    memory.write(address >>> 0, bytes);
  };
  /** Pairs of address and length. */
  const vectors = (at: number, count: number): readonly (readonly [number, number])[] => {
    const bytes = memory.read(at >>> 0, (count >>> 0) * 8);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({ length: count >>> 0 }, (_, nth) => [
      view.getUint32(nth * 8, true),
      view.getUint32(nth * 8 + 4, true),
    ]);
  };
  const sizes = (texts: readonly string[]): HostFunction =>
    safe((count: number, size: number) => {
      writeU32(count, texts.length);
      writeU32(
        size,
        texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0),
      );
    });
  const strings = (texts: readonly string[]): HostFunction =>
    safe((pointers: number, buffer: number) => {
      let at = buffer >>> 0;
      texts.forEach((text, nth) => {
        const bytes = encoder.encode(`${text}\0`);
        memory.write(at, bytes);
        writeU32((pointers >>> 0) + nth * 4, at);
        at += bytes.length;
      });
    });

  const known: Record<string, HostFunction> = {
    fd_write: safe((fd: number, iovs: number, count: number, written: number) => {
      const decoder = decoders.get(fd);
      if (decoder === undefined) return errno.badf;
      let size = 0;
      let text = '';
      for (const [address, length] of vectors(iovs, count)) {
        text += decoder.decode(memory.read(address, length), { stream: true });
        size += length;
      }
      if (text !== '') context.output(fd === 1 ? 'stdout' : 'stderr', text);
      writeU32(written, size);
      return errno.success;
    }),
    fd_read: safe((fd: number, iovs: number, count: number, read: number) => {
      if (fd !== 0) return errno.badf;
      let size = 0;
      for (const [address, length] of vectors(iovs, count)) {
        const bytes = input.take(length, size === 0);
        memory.write(address, bytes);
        size += bytes.length;
        if (bytes.length < length) break;
      }
      writeU32(read, size);
      return errno.success;
    }),
    fd_close: (fd: number) => (isStream(fd) ? errno.success : errno.badf),
    fd_seek: (fd: number) => (isStream(fd) ? errno.spipe : errno.badf),
    fd_tell: (fd: number) => (isStream(fd) ? errno.spipe : errno.badf),
    fd_fdstat_get: safe((fd: number, at: number) => {
      if (!isStream(fd)) return errno.badf;
      const stat = new Uint8Array(24);
      stat[0] = characterDevice;
      // All rights but those to seek and to tell, which a terminal has not.
      stat.fill(0xff, 8);
      stat[8] = 0xff & ~((1 << 2) | (1 << 5));
      memory.write(at >>> 0, stat);
      return errno.success;
    }),
    fd_fdstat_set_flags: (fd: number) => (isStream(fd) ? errno.success : errno.badf),
    // There are no folders that were opened before.
    fd_prestat_get: () => errno.badf,
    fd_prestat_dir_name: () => errno.badf,
    args_sizes_get: sizes(data.args),
    args_get: strings(data.args),
    environ_sizes_get: sizes(data.environment),
    environ_get: strings(data.environment),
    clock_res_get: safe((_clock: number, at: number) => writeU64(at, 1_000n)),
    clock_time_get: safe((clock: number, _precision: bigint, at: number) => {
      if (clock !== 0 && clock !== 1) return errno.inval;
      writeU64(at, clock === 0 ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint());
      return errno.success;
    }),
    random_get: safe((at: number, size: number) => {
      if (size >>> 0 > mostRandom) return errno.inval;
      memory.write(at >>> 0, randomFillSync(new Uint8Array(size >>> 0)));
      return errno.success;
    }),
    sched_yield: () => errno.success,
    proc_exit: (code: number) => context.exit(code),
  };
  const others = data.wasi.filter(name => known[name] === undefined);
  return { ...Object.fromEntries(others.map(name => [name, () => errno.nosys])), ...known };
}

const isStream = (fd: number): boolean => fd >= 0 && fd <= 2;

/** An address outside of memory is an answer of WASI, and no reason to end the program. */
function safe(run: HostFunction): HostFunction {
  return (...given) => {
    try {
      return run(...given) ?? errno.success;
    } catch (error) {
      if (error instanceof RangeError) return errno.fault;
      throw error;
    }
  };
}
