import { afterAll, expect, test } from 'vitest';
import { codeSize } from './address-space.js';
import { ByteCursor } from './byte-cursor.js';
import { disassemble } from './disassemble.js';
import { NgoFailure } from './ngo-failure.js';
import { readNgo } from './ngo-reader.js';
import { writeNgo } from './ngo-writer.js';
import { link } from '../linker/link.js';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { fullDebugInfo, fullModule, fullSourceMap } from '../../test/format/sample-modules.js';
import { verifyModule } from './verify.js';

/**
 * How many fields were read: the work that a damaged count could blow up. It is counted, because what it takes in time
 * depends on the machine.
 */
let fieldsRead = 0;
const fields = ['u8', 'u16', 'u32', 'i32', 'i64', 'f64', 'raw'] as const;
const own = fields.map(name => [name, Object.getOwnPropertyDescriptor(ByteCursor.prototype, name)!] as const);
for (const [name, descriptor] of own) {
  const read = descriptor.value as (...args: unknown[]) => unknown;
  const counting = function (this: ByteCursor, ...args: unknown[]): unknown {
    fieldsRead++;
    return read.apply(this, args);
  };
  Object.defineProperty(ByteCursor.prototype, name, { ...descriptor, value: counting });
}
afterAll(() => {
  for (const [name, descriptor] of own) Object.defineProperty(ByteCursor.prototype, name, descriptor);
});

/** Each takes a byte at least, but for empty texts, whose lengths take four; and no byte is read twice. */
const mostFieldsIn = (bytes: Uint8Array): number => bytes.length + 16;

/** Reads, and does with what was read all that is done with a module before it runs. */
function tryOut(bytes: Uint8Array): 'refused' | 'read' {
  fieldsRead = 0;
  try {
    const { module, problems, ...parts } = readNgo(bytes, 'x.ngo');
    for (const problem of problems) expect(problem).not.toBe('');
    verifyModule(module);
    writeNgo(module, parts);
    for (let address = 0; address < Math.min(codeSize(module), 200); address++) disassemble(module, address);
    const loaded = {
      name: 'x',
      path: '/x.ngo',
      module,
      importedModules: new Map<string, number>(),
      ...parts,
    };
    link([loaded], { upstreamCompatible: false });
    return 'read';
  } catch (error) {
    if (!(error instanceof NgoFailure)) throw error;
    expect(error.message).toMatch(/at byte \d+ of \d+: /);
    expect(error.offset).toBeLessThanOrEqual(bytes.length);
    return 'refused';
  } finally {
    expect(fieldsRead).toBeGreaterThan(bytes.length < 4 ? -1 : 0);
    expect(fieldsRead).toBeLessThan(mostFieldsIn(bytes));
  }
}

const whole = writeNgo(fullModule, { sourceMap: fullSourceMap, debug: fullDebugInfo });
const moduleSize = writeNgo(fullModule).length;

test('a file cut off anywhere inside of its module is refused, behind it read', () => {
  for (let length = 0; length <= whole.length; length++)
    expect(tryOut(whole.subarray(0, length)), `${length} bytes`).toBe(
      length < moduleSize ? 'refused' : 'read',
    );
});

// Bit by bit, so that no test is long.
test.each([0, 1, 2, 3, 4, 5, 6, 7])('a file with bit %i of any byte flipped is refused or read', bit => {
  const outcomes = { refused: 0, read: 0 };
  const flipped = whole.slice();
  for (let at = 0; at < whole.length; at++) {
    flipped[at]! ^= 1 << bit;
    outcomes[tryOut(flipped)]++;
    flipped[at]! ^= 1 << bit;
  }
  expect(outcomes.refused).toBeGreaterThan(0);
  expect(outcomes.read).toBeGreaterThan(0);
});

test('a file with several bytes changed, moved or doubled is refused or read', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 1500; round++) {
    const bytes = [...whole];
    for (let change = 1 + random(6); change > 0; change--) {
      const at = random(bytes.length);
      const kind = random(4);
      if (kind === 0) bytes[at] = random(256);
      else if (kind === 1) bytes.splice(at, 1 + random(20));
      else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + random(40)));
      else bytes.splice(at, 4, ...[0xff, 0xff, random(256), random(128)]);
      if (bytes.length === 0) bytes.push(0);
    }
    tryOut(Uint8Array.from(bytes));
  }
});

test('garbage behind a right beginning is refused or read', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 1500; round++) {
    const garbage = Array.from({ length: random(400) }, () => (random(3) === 0 ? random(256) : random(4)));
    tryOut(Uint8Array.from([...whole.subarray(0, 16 * random(2)), ...garbage]));
  }
});

test('any number of beginnings of blocks behind the module is not followed for ever', () => {
  for (const magic of ['NGSM', 'NGDI', 'NGSM\0\0\0\0', 'NGDI\x02\0\0\0\0\0\0\0']) {
    const bytes = Buffer.concat([whole, Buffer.from(magic.repeat(500_000), 'latin1')]);
    expect(tryOut(bytes)).toBe('read');
    expect(readNgo(bytes, 'x.ngo').problems.length).toBeLessThan(20);
  }
});
