import { ModuleBuilder, readModule, type WasmModule } from '@sonde/wasm';
import { describe, expect, test } from 'vitest';
import { hostErrors, hostFunctions } from '../../toolchain/host/host-functions.js';
import { blake3OfText, keccak256OfText } from '../hashes.js';
import { hexOf, knownHex } from '../hex.js';
import type { CallContext } from './call-context.js';
import { checkImports, importsOf } from './host-interface.js';
import { HostRun, HostTrap, Reverted, type HostObserver } from './host-run.js';
import { hostLimits } from './limits.js';
import { foundBefore, StorageOverlay } from './storage-overlay.js';

const context: CallContext = {
  sender: new Uint8Array(20).fill(0xaa),
  origin: new Uint8Array(20).fill(0xbb),
  self: new Uint8Array(20).fill(0xcc),
  value: 0x0102_0304_0506_0708_090an,
  block: 7n,
  timestamp: 1_700_000_000n,
};

const size = 128 * 1_024;
const key = 1_000;
const at = 2_000;

class OutOfGas extends Error {}

/** A host with `key` as the bytes of a key, and gas to be spent. */
function start(given: Partial<CallContext> = {}, observer: HostObserver = {}, gas = 10_000_000n) {
  const memory = new Uint8Array(size);
  memory.set([0x6b, 0x65, 0x79], key);
  let left = gas;
  const storage = new StorageOverlay(foundBefore({ '0x6b6579': '0x0102030405' }));
  const run = new HostRun(
    { ...context, ...given },
    storage,
    {
      memory: {
        size,
        read: (address, length) => memory.slice(address, address + length),
        write: (address, bytes) => memory.set(bytes, address),
      },
      gasLeft: () => left,
      charge: cost => {
        if (cost > left) throw new OutOfGas();
        left -= cost;
      },
    },
    observer,
  );
  const imports = importsOf(run);
  const call = (name: string, ...args: number[]): unknown => {
    const { module } = Object.values(hostFunctions).find(each => each.name === name)!;
    return imports[module]![name]!(...args);
  };
  return { memory, storage, run, call, spent: () => gas - left };
}

describe('storage', () => {
  test('read copies what fits and answers with the whole size', () => {
    const { call, memory, spent } = start();
    expect(call('read', 0, key, 3, at, 0, 10)).toBe(5);
    expect([...memory.subarray(at, at + 6)]).toEqual([1, 2, 3, 4, 5, 0]);
    expect(spent()).toBe(205n);
    expect(call('read', 0, key, 3, at + 100, 2, 4)).toBe(5);
    expect([...memory.subarray(at + 100, at + 105)]).toEqual([0, 0, 1, 2, 0]);
    expect(call('read', 0, key, 3, at, 5, 4)).toBe(hostErrors.BUFFER_TOO_SMALL);
    expect(call('read', 0, key, 2, at, 0, 4)).toBe(hostErrors.KEY_NOT_FOUND);
  });

  test('what was written is read, and is apart from what was there', () => {
    const { call, memory, storage } = start();
    expect(call('exists', 0, key, 2)).toBe(0);
    memory.set([9, 8], at);
    expect(call('write', 0, key, 2, at, 2)).toBe(0);
    expect(call('write', 0, key, 3, at, 0)).toBe(0);
    expect(call('exists', 0, key, 2)).toBe(1);
    expect(call('read', 0, key, 3, at, 0, 4)).toBe(0);
    expect(storage.changes()).toEqual([
      { key: '0x6b65', before: null, after: '0x0908' },
      { key: '0x6b6579', before: '0x0102030405', after: '0x' },
    ]);
    expect(storage.found()).toEqual({ '0x6b65': null, '0x6b6579': '0x0102030405' });
  });

  test('a value that is written as it was is no change', () => {
    const { call, memory, storage } = start();
    memory.set([1, 2, 3, 4, 5], at);
    expect(call('write', 0, key, 3, at, 5)).toBe(0);
    expect(storage.changes()).toEqual([]);
  });

  test('each write is told with what was there', () => {
    const told: string[] = [];
    const { call } = start(
      {},
      {
        written: ({ key: name, before, after }) =>
          told.push(`${hexOf(name)} ${hexOf(before ?? new Uint8Array())} ${hexOf(after)}`),
      },
    );
    call('write', 0, key, 3, at, 1);
    expect(told).toEqual(['0x6b6579 0x0102030405 0x00']);
  });

  test('lengths of keys and values have limits', () => {
    const { call } = start();
    for (const [name, ...rest] of [['read', at, 0, 4], ['write', at, 4], ['exists']] as const) {
      expect(call(name, 0, key, 0, ...rest)).toBe(hostErrors.INVALID_LENGTH);
      expect(call(name, 0, key, hostLimits.keyBytes + 1, ...rest)).toBe(hostErrors.LIMIT_EXCEEDED);
    }
    expect(call('write', 0, key, 3, at, hostLimits.valueBytes + 1)).toBe(hostErrors.LIMIT_EXCEEDED);
  });

  test('a strict host refuses domains that are unknown or not declared', () => {
    const domain = (text: string): string => hexOf(blake3OfText(text));
    const { call, memory } = start({
      domains: {
        known: new Set(['a', 'b', 'c'].map(domain)),
        reads: new Set([domain('a')]),
        writes: new Set([domain('b')]),
      },
    });
    const places = ['a', 'b', 'c', 'd'].map((text, nth) => {
      memory.set(blake3OfText(text), 4_000 + 32 * nth);
      return 4_000 + 32 * nth;
    });
    expect(places.map(place => call('read', place, key, 3, at, 0, 5))).toEqual([5, 5, -6, -5]);
    expect(places.map(place => call('exists', place, key, 3))).toEqual([1, 1, -6, -5]);
    expect(places.map(place => call('write', place, key, 3, at, 1))).toEqual([-6, 0, -6, -5]);
  });
});

