// A profile whose programs are built already: hundreds of sessions on the same few programs need not compile each anew.

import { mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Language } from '@sonde/language';
import type { ConformanceProfile } from '@sonde/testkit/conformance';

/** The profile with what it launches built into `folder`. What cannot be built stays as it is: that is a check. */
export async function withBuiltPrograms(
  profile: ConformanceProfile,
  language: Language,
  folder: string,
): Promise<ConformanceProfile> {
  const built = new Map<string, Promise<string | undefined>>();
  const executable = (program: string, extra: Readonly<Record<string, unknown>>) => {
    const key = JSON.stringify([program, extra]);
    const found = built.get(key) ?? build(language, program, extra, join(folder, `built-${built.size}`));
    built.set(key, found);
    return found;
  };
  const rebuilt = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(rebuilt));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, part]): Promise<[string, unknown]> => {
      const launch = key === 'launch' ? (part as Record<string, unknown>) : {};
      const { program, ...extra } = launch;
      if (typeof program !== 'string') return [key, await rebuilt(part)];
      return [key, { ...launch, program: (await executable(program, extra)) ?? program }];
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  return (await rebuilt(profile)) as ConformanceProfile;
}

async function build(
  language: Language,
  program: string,
  extra: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<string | undefined> {
  await mkdir(folder);
  // By the name that it would have otherwise: it stands in lists of modules.
  const output = join(folder, basename(program, extname(program)));
  const { target } = await language.build({
    ...{ program, cwd: process.cwd(), output, debugInfo: true, extra },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return target?.program;
}
