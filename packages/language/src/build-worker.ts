// The thread of one build: loads the language's compiler, builds, answers, and ends.

import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '@sonde/engine';
import type { FromBuild, ThreadedRequest } from './build-thread.js';
import type { Language } from './contract.js';

const { module, request } = workerData as ThreadedRequest;
const controller = new AbortController();
const say = (message: FromBuild): void => parentPort?.postMessage(message);
parentPort?.once('message', () => controller.abort());

try {
  const { build } = (await import(module)) as Pick<Language, 'build'>;
  const result = await build({
    ...request,
    signal: controller.signal,
    progress: message => say({ say: 'progress', message }),
  });
  say({ say: 'built', result });
} catch (error) {
  const { code, blame, message, next } = asFailure(error);
  say({ say: 'failed', code, blame, message, ...(next === undefined ? {} : { next }) });
}
// An open port would keep the thread.
parentPort?.close();
