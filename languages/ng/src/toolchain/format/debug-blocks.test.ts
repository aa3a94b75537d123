import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ByteSink } from './byte-sink.js';
import type { DebugInfo } from './debug-info.js';
import { readNgo } from './ngo-reader.js';
import { writeNgo } from './ngo-writer.js';
import { SourceMap } from './source-map.js';
import { fullDebugInfo, fullModule, fullSourceMap } from '../../test/format/sample-modules.js';

const whole = writeNgo(fullModule, { sourceMap: fullSourceMap, debug: fullDebugInfo });
const moduleSize = writeNgo(fullModule).length;
const map = SourceMap.serialize(fullSourceMap);
const debugAt = moduleSize + map.length;
const block = whole.subarray(debugAt);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const moduleBytes = whole.subarray(0, moduleSize);

function withoutPlace<T extends { declared?: unknown }>(described: T): T {
  const copy = { ...described };
  delete copy.declared;
  return copy;
}

/** The block as the first version of the format has it. */
function firstVersion(debug: DebugInfo): Uint8Array {
  const texts: string[] = [];
  const rest = new ByteSink();
  const text = (value: string): void => rest.u32(texts.push(value) - 1);
  for (const value of [debug.compileUnitName, debug.sourcePath, debug.sourceHash]) text(value);
  rest.list(debug.functions, f => {
    text(f.name);
    for (const number of [f.index, f.start, f.end]) rest.u32(number);
    rest.u8(f.artificial ? 1 : 0);
    rest.list(f.locals, local => {
      text(local.name);
      rest.u32(local.slot);
      text(local.type);
      rest.u8(local.parameter ? 1 : 0);
      rest.u32(local.from);
      rest.u32(local.to);
    });
  });
  rest.list(debug.globals, global => {
    text(global.name);
    rest.u32(global.index);
    text(global.type);
  });
  rest.list(debug.statements, ({ statement, endLine, endColumn }) => {
    rest.u8(statement ? 1 : 0);
    rest.u32(endLine);
    rest.u32(endColumn);
  });
  const body = new ByteSink();
  for (const sum of [crc32(moduleBytes), crc32(map)]) body.u32(sum);
  body.texts(texts);
  body.raw(rest.result());
  const head = new ByteSink();
  head.raw(Buffer.from('NGDI'));
  for (const number of [1, body.size + 4, crc32(body.result())]) head.u32(number);
  return joined(head.result(), body.result());
}

describe('what follows a module', () => {
  test('is NGSM, then NGDI', () => {
    expect(whole.subarray(moduleSize, debugAt)).toEqual(map);
    expect(Buffer.from(block.subarray(0, 12))).toEqual(
      Buffer.from([0x4e, 0x47, 0x44, 0x49, 3, 0, 0, 0, block.length - 12, (block.length - 12) >> 8, 0, 0]),
    );
  });

  test('comes back the same', () => {
    expect(readNgo(whole, 'x.ngo')).toEqual({
      module: fullModule,
      sourceMap: fullSourceMap,
      debug: fullDebugInfo,
      problems: [],
    });
  });

  test('holds every text once', () => {
    expect(Buffer.from(block).toString('utf8').split('shop.äpfel').length).toBe(2);
  });

  test('may come in another order, among bytes that nobody knows', () => {
    const odd = joined(moduleBytes, Buffer.from('XY'), block, Buffer.from('??'), map, Buffer.from('end'));
    expect(readNgo(odd, 'x.ngo')).toEqual(readNgo(whole, 'x.ngo'));
  });

  test('may be of the first version, which tells less', () => {
    const { compileUnitName, sourcePath, sourceHash, functions, globals, statements } = fullDebugInfo;
    const older = joined(moduleBytes, map, firstVersion(fullDebugInfo));
    const read = readNgo(older, 'x.ngo');
    expect(read.problems).toEqual([]);
    expect(read.debug).toEqual({
      compileUnitName,
      sourcePath,
      sourceHash,
      functions: functions.map(({ extent: _, ...f }) => ({ ...f, locals: f.locals.map(withoutPlace) })),
      globals: globals.map(withoutPlace),
      statements,
    });
  });

  test('may be one of the two', () => {
    const onlyMap = readNgo(writeNgo(fullModule, { sourceMap: fullSourceMap }), 'x.ngo');
    expect(onlyMap).toEqual({ module: fullModule, sourceMap: fullSourceMap, problems: [] });
    const debug = { ...fullDebugInfo, statements: [] };
    const onlyDebug = readNgo(writeNgo(fullModule, { debug }), 'x.ngo');
    expect(onlyDebug).toEqual({ module: fullModule, debug, problems: [] });
  });

  test('is sorted by address, statement flags with it', () => {
    const sourceMap = { ...fullSourceMap, entries: [...fullSourceMap.entries].reverse() };
    const debug = { ...fullDebugInfo, statements: [...fullDebugInfo.statements].reverse() };
    const read = readNgo(writeNgo(fullModule, { sourceMap, debug }), 'x.ngo');
    expect(read.sourceMap).toEqual(fullSourceMap);
    expect(read.debug).toEqual(fullDebugInfo);
  });
});

