// Where the program's console is: as configured, or here when the client has no terminal.

import type { EngineHost, LaunchSettings } from '@sonde/engine';

/** The settings with a console that can be had; says so when that is another one. */
export function withPossibleConsole(
  settings: LaunchSettings,
  host: EngineHost,
  descriptors: readonly unknown[] = [],
): LaunchSettings {
  const why = whyNotThere(settings, host, descriptors.length > 0);
  if (settings.console === 'internalConsole' || why === undefined) return settings;
  host.event({ kind: 'notice', message: `${why}; its output is shown here instead.`, important: true });
  return { ...settings, console: 'internalConsole' };
}

function whyNotThere({ noDebug }: LaunchSettings, host: EngineHost, hasMore: boolean): string | undefined {
  if (host.runInTerminal === undefined) return 'The client has no terminal for the program';
  return noDebug && hasMore
    ? 'Without a debugger a terminal cannot carry all streams of the program'
    : undefined;
}

/** Input that the launch gave goes before what could be typed in a terminal. */
export const givesInput = ({ stdin }: LaunchSettings): boolean => stdin.closed || stdin.text !== '';

export const terminalKind = ({ console: wanted }: LaunchSettings): 'integrated' | 'external' =>
  wanted === 'externalTerminal' ? 'external' : 'integrated';
