// What runs contracts: transactions on a node, in this process or elsewhere, by its debug interface.

import type { EngineFactory } from '@sonde/engine';
import { remoteEngine } from '@sonde/engine-remote';
import { novaProtocol } from './driver/protocol.js';

export const engine: EngineFactory = remoteEngine(novaProtocol, {
  memory: true,
  disassembly: true,
  data: ['write'],
  dataPlaces: ['memory', 'slot'],
  stepTargets: true,
  restartFrame: true,
});