describe('damage behind the module', () => {
  test('of a newer version is left out with a notice', () => {
    const newer = joined(moduleBytes, map, Uint8Array.from([...block].with(4, 4)));
    const read = readNgo(newer, 'x.ngo');
    expect(read.debug).toBeUndefined();
    expect(read.sourceMap).toEqual(fullSourceMap);
    expect(read.problems).toEqual([
      `the debug information at byte ${debugAt} is not used: it is of version 4, known is 3`,
    ]);
  });

  test('is found wherever a bit of NGDI flips, and the program is read without it', () => {
    for (let at = 4; at < block.length; at++) {
      const flipped = joined(moduleBytes, map, Uint8Array.from([...block].with(at, block[at]! ^ 0x10)));
      const read = readNgo(flipped, 'x.ngo');
      expect(read.module).toEqual(fullModule);
      expect(read.sourceMap, `byte ${at}`).toEqual(fullSourceMap);
      expect(read.debug, `byte ${at}`).toBeUndefined();
      expect(read.problems.join(), `byte ${at}`).toMatch(/byte \d+/);
    }
  });

  test('is found wherever a bit of NGSM flips', () => {
    for (let at = 4; at < map.length; at++) {
      const flipped = joined(moduleBytes, Uint8Array.from([...map].with(at, map[at]! ^ 0x04)), block);
      const read = readNgo(flipped, 'x.ngo');
      expect(read.module).toEqual(fullModule);
      expect(read.problems.length, `byte ${at}`).toBeGreaterThan(0);
    }
  });

  test('is found when the file is cut off', () => {
    for (let length = moduleSize + 4; length < whole.length; length++) {
      if (length >= debugAt && length < debugAt + 4) continue;
      const read = readNgo(whole.subarray(0, length), 'x.ngo');
      expect(read.module).toEqual(fullModule);
      expect(read.debug).toBeUndefined();
      if (length !== debugAt) expect(read.problems.join(), `${length}`).toMatch(/not used.*byte \d+/);
    }
  });

  test('a module that was changed after its debug information was made is run without that', () => {
    const names = Buffer.from(whole);
    names[names.indexOf('Deposit')] = 'd'.charCodeAt(0);
    const read = readNgo(names, 'x.ngo');
    expect(read.module.types[1]!.variants[0]!.name).toBe('deposit');
    expect(read.debug).toBeUndefined();
    expect(read.problems.join()).toContain(`bytes 0 to ${moduleSize}`);
  });

  test('entries of the source map inside of instructions are not used', () => {
    const entries = [...fullSourceMap.entries, { ...fullSourceMap.entries[0]!, bytecodeAddress: 2 }];
    const read = readNgo(writeNgo(fullModule, { sourceMap: { ...fullSourceMap, entries } }), 'x.ngo');
    expect(read.sourceMap).toEqual(fullSourceMap);
    expect(read.problems).toEqual([
      '1 of 4 entries of the source map are not used: the first is address 2, line 3, where no instruction or line begins',
    ]);
  });

  test('functions that are not where the debug information says are not used', () => {
    const functions = fullDebugInfo.functions.map(f => (f.index === 1 ? { ...f, start: 14 } : f));
    const debug = { ...fullDebugInfo, functions };
    const read = readNgo(writeNgo(fullModule, { sourceMap: fullSourceMap, debug }), 'x.ngo');
    expect(read.debug!.functions.map(f => f.index)).toEqual([0, 2]);
    expect(read.problems.join()).toContain('the first is Basket.count at address 14');
  });
});
