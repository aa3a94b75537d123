// Programs that several tests of a file debug: written and compiled once, and removed with the file. To compile one takes as
// long as to debug it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { BuildRequest, BuildResult, Language } from '@sonde/language';
import { afterAll } from 'vitest';

export interface SharedPrograms {
  /** The language, which compiles such a program once for each set of options. */
  readonly language: Language;
  /** A program by its text: the same text has the same path. */
  written(name: string, text: string): string;
}

/** For all tests of a file. */
export function sharedPrograms(language: Language): SharedPrograms {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-shared-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const built = new Map<string, Promise<BuildResult>>();
  return {
    language: {
      ...language,
      build: request => {
        if (!request.program.startsWith(folder) || request.output !== undefined)
          return language.build(request);
        const key = JSON.stringify([request.program, request.debugInfo, request.extra]);
        const found = built.get(key) ?? buildBeside(language, request, built.size);
        built.set(key, found);
        return found;
      },
    },
    written: (name, text) => {
      const place = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 12));
      mkdirSync(place, { recursive: true });
      const path = join(place, name);
      // Written again it would be newer than the program.
      if (!existsSync(path)) writeFileSync(path, text);
      return path;
    },
  };
}

/** What has a place of its own is not removed with the session. */
function buildBeside(language: Language, request: BuildRequest, nth: number): Promise<BuildResult> {
  const place = join(dirname(request.program), `built-${nth}`);
  mkdirSync(place);
  return language.build({
    ...request,
    // By the name that it would have otherwise: it stands in lists of modules.
    output: join(place, basename(request.program, extname(request.program))),
    // The session that came first may be ended while others wait for the same program.
    signal: new AbortController().signal,
  });
}
