// What runs contracts: transactions on a node, in this process or elsewhere, by its debug interface.

import type { EngineFactory } from '@sonde/engine';
import { remoteEngine } from '@sonde/engine-remote';
import { moduleTraits } from '@sonde/engine-wasm';
import { novaProtocol } from './driver/protocol.js';

export const engine: EngineFactory = remoteEngine(novaProtocol, { ...moduleTraits, runsCode: true });
