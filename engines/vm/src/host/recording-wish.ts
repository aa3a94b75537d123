// What a launch wants recorded.

import type { LaunchSettings } from '@sonde/engine';

/** Undefined where nothing is recorded. */
export const recordingOf = ({
  noDebug,
  recording,
}: LaunchSettings): { readonly memoryBudget: number } | undefined =>
  noDebug || recording?.kind !== 'on' ? undefined : { memoryBudget: recording.memoryBudget };
