// Sources, objects and debug information with random changes: the tools say what is wrong or do their work, and never throw.

import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { expect, test } from 'vitest';
import { assemble } from '../../toolchain/asm/assemble.js';
import { assemblyDebug } from '../../toolchain/asm/assembly-debug.js';
import { dumpJson } from '../../toolchain/asm/dump-json.js';
import { objectListing, programListing } from '../../toolchain/dis/program-listing.js';
import { readDbg } from '../../toolchain/format/dbg-file.js';
import { FormatProblem } from '../../toolchain/format/format-problem.js';
import { crcOf, readHxe } from '../../toolchain/format/hxe-file.js';
import { readHxo } from '../../toolchain/format/hxo-file.js';
import { noMetadata, type HxoObject } from '../../toolchain/format/hxo.js';
import { readSym, writeSym } from '../../toolchain/format/sym-reader.js';
import { link, type LinkInput } from '../../toolchain/ld/link.js';
import { sampleFiles, sampleSource } from './sample-files.js';

/** All that is done with what was linked. */
function linkAndUse(inputs: readonly LinkInput[]): boolean {
  const { image, sym, problems } = link(inputs, { appName: 'x' });
  if (image === undefined || sym === undefined) {
    expect(problems.length).toBeGreaterThan(0);
    return false;
  }
  const program = readHxe(image);
  const read = readSym(writeSym(sym), { symName: 's', hxeName: 'h', crc: crcOf(image), code: program.code });
  programListing('x.hxe', program, read.sym, () => ['line']);
  return true;
}

const pieces = [
  'R1',
  '[',
  ']',
  ',',
  ':',
  '"',
  "'",
  ';',
  '-',
  '0x',
  '\\',
  '{',
  '}',
  '.data',
  '.bss',
  '.org 9',
  '+',
  '\n',
  '\0',
  '€',
];

function mutated(text: string, random: Random): string {
  let result = text;
  for (let count = random(3); count >= 0; count--) {
    const at = random(result.length);
    const piece = pieces[random(pieces.length)]!;
    result = result.slice(0, at) + (random(3) === 0 ? '' : piece) + result.slice(at + random(4));
  }
  return result;
}

test('sources', () => {
  const random = seededRandom(5);
  let linked = 0;
  for (let round = 0; round < 600; round++) {
    const text = mutated(sampleSource, random);
    const assembled = assemble(text, { file: 'a.mvasm' });
    const lines = text.split(/\r\n|\n|\r/);
    for (const { place, sourceLine } of assembled.problems)
      if (
        sourceLine !== lines[place!.line - 1] ||
        place!.column < 1 ||
        place!.column > sourceLine!.length + 1
      )
        expect.unreachable(`${JSON.stringify(place)} is not in ${JSON.stringify(text)}`);
    const { object } = assembled;
    if (object === undefined) continue;
    dumpJson(object, assembled.instructions, 'a.mvasm');
    objectListing('a.hxo', object);
    if (linkAndUse([{ name: 'a', object, dbg: assemblyDebug(assembled, object, 'a', '/') }])) linked++;
  }
  expect(linked).toBeGreaterThan(50);
});

/** Another number, text or nothing somewhere in the JSON. */
function mutatedJson(bytes: Uint8Array, random: Random): Uint8Array {
  const value = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  let at = value;
  for (;;) {
    const keys = Object.keys(at);
    const key = keys[random(keys.length)];
    if (key === undefined) break;
    const next = at[key];
    if (typeof next === 'object' && next !== null) {
      at = next as Record<string, unknown>;
      continue;
    }
    at[key] =
      typeof next === 'number'
        ? [0, 1, next + 1, next - 1, next * 4][random(5)]
        : ['', 'x', 'main', 'text', 'data', 'bss', 'symbol'][random(7)];
    break;
  }
  return new TextEncoder().encode(JSON.stringify(value));
}

function orRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}

test('objects and debug information', () => {
  const random = seededRandom(6);
  const files = sampleFiles();
  const good: HxoObject = readHxo(files.hxo);
  let linked = 0;
  for (let round = 0; round < 300; round++) {
    const object = orRefused(() => readHxo(mutatedJson(files.hxo, random)));
    const dbg = orRefused(() => readDbg(mutatedJson(files.dbg, random), 'a').dbg);
    if (object !== undefined) {
      objectListing('a.hxo', object);
      if (
        linkAndUse([
          { name: 'a', object },
          { name: 'b', object: { ...good, symbols: new Map(), metadata: noMetadata } },
        ])
      )
        linked++;
    }
    if (dbg !== undefined) linkAndUse([{ name: 'a', object: good, dbg }]);
  }
  expect(linked).toBeGreaterThan(50);
});
