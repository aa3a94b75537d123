// Adapters whose debugger is on its way before the rest of this command is even loaded: they will want it.

import { startAhead } from '@sonde/engine-native/head-start';
import { bridge as ofC } from '@sonde/language-c/bridge';
import { bridge as ofOsprey } from '@sonde/language-osprey/bridge';

/** Commands and ids of the languages whose programs are native code. */
export const nativeAdapters: readonly string[] = [
  ...['c-dap', 'cpp-dap', 'c', 'aria-dap', 'aria', 'osprey-dap', 'osprey'],
];

/** Where one process serves many sessions, or none. */
const others = /^(?:--(?:server|port|socket|help|version)\b|-h$)/;

/** Which debugger the command line asks for; undefined where that is not known yet. */
export function adapterIn([command, ...args]: readonly string[]): string | undefined {
  if (command === undefined || args.some(arg => others.test(arg))) return undefined;
  // A language's own command, such as its compiler, may have the name of the language.
  if (command !== 'dap') return command.endsWith('-dap') ? command : undefined;
  const at = args.findIndex(arg => /^--language(?:=|$)/.test(arg));
  return at < 0 ? undefined : (/=(.*)/.exec(args[at]!)?.[1] ?? args[at + 1]);
}

export async function giveHeadStart(args: readonly string[]): Promise<void> {
  const adapter = adapterIn(args);
  if (adapter !== undefined && nativeAdapters.includes(adapter)) await startAhead(undefined, [ofC, ofOsprey]);
}
