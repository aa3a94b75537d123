// The debug-build policy: how every native language is compiled so that a debugger can show it.

import { basename } from 'node:path';

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
  const chosen = (env[variable] ?? '').split(/\s+/).filter(option => option !== '');
  const optimisation = chosen.some(option => /^-O/.test(option)) ? [] : ['-O0'];
  const whole = basename(compiler).includes('clang') ? ['-fstandalone-debug'] : [];
  return [
    ...['-g', `-gdwarf-${dwarfVersion(platform)}`, ...whole],
    ...[...optimisation, '-fno-omit-frame-pointer', ...chosen],
  ];
}

/** For a program that nobody debugs. */
export const releaseOptions: readonly string[] = ['-O2'];