test('context: who calls, with what, where and when', () => {
  const { call, memory, spent } = start();
  expect(call('get_sender', at)).toBe(0);
  expect(memory.subarray(at, at + 20)).toEqual(context.sender);
  expect(call('get_origin', at)).toBe(0);
  expect(memory.subarray(at, at + 20)).toEqual(context.origin);
  expect(call('get_self_address', at)).toBe(0);
  expect(memory.subarray(at, at + 20)).toEqual(context.self);
  expect(call('get_value', at + 50)).toBe(0);
  expect(hexOf(memory.subarray(at + 50, at + 66))).toBe('0x0a090807060504030201000000000000');
  expect(spent()).toBe(80n);
  expect([call('get_block_number'), call('get_timestamp')]).toEqual([7n, 1_700_000_000n]);
  expect(call('get_gas_left')).toBe(10_000_000n - 100n);
  expect(spent()).toBe(110n);
});

test('events with their topics', () => {
  const told: unknown[] = [];
  const { call, memory, run, spent } = start({}, { event: event => told.push(event) });
  memory.fill(1, at, at + 32).fill(2, at + 32, at + 64);
  expect(call('emit_event', at, 2, key, 3)).toBe(0);
  expect(run.events).toEqual([
    { topics: [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`], data: '0x6b6579' },
  ]);
  expect(told).toEqual(run.events);
  expect(spent()).toBe(375n + 750n + 24n);
  expect(call('emit_event', at, hostLimits.topics + 1, key, 3)).toBe(hostErrors.LIMIT_EXCEEDED);
  expect(call('emit_event', at, 0, key, hostLimits.eventDataBytes + 1)).toBe(hostErrors.LIMIT_EXCEEDED);
  while (run.events.length < hostLimits.events) call('emit_event', at, 0, key, 0);
  expect(call('emit_event', at, 0, key, 0)).toBe(hostErrors.LIMIT_EXCEEDED);
});

test('revert ends the run; with a message that is no text it does not', () => {
  const told: string[] = [];
  const { call, memory, spent } = start({}, { reverting: message => told.push(message) });
  expect(() => call('revert', key, 3)).toThrow(new Reverted('key'));
  expect(told).toEqual(['key']);
  expect(spent()).toBe(0n);
  memory[at] = 0xff;
  expect(call('revert', at, 1)).toBe(hostErrors.INVALID_ARGUMENT);
  expect(call('revert', at, hostLimits.messageBytes + 1)).toBe(hostErrors.LIMIT_EXCEEDED);
  expect(call('revert', size, 1)).toBe(hostErrors.INVALID_POINTER);
});

test('hashes', () => {
  const { call, memory, spent } = start();
  expect(call('keccak256', key, 3, at)).toBe(0);
  expect(memory.subarray(at, at + 32)).toEqual(keccak256OfText('key'));
  expect(call('blake3', key, 3, at)).toBe(0);
  expect(memory.subarray(at, at + 32)).toEqual(blake3OfText('key'));
  expect(spent()).toBe(36n + 23n);
});

test('print', () => {
  const told: string[] = [];
  const { call, memory, run, spent } = start({}, { printed: text => told.push(text) });
  expect(call('print', key, 3)).toBeUndefined();
  expect(told).toEqual(['key']);
  expect(spent()).toBe(53n);
  memory[at] = 0xff;
  expect(() => call('print', at, 1)).toThrow(HostTrap);
  expect(() => call('print', size, 1)).toThrow(/INVALID_POINTER/);
  for (let nth = 0; nth < 20; nth++) call('print', at + 1, 100_000);
  expect(run.printed.length).toBeLessThan(14);
  expect(run.printed.at(-1)).toMatch(/the rest is not shown/);
});

test('pointers and lengths that lead out of memory are errors, not accesses', () => {
  const { call, memory } = start();
  const before = memory.slice();
  const calls: readonly (readonly [string, ...number[]])[] = [
    ['read', 0, key, 3, size - 4, 0, 5],
    ['read', size - 31, key, 3, at, 0, 5],
    ['read', 0, size - 2, 3, at, 0, 5],
    ['read', 0, key, 3, -1, 0, 5],
    ['write', 0, -3, 3, at, 5],
    ['write', 0, key, 3, 0x7fff_ffff, 5],
    ['exists', -32, key, 3],
    ['get_sender', size - 19],
    ['get_value', size - 15],
    ['emit_event', size - 31, 1, key, 3],
    ['emit_event', at, 1, size - 2, 3],
    ['keccak256', key, 3, size - 31],
    ['blake3', size - 2, 3, at],
  ];
  for (const [name, ...args] of calls) expect([name, call(name, ...args)]).toEqual([name, -1]);
  expect(call('read', 0, key, 3, at, 0, size + 1)).toBe(hostErrors.INVALID_LENGTH);
  expect(call('keccak256', key, -1, at)).toBe(hostErrors.INVALID_LENGTH);
  expect(memory).toEqual(before);
});

test('gas is charged before anything happens', () => {
  const { call, storage, run } = start({}, {}, 1_009n);
  expect(() => call('write', 0, key, 3, at, 1)).toThrow(OutOfGas);
  expect(storage.changes()).toEqual([]);
  expect(() => call('emit_event', at, 2, key, 3)).toThrow(OutOfGas);
  expect(run.events).toEqual([]);
});

test('the record of the calls tells runs apart', () => {
  const [a, b, c] = [start(), start(), start()];
  for (const { call } of [a, b]) call('get_sender', at);
  c.call('get_sender', size);
  expect(a.run.calls).toEqual(b.run.calls);
  expect(a.run.calls.count).toBe(1);
  expect(a.run.calls.digest).not.toBe(c.run.calls.digest);
});

describe('what a contract imports', () => {
  const read = (bytes: Uint8Array): WasmModule => {
    const result = readModule(bytes);
    if (!result.ok) throw result.problem;
    return result.module;
  };

  const wanting = (module: string, name: string, params: 'i32'[] = [], results: ('i32' | 'i64')[] = []) => {
    const builder = new ModuleBuilder();
    builder.importFunction(module, name, { params, results });
    return read(builder.build().bytes);
  };

  test('all of version 1 is there', () => {
    const builder = new ModuleBuilder();
    for (const { module, name, type } of Object.values(hostFunctions))
      builder.importFunction(module, name, type);
    expect(() => checkImports(read(builder.build().bytes))).not.toThrow();
  });

  test.each([
    [wanting('nova_state_v2', 'read'), /this node has version 1 of nova_state, not version 2/],
    [wanting('env', 'abort'), /'abort' from 'env', which is no module of this node/],
    [wanting('nova_state_v1', 'delete'), /'delete' from 'nova_state_v1', which this node does not have/],
    [wanting('nova_env_v1', 'get_timestamp', [], ['i32']), /another type than \(\) → \(i64\)/],
  ])('anything else is refused by name', (module, words) => {
    expect(() => checkImports(module)).toThrow(words);
  });
});

test('digits are bytes and back', () => {
  expect(knownHex(hexOf(new Uint8Array([0, 255])))).toEqual(new Uint8Array([0, 255]));
  expect(() => knownHex('0xabc')).toThrow();
});
