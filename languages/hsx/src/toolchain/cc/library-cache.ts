// The compiled library on disk, beside the compiler: who compiles a program again does not compile the library again.
//
// It is used only while nothing that it was made from is newer. Where nothing can be written, it is compiled each time.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { CompiledModule } from '../llc/compile-module.js';

const home = new URL('./compiled-library/', import.meta.url);
/** What decides about the result: the library and the compiler. */
const makers = [
  new URL('../../../src/toolchain/cc/library/', import.meta.url),
  new URL('../../../src/toolchain/cc/include/', import.meta.url),
  new URL('../llc/', import.meta.url),
  new URL('./', import.meta.url),
];

/** `name`: which clang it was read by. */
export async function cachedLibrary(
  name: string,
  compile: () => Promise<readonly CompiledModule[]>,
): Promise<readonly CompiledModule[]> {
  const place = fileURLToPath(new URL(`${name}-${process.versions.v8}.bin`, home));
  const known = read(place);
  if (known !== undefined) return known;
  const made = (await compile()).map(slim);
  write(place, made);
  return made;
}

/** Without what nobody asks of a module that is compiled: its text as data. */
const slim = (module: CompiledModule): CompiledModule => ({
  ...module,
  source: { ...module.source, functions: [], globals: [], metadata: new Map(), namedMetadata: new Map() },
  functions: module.functions.map(each => ({
    ...each,
    lowered: { ...each.lowered, source: { ...each.lowered.source, blocks: [] } },
  })),
});

function read(place: string): readonly CompiledModule[] | undefined {
  try {
    const made = statSync(place).mtimeMs;
    if (makers.some(folder => newestIn(folder) > made)) return undefined;
    return deserialize(readFileSync(place)) as readonly CompiledModule[];
  } catch {
    // Absent, or not whole: it is made again.
    return undefined;
  }
}

function newestIn(folder: URL): number {
  // A packed installation has its compiler in other files, and never a newer one.
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { withFileTypes: true });
  return Math.max(
    0,
    ...entries
      .filter(entry => entry.isFile() && /\.(?:js|c|h|mvasm)$/.test(entry.name))
      .map(({ name }) => statSync(new URL(name, folder)).mtimeMs),
  );
}

/** Others may write it at the same time: each writes a file of its own, and the last to be whole stays. */
function write(place: string, modules: readonly CompiledModule[]): void {
  const own = `${place}.${process.pid}`;
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(own, serialize(modules));
    renameSync(own, place);
  } catch {
    rmSync(own, { force: true });
  }
}
