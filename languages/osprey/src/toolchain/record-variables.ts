// How programs are told to record or replay their run: by variables that the runtime reads (runtime/record.c).

import { resolve } from 'node:path';

export function recordVariables(
  {
    record,
    replay,
    goesBack = false,
  }: {
    readonly record?: string | undefined;
    readonly replay?: string | undefined;
    /** A debugger may run the program again, up to an event. */
    readonly goesBack?: boolean;
  },
  cwd: string,
): Readonly<Record<string, string>> {
  return {
    ...(record === undefined ? {} : { OSPREY_RECORD: resolve(cwd, record) }),
    ...(replay === undefined ? {} : { OSPREY_REPLAY: resolve(cwd, replay) }),
    ...(goesBack ? { OSPREY_GOES_BACK: '1' } : {}),
  };
}
