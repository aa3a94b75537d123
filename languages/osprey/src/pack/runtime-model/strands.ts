// Fibers and handled bodies as threads: where the runtime keeps them, and how they hand over (runtime/scheduling.h).

import type { StrandTable } from '@sonde/engine-native';
import { layoutVersion } from '../inspection/layout.js';

export const strands: StrandTable = {
  kind: 'fiber',
  version: { symbol: 'osp_layout_version', value: layoutVersion },
  first: { symbol: 'osp_strands' },
  size: 128,
  nameSize: 48,
  offsets: {
    next: 0,
    number: 16,
    thread: 24,
    wait: 36,
    waitsFor: 40,
    subject: 48,
    detail: 56,
    name: 80,
  },
  waits: {
    1: { words: 'fiber {number}', reason: 'await' },
    2: { words: 'room in channel {number}', reason: 'message' },
    3: { words: 'a value in channel {number}', reason: 'message' },
    4: { words: 'its first turn (queued)', reason: 'await' },
    5: { words: '{number} ms (sleep)', reason: 'time' },
    6: { words: 'the arm of {subject}.{detail}', reason: 'await' },
    7: { words: 'the body of {subject}', reason: 'await' },
    8: { words: 'its turn', reason: 'await' },
  },
  handOver: {
    symbol: 'osp_hand_over',
    kinds: { starts: 4, calls: [0, 1], resumes: 2, ends: 3 },
    oneAtATime: { symbol: 'osp_run', offset: 4 },
  },
  runtime: '^(?:main|osp_\\w+|run_thread|run_fiber|run_body|drive|end_with|fatal|happens|all_wait|refuse)$',
};
