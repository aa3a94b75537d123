// Builds on threads: a large program is compiled where it holds up nobody, and where it can be ended.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  cancelled,
  Failure,
  PlacesAtOnce,
  unpackLazily,
  type Blame,
  type FailureCode,
  type Packed,
} from '@sonde/engine';
import type { BuildRequest, BuildResult } from './build.js';

/** What the thread is started with; the rest of a request travels as messages. */
export interface ThreadedRequest {
  readonly module: string;
  readonly request: Omit<BuildRequest, 'signal' | 'progress' | 'mostSource'>;
}

export type FromBuild =
  | { readonly say: 'progress'; readonly message: string }
  | {
      readonly say: 'built';
      readonly result: BuildResult;
      /** `result.target.image`, unless that is no object. */
      readonly image?: Readonly<Record<string, Packed>>;
    }
  | {
      readonly say: 'failed';
      readonly code: FailureCode;
      readonly blame: Blame;
      readonly message: string;
      readonly next?: string;
    };

/** More at a time would only slow each other down. */
const mostThreads = Math.max(2, availableParallelism() - 1);
/** A build that waits for a compiler of its own ends that first; one that computes hears of nothing. */
const graceMs = 500;

const places = new PlacesAtOnce(mostThreads);

/** As `build` of the module at this URL would, on a thread of its own. `request.signal` ends it, whatever it is doing. */
export async function buildOnThread(module: URL, request: BuildRequest): Promise<BuildResult> {
  const leave = await places.take(request.signal);
  return run(module, request).finally(leave);
}

function run(module: URL, given: BuildRequest): Promise<BuildResult> {
  const { signal } = given;
  const { program, cwd, output, debugInfo, extra } = given;
  const request = { program, cwd, debugInfo, extra, ...(output === undefined ? {} : { output }) };
  const workerData: ThreadedRequest = { module: module.href, request };
  const worker = new Worker(new URL('./build-worker.js', import.meta.url), { workerData, stdin: false });
  return new Promise<BuildResult>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let heard: FromBuild | undefined;
    const abort = (): void => {
      worker.postMessage('abort');
      timer = setTimeout(() => void worker.terminate(), graceMs);
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: FromBuild) => {
      if (message.say === 'progress') given.progress(message.message);
      else heard = message;
    });
    worker.once('error', error => reject(faultOf(error)));
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(cancelled());
      else if (heard?.say === 'built') resolve(resultOf(heard));
      else if (heard?.say === 'failed')
        reject(new Failure(heard.code, heard.blame, heard.message, heard.next));
      else reject(new Failure('internal', 'sonde', 'the compiler ended without a word.'));
    });
  });
}

function resultOf({ result, image }: Extract<FromBuild, { say: 'built' }>): BuildResult {
  if (result.target === undefined || image === undefined) return result;
  return { ...result, target: { ...result.target, image: unpackLazily(image) } };
}

function faultOf(error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Failure('build-failed', 'user', 'the program is too large: the compiler ran out of memory.');
  return new Failure('internal', 'sonde', `the compiler failed: ${message}`, undefined, { cause: error });
}
