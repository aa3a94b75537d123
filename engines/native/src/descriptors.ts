// Descriptors beyond the three standard ones, for languages whose runtimes have more of them.

import { Failure, type LaunchSettings } from '@sonde/engine';
import type { Fields } from './wire.js';

export interface ExtraDescriptor {
  /** 3 to 9: what a shell can redirect. */
  readonly fd: number;
  /** As the program sees it. */
  readonly direction: 'in' | 'out';
  /** What output events call it, or `NativeEngine.inputTo`. */
  readonly stream: string;
  /** What the program reads there, for `in`; nothing if absent. `closed`: no more will come. */
  readonly input?: (settings: LaunchSettings) => Promise<DescriptorInput>;
}

export type DescriptorInput =
  | { readonly data: Uint8Array; readonly closed: boolean }
  /** All of a file, read as the program takes it: it may be larger than memory, or a pipe. */
  | { readonly file: string };

/** One that is ready for a launch. */
export interface PreparedDescriptor {
  readonly fd: number;
  readonly direction: 'in' | 'out';
  readonly stream: string;
  readonly input: DescriptorInput;
}

const standard = new Set(['stdout', 'stderr', 'console']);
const nothing: DescriptorInput = { data: new Uint8Array(), closed: true };

export async function prepareDescriptors(
  wanted: readonly ExtraDescriptor[],
  settings: LaunchSettings,
): Promise<readonly PreparedDescriptor[]> {
  check(wanted);
  return Promise.all(
    wanted.map(async ({ fd, direction, stream, input }) => ({
      ...{ fd, direction, stream },
      input: (await input?.(settings)) ?? nothing,
    })),
  );
}

/** A mistake of the language, not of its user. */
function check(wanted: readonly ExtraDescriptor[]): void {
  const wrong = (why: string): Failure => new Failure('bad-arguments', 'sonde', `extra descriptors: ${why}.`);
  for (const { fd, stream } of wanted) {
    if (!Number.isInteger(fd) || fd < 3 || fd > 9) throw wrong(`${fd} is not one of 3 to 9`);
    if (standard.has(stream)) throw wrong(`${stream} is the name of a standard stream`);
  }
  for (const key of ['fd', 'stream'] as const) {
    if (new Set(wanted.map(item => item[key])).size < wanted.length) throw wrong(`two have the same ${key}`);
  }
}

export const descriptorsTo = (descriptors: readonly PreparedDescriptor[]): readonly Fields[] =>
  descriptors.map(({ fd, direction, stream, input }) => ({
    ...{ fd, direction, stream },
    ...('file' in input
      ? { file: input.file, data: '', closed: true }
      : { data: Buffer.from(input.data).toString('base64'), closed: input.closed }),
  }));
