// The debug-build policy: how every native language is compiled so that a debugger can show it.

import { basename } from 'node:path';
import { Failure } from '@sonde/engine';

export interface DebugBuild {
  /** The compiler that is to take the options. */
  readonly compiler: string;
  /** Environment variable by which a user of the language chooses another optimisation, such as `-Og`. */
  readonly variable: string;
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** LLDB on macOS reads version 4 of DWARF everywhere, and tools there write it; elsewhere 5 has checksums of sources. */
export const dwarfVersion = (platform: NodeJS.Platform = process.platform): 4 | 5 =>
  platform === 'darwin' ? 4 : 5;

/**
 * Options for a compiler of clang's family. Nothing is optimised, so that every variable is where the source says;
 * frame pointers make unwinding exact and cheap. Clang would leave out types that it expects a library to describe,
 * such as strings. The variable may hold several options: they come last and win.
 */
export function debugOptions({
  compiler,
  variable,
  platform,
  env = process.env,
}: DebugBuild): readonly string[] {
  const chosen = chosenOptions(variable, env);
  const optimisation = chosen.some(option => /^-O/.test(option)) ? [] : ['-O0'];
  const whole = basename(compiler).includes('clang') ? ['-fstandalone-debug'] : [];
  return [
    ...['-g', `-gdwarf-${dwarfVersion(platform)}`, ...whole],
    ...[...optimisation, '-fno-omit-frame-pointer', ...chosen],
  ];
}

/** The options that a variable holds. An optimisation may be written without its dash, or as its level alone. */
export function chosenOptions(
  variable: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const words = (env[variable] ?? '').split(/\s+/).filter(option => option !== '');
  return words.map((word, nth) => {
    const level = /^O?([0-3sgz]|fast)$/.exec(word)?.[1];
    if (level !== undefined) return `-O${level}`;
    // Behind an option it may belong to that, as in `-include FILE`.
    if (word.startsWith('-') || words[nth - 1]?.startsWith('-') === true) return word;
    throw new Failure(
      'bad-arguments',
      'user',
      `${variable} holds ${word}, which is no option of a compiler.`,
      'Write an optimisation such as -O1 or -Og.',
    );
  });
}

/** For a program that nobody debugs. */
export const releaseOptions: readonly string[] = ['-O2'];
