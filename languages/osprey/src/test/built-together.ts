// Many programs in one executable, which takes a fraction of the time of building each: `run` starts one of them by its number.

import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runCompiler } from '@sonde/engine-native/toolchain';
import { buildOptions, findClang, runtimeObjects, takesIr } from '@sonde/native-compiler';
import { checkProgram, irOf } from '../toolchain/compile.js';
import { linksPart } from '../toolchain/memory.js';
import { ospreyCompiler } from '../toolchain/own-compiler.js';

/** Gives the path of the executable, whose memory is counted; its first argument is the place of a program in the list. */
export async function buildTogether(
  paths: readonly string[],
  debug: boolean,
  folder: string,
): Promise<string> {
  const signal = new AbortController().signal;
  const kind = debug ? 'debug' : 'release';
  const inputs = await Promise.all(
    paths.map(async (path, nth) => {
      const { program, loaded, diagnostics } = checkProgram(path);
      if (program === undefined) throw new Error(`${path}: ${diagnostics[0]?.message}`);
      const input = join(folder, `${kind}-${nth}.ll`);
      const ir = irOf(program, loaded, debug)
        .replace('define i32 @main(', `define i32 @program_${nth}(`)
        // Records of runs tell programs apart by it; none is made here.
        .replace('@osp_program_identity = constant', '@osp_program_identity = weak constant');
      await writeFile(input, ir);
      return input;
    }),
  );
  const driver = join(folder, `${kind}.c`);
  const names = paths.map((_, nth) => `program_${nth}`);
  await writeFile(
    driver,
    `#include <stdlib.h>\nint ${names.join('(void), ')}(void);\n` +
      `static int (*const programs[])(void) = {${names.join(', ')}};\n` +
      'int main(int count, char **words) { return count == 2 ? programs[atoi(words[1])]() : 2; }\n',
  );
  const clang = await findClang(ospreyCompiler);
  const objects = (await runtimeObjects(ospreyCompiler, { clang, signal, progress: () => undefined })).filter(
    path => linksPart('arc')(basename(path, '.o')),
  );
  const output = join(folder, kind);
  const args = [
    ...buildOptions(ospreyCompiler, clang, !debug),
    ...[...takesIr, ...inputs, '-x', 'c', driver, '-x', 'none', ...objects],
    ...['-o', output, ...ospreyCompiler.libraries],
  ];
  const { code, said } = await runCompiler({
    compiler: clang.path,
    args,
    cwd: folder,
    scratch: folder,
    signal,
  });
  if (code !== 0) throw new Error(said);
  return output;
}
