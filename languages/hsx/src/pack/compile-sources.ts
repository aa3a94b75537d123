// Programs with C in them: everything goes to the compiler, which assembles and links too.

import { basename, extname } from 'node:path';
import { CompiledBefore } from '@sonde/built-in-clang';
import type { ReadSource } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import { compileC, type CompiledProgram, type ProgramSource } from '../toolchain/cc/compile-c.js';
import { readHxe } from '../toolchain/format/hxe-file.js';
import { readHxo } from '../toolchain/format/hxo-file.js';
import type { CompileDiagnostic } from '../toolchain/llc/compile-module.js';
import { BuildProblem, failedWith } from './diagnostics.js';
import { isC, type LoadedProgram, type LoadRequest } from './load-program.js';
import { orAbsent } from './read-file.js';

const before = new CompiledBefore<CompiledProgram>(({ image }) => image !== undefined);

export async function compileSources(
  request: LoadRequest & { readonly path: string; readonly name: string },
): Promise<LoadedProgram> {
  const { sources, read, options, path, name, debugInfo } = request;
  const settings = {
    optimization: options.optimize ?? '0',
    ...(options.clang === undefined ? {} : { clang: options.clang }),
    ...optionsIn(options.cflags ?? []),
    appName: name.slice(0, 31),
    hxePath: `${name}.hxe`,
  };
  const key = JSON.stringify([sources, settings]);
  const { image, sym, diagnostics } = await before.get(key, read, readText => {
    request.progress(`compiling ${sources.map(source => basename(source)).join(', ')}`);
    const given = sources.map(source => sourceOf(source, read, readText));
    return compileC(given, { ...settings, readText });
  });
  const all = diagnostics.map(diagnostic => diagnosticOf(diagnostic, read));
  if (image === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    throw new BuildProblem(all);
  return {
    name,
    path,
    image: readHxe(image),
    bytes: image,
    ...(sym === undefined || !debugInfo ? {} : { sym }),
    diagnostics: all,
  };
}

function sourceOf(
  name: string,
  read: ReadSource,
  readText: (file: string) => string | undefined,
): ProgramSource {
  // Read as text too, so that it is known when it changes.
  const text = readText(name) ?? read(name).toString('utf8');
  if (extname(name) === '.hxo') return { kind: 'object', name, object: readHxo(read(name)) };
  return isC(name) ? { kind: 'c', name, text } : { kind: 'assembly', name, text };
}

/** Of the options of a C compiler those that mean something here. */
function optionsIn(cflags: readonly string[]): {
  readonly defines: string[];
  readonly includeDirectories: string[];
} {
  const found = { defines: [] as string[], includeDirectories: [] as string[] };
  for (const flag of cflags) {
    if (flag.startsWith('-D') && flag.length > 2) found.defines.push(flag.slice(2));
    else if (flag.startsWith('-I') && flag.length > 2) found.includeDirectories.push(flag.slice(2));
    else
      throw failedWith(`${flag} is no option for HSX.`, 'Of cflags, -DNAME[=VALUE] and -IFOLDER are taken.');
  }
  return found;
}

function diagnosticOf(
  { severity, message, file, line, column }: CompileDiagnostic,
  read: ReadSource,
): Diagnostic {
  if (file === undefined || line === undefined) return { severity, message };
  const text = orAbsent(() => read(file).toString('utf8'));
  return {
    severity,
    message,
    location: { source: { name: basename(file), path: file }, line, column: column ?? 1 },
    ...(text === undefined ? {} : { sourceLine: text.split('\n')[line - 1] ?? '' }),
  };
}
