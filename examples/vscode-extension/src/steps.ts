// All that is particular to Steps: the debug type, the adapter, the check before a launch, and where its tools are.

import { fileURLToPath } from 'node:url';
import type { BuildCommand, LaunchLanguage, ToolSearch, VersionNeed } from '@sonde/editor';

export const debugType = 'steps';

export const language: LaunchLanguage = { id: 'steps', name: 'Steps', endings: ['.steps'] };

export const adapter = (setting: string | undefined): ToolSearch => ({
  name: 'steps-dap',
  setting: { name: 'steps.adapterPath', value: setting },
  places: ['~/.steps/bin', '/opt/steps-*/bin'],
  install: { linux: 'npm install -g steps-dap', darwin: 'npm install -g steps-dap' },
});

export const adapterVersion: VersionNeed = { by: 'this extension', version: '0.1.0', match: 'minor' };

const checker = fileURLToPath(new URL('../bin/steps-check.mjs', import.meta.url));

export const checkCommand = (program: string, cwd: string): BuildCommand => ({
  title: `Checking ${program}`,
  tool: 'steps-check',
  command: process.execPath,
  args: [checker, program],
  cwd,
  // In VS Code the executable is Electron, which is Node when told so.
  env: { ELECTRON_RUN_AS_NODE: '1' },
});
