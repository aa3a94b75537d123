// Faults of the adapter's process, one for each check of the same name. Only a process of its own can have them.
import type { Fault } from './fault.js';

export const processFaults: readonly Fault[] = [
  {
    check: 'process/end-before-start',
    does: 'ends with code 1 when its input ends before anything was said',
    process: { when: 'unused', does: 'exits with 1' },
  },
  {
    check: 'process/end-while-stopped',
    does: 'stays when its input ends while the program stands still',
    process: { when: 'stopped', does: 'stays' },
  },
  {
    check: 'process/end-while-running',
    does: 'ends with code 1 when its input ends while the program runs',
    process: { when: 'running', does: 'exits with 1' },
  },
  {
    check: 'process/no-orphan',
    does: 'leaves a process behind when its input ends while the program runs',
    process: { when: 'running', does: 'leaves a process' },
  },
  {
    check: 'process/quiet-end',
    does: 'says goodbye on stdout when its input ends',
    process: { when: 'ready', does: 'prints' },
  },
  {
    check: 'process/sigterm',
    does: 'does not listen to SIGTERM',
    process: { when: 'told to end', does: 'stays' },
  },
];
