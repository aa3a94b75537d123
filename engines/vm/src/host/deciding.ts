// Puts a breakpoint before the session that the thread could not decide.

import type { BreakpointSpec, EngineHost, Stop } from '@sonde/engine';
import { onlyText, type AskedText } from '@sonde/engine/machine';

/** When the session fails to decide, the program stops and says why. */
export async function decided(
  host: Pick<EngineHost, 'decide'>,
  stop: Stop,
  breakpoint: BreakpointSpec | undefined,
  about: AskedText,
): Promise<{ readonly stop: boolean; readonly problem?: string }> {
  if (breakpoint === undefined) return { stop: false };
  try {
    return await host.decide(stop, onlyText(breakpoint, about));
  } catch (error) {
    return { stop: true, problem: error instanceof Error ? error.message : String(error) };
  }
}
