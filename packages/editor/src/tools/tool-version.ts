// The version that a tool tells, and whether it is the one that is needed.

import { runProcess } from '../process/run-process.js';
import { EditorFailure } from '../editor-failure.js';

export interface VersionProbe {
  readonly name: string;
  readonly path: string;
  /** `--version` if absent. */
  readonly args?: readonly string[];
  /** Words before these, as for a script that an interpreter runs. */
  readonly leading?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const probeTimeoutMs = 20_000;

/** `22.1.8` of `lldb version 22.1.8`; of several numbers the first. */
export const versionIn = (text: string): string | undefined =>
  /\d+(?:\.\d+)+|(?<=version )\d+/i.exec(text)?.[0];

export async function probeVersion(probe: VersionProbe): Promise<string> {
  const { name, path, args = ['--version'], leading = [], env, timeoutMs = probeTimeoutMs } = probe;
  const end = await runProcess({
    command: path,
    args: [...leading, ...args],
    timeoutMs,
    ...(env === undefined ? {} : { env }),
  });
  const asked = `${path} ${args.join(' ')}`;
  switch (end.kind) {
    case 'not started':
      throw new EditorFailure(`${name} could not be started: ${end.reason}.`, {
        next: `Is ${path} the right file?`,
      });
    case 'timed out':
      throw new EditorFailure(`${asked} gave no answer within ${end.afterMs / 1000} seconds.`, {
        next: `Is ${path} really ${name}?`,
      });
    case 'crashed':
      throw new EditorFailure(`${asked} was ended by ${end.signal}.`, { next: `Install ${name} anew.` });
    case 'cancelled':
      throw new EditorFailure(`${asked} was cancelled.`);
    case 'exited': {
      const version = versionIn(`${end.stdout}\n${end.stderr}`);
      if (version !== undefined && end.code === 0) return version;
      throw new EditorFailure(`${asked} does not tell a version.`, { next: `Is ${path} really ${name}?` });
    }
  }
}

export interface VersionNeed {
  /** Who needs it: `the extension`. */
  readonly by: string;
  readonly version: string;
  /** How much of it must be the same: all, the first two numbers, the first, or at least that version. */
  readonly match: 'exact' | 'minor' | 'major' | 'at least';
}

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

export function versionFits(version: string, { version: wanted, match }: Omit<VersionNeed, 'by'>): boolean {
  const [is, must] = [numbersOf(version), numbersOf(wanted)];
  if (match === 'at least') {
    const different = must.findIndex((number, nth) => (is[nth] ?? 0) !== number);
    return different === -1 || (is[different] ?? 0) > must[different]!;
  }
  const parts = match === 'major' ? 1 : match === 'minor' ? 2 : Math.max(is.length, must.length);
  return Array.from({ length: parts }, (_, nth) => (is[nth] ?? 0) === (must[nth] ?? 0)).every(Boolean);
}

const wantedText = ({ version, match }: VersionNeed): string =>
  match === 'at least'
    ? `${version} or newer`
    : numbersOf(version)
        .slice(0, match === 'major' ? 1 : match === 'minor' ? 2 : undefined)
        .join('.');

/** Refuses a tool of the wrong version, with its name, its place and both versions. */
export function requireVersion(
  tool: { readonly name: string; readonly path: string; readonly version: string },
  need: VersionNeed,
  command?: string,
): void {
  if (versionFits(tool.version, need)) return;
  throw new EditorFailure(
    `${tool.name} at ${tool.path} is version ${tool.version}, and ${need.by} needs ${wantedText(need)}.`,
    {
      next: `Choose another ${tool.name}, or install the one that fits.`,
      ...(command === undefined ? {} : { command }),
    },
  );
}
