// The configuration for Zed: its settings lend Sonde the place of a debug adapter that Zed knows, and its debug tasks use that.

import type { EditorInput } from './editor-input.js';

/** Zed starts only adapters that it or an extension knows; this one hands the configuration on unchanged. */
const lentAdapter = 'GDB';

export const zedSettings = ({ command }: EditorInput): string =>
  json({ dap: { [lentAdapter]: { binary: command, args: ['dap'] } } });

export const zedTasks = (_input: EditorInput): string => {
  const task = { adapter: lentAdapter, cwd: '$ZED_WORKTREE_ROOT' };
  return json([
    { label: 'Sonde: debug this file', ...task, request: 'launch', program: '$ZED_FILE' },
    { label: 'Sonde: attach to a process', ...task, request: 'attach', pid: 0 },
    { label: 'Sonde: join a session', ...task, request: 'attach', session: 'ID' },
  ]);
};

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
