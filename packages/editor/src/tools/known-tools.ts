// Where tools that several languages use are usually found, and what installs them.

import { asAdministrator } from './as-administrator.js';
import type { ToolSearch } from './find-tool.js';

/** Folders of LLVM's tools: Debian's, Homebrew's, Xcode's and the installer's for Windows. */
const llvmPlaces: readonly string[] = [
  '/usr/lib/llvm-*/bin',
  '/opt/homebrew/opt/llvm/bin',
  '/opt/homebrew/opt/llvm@*/bin',
  '/usr/local/opt/llvm/bin',
  '/usr/local/opt/llvm@*/bin',
  '/Library/Developer/CommandLineTools/usr/bin',
  '/Applications/Xcode.app/Contents/Developer/usr/bin',
  'C:\\Program Files\\LLVM\\bin',
];

/** LLVM's own debug adapter, for executables of any native language. */
export const lldbDap = (setting?: ToolSearch['setting']): ToolSearch => ({
  name: 'lldb-dap',
  ...(setting === undefined ? {} : { setting }),
  places: llvmPlaces,
  install: {
    linux: asAdministrator('apt-get install -y lldb'),
    darwin: 'xcode-select --install',
    win32: 'winget install LLVM.LLVM',
  },
});
