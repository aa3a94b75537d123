import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, test } from 'vitest';
import { readNgo } from '../toolchain/format/ngo-reader.js';
import { link } from '../toolchain/linker/link.js';
import { createMachine } from './machine.js';
import { BenchHost, toEnd } from '../test/runtime/bench-machine.js';

describeWithOutside('programs of the original compiler', 'ng', folder => {
  const isWhole = (name: string): boolean =>
    // Modules that it imports must be there in compiled form too.
    readNgo(readFileSync(join(folder, name)), name).module.imports.every(
      ({ module }) => module.startsWith('std.') || existsSync(join(folder, `${module}.ngo`)),
    );
  const files = readdirSync(folder).filter(name => name.endsWith('.ngo') && isWhole(name));

  test('are there', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test.each(files.flatMap(name => [[name, true] as const, [name, false] as const]))(
    '%s prints what it prints there (compatible: %s)',
    (name, upstreamCompatible) => {
      const path = join(folder, name);
      const { module } = readNgo(readFileSync(path), name);
      const { image } = link([{ name, path, module, importedModules: new Map() }], { upstreamCompatible });
      const host = new BenchHost();
      const code = toEnd(createMachine(image, host));
      const expected = (kind: string): string =>
        readFileSync(path.replace(/ngo$/, `expected.${kind}`), 'utf8');
      expect(host.stdout).toBe(expected('out'));
      expect(code).toBe(Number(expected('rc')));
    },
  );
});
