// The thread of one build: loads the language's compiler, builds, answers, and ends.

import { parentPort, workerData } from 'node:worker_threads';
import { asFailure, packFields } from '@sonde/engine';
import type { BuildResult } from './build.js';
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
  say(built(result));
} catch (error) {
  const { code, blame, message, next } = asFailure(error);
  say({ say: 'failed', code, blame, message, ...(next === undefined ? {} : { next }) });
}
// An open port would keep the thread.
parentPort?.close();

/** The image goes as bytes: it may be large, and all else that is posted is read at once by the thread that serves everybody. */
function built(result: BuildResult): FromBuild {
  const { target } = result;
  if (target === undefined || typeof target.image !== 'object' || target.image === null)
    return { say: 'built', result };
  const image = packFields(target.image);
  return { say: 'built', result: { ...result, target: { ...target, image: undefined } }, image };
}
