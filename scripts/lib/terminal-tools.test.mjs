import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchTree } from './scratch-tree.mjs';
import { findTerminalTools, prepareTerminalTools, terminalWarning } from './terminal-tools.mjs';

it('tmux is found on the path, and its absence does not fail the run', async () => {
  const folder = scratchTree({ tmux: '#!/bin/sh\n' });
  chmodSync(path.join(folder, 'tmux'), 0o755);
  expect((await findTerminalTools({ PATH: folder })).missing).toEqual([]);
  const around = { env: { PATH: '' }, isRoot: false, hasApt: true, isDebian: true };
  const { ready, problem } = await prepareTerminalTools(around, () => undefined);
  expect(ready).toBe(false);
  expect(terminalWarning(problem)).toContain('tmux (not found)');
});
