import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, test } from 'vitest';
import { NgoFailure } from './ngo-failure.js';
import { readNgo } from './ngo-reader.js';
import { writeNgo } from './ngo-writer.js';
import { sourceHash } from './source-hash.js';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { verifyModule } from './verify.js';

describeWithOutside('modules of the original compiler', 'ng', folder => {
  const files = readdirSync(folder).filter(name => name.endsWith('.ngo'));
  const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));

  test('are there', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  test.each(files)('%s is read, found right, and written as it was', name => {
    const bytes = bytesOf(name);
    const { module, problems } = readNgo(bytes, name);
    expect(problems).toEqual([]);
    expect(verifyModule(module)).toEqual([]);
    const written = writeNgo(module);
    expect(readNgo(written, name).module).toEqual(module);
    // The original writes maps in an order of its own.
    expect(written.length).toBe(bytes.length);
    if (module.exports.size < 2 && module.exportTypes.size < 2) expect(Buffer.from(written)).toEqual(bytes);
  });

  test.each(files)('%s carries the hash of its source', name => {
    const source = bytesOf(name.replace(/\.ngo$/, '.ng'));
    expect(readNgo(bytesOf(name), name).module.sourceHash).toBe(sourceHash(source));
  });

  test.each(files)('%s cut off anywhere is refused', name => {
    const bytes = bytesOf(name);
    for (let length = 0; length < bytes.length; length++)
      expect(() => readNgo(bytes.subarray(0, length), name), `${length} bytes`).toThrow(/at byte \d+ of/);
  });

  test.each(files)('%s with a bit flipped is refused or read', name => {
    const bytes = bytesOf(name);
    const random = seededRandom(bytes.length);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Uint8Array.from(bytes);
      flipped[at]! ^= 1 << random(8);
      try {
        verifyModule(readNgo(flipped, name).module);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(NgoFailure);
      }
    }
  });
});
