// Where the program's console is: as configured, or here when the client has no terminal.

import type { EngineHost, LaunchSettings } from '@sonde/engine';

/** The settings with a console that can be had; says so when that is another one. */
export function withPossibleConsole(settings: LaunchSettings, host: EngineHost): LaunchSettings {
  if (settings.console === 'internalConsole' || host.runInTerminal !== undefined) return settings;
  const message = 'The client has no terminal for the program; its output is shown here instead.';
  host.event({ kind: 'notice', message, important: true });
  return { ...settings, console: 'internalConsole' };
}

/** Input that the launch gave goes before what could be typed in a terminal. */
export const givesInput = ({ stdin }: LaunchSettings): boolean => stdin.closed || stdin.text !== '';

export const terminalKind = ({ console: wanted }: LaunchSettings): 'integrated' | 'external' =>
  wanted === 'externalTerminal' ? 'external' : 'integrated';
