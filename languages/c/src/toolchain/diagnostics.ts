// What a C compiler says, as diagnostics: `file.c:3:5: error: text`, and the linker's own way.

import { basename, resolve } from 'node:path';
import { readOrdinary } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';

const compilerLine = /^(.+?):(\d+):(?:(\d+):)? (fatal error|error|warning|note): (.*)$/;
const linkerLine =
  /(?:undefined reference|undefined symbol|multiple definition|ld(?:\.\w+)?: error|cannot find -l)/;
const driverLine = /^\S+: (fatal error|error|warning): (.*)$/;

/** With `failed` there is at least one error, even where the compiler's words are of no known form. */
export async function parseDiagnostics(
  said: string,
  cwd: string,
  failed: boolean,
): Promise<readonly Diagnostic[]> {
  const sources = new SourceLines();
  const found: Diagnostic[] = [];
  for (const line of said.split('\n')) {
    const diagnostic = await parseLine(line.trimEnd(), cwd, sources);
    if (diagnostic !== undefined) found.push(diagnostic);
  }
  if (failed && !found.some(item => item.severity === 'error')) {
    const message = said.trim() === '' ? 'the compiler failed and gave no reason' : said.trim();
    found.push({ severity: 'error', message });
  }
  return found;
}

async function parseLine(line: string, cwd: string, sources: SourceLines): Promise<Diagnostic | undefined> {
  const compiler = compilerLine.exec(line);
  if (compiler !== null) {
    const path = resolve(cwd, compiler[1]!);
    const number = Number(compiler[2]);
    const sourceLine = await sources.line(path, number);
    return {
      severity: severityOf(compiler[4]!),
      message: compiler[5]!,
      location: {
        source: { name: basename(path), path },
        line: number,
        ...(compiler[3] === undefined ? {} : { column: Number(compiler[3]) }),
      },
      ...(sourceLine === undefined ? {} : { sourceLine }),
    };
  }
  const driver = driverLine.exec(line);
  // That the linker failed is said by the lines above it, with what it missed.
  if (driver !== null && !driver[2]!.startsWith('linker command failed'))
    return { severity: severityOf(driver[1]!), message: driver[2]! };
  return linkerLine.test(line)
    ? { severity: 'error', message: line.replace(/^.*?ld(?:\.\w+)?: /, '') }
    : undefined;
}

const severityOf = (word: string): Diagnostic['severity'] =>
  word === 'warning' || word === 'note' ? word : 'error';

/** Lines of source files, each file read once. */
class SourceLines {
  readonly #files = new Map<string, Promise<readonly string[]>>();

  async line(path: string, number: number): Promise<string | undefined> {
    let lines = this.#files.get(path);
    if (lines === undefined) {
      // A file that cannot be read shows no line; the message stands without it. `#line` may name anything.
      lines = readOrdinary(path).then(
        text => text.toString('utf8').split('\n'),
        () => [],
      );
      this.#files.set(path, lines);
    }
    return (await lines)[number - 1]?.trimEnd();
  }
}
