// The VM thread's end of the line.

import { ThreadMailbox } from '@sonde/engine/machine';
import type { MessagePort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../messages.js';
import { word } from '../shared/shared-memory.js';

export class Mailbox extends ThreadMailbox<FromWorker, ToWorker> {
  constructor(port: MessagePort, control: Int32Array) {
    super(port, control, word.bell);
  }
}
