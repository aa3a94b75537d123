// Runs a command to its end: cancelled, too slow, missing and crashed are told apart, and nothing of it is left running.

import { spawn } from 'node:child_process';

export interface ProcessRequest {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Ten minutes if absent. */
  readonly timeoutMs?: number;
  /** Of each stream; what goes beyond is dropped. 4 MB if absent. */
  readonly mostOutput?: number;
  readonly onOutput?: (text: string) => void;
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

export type ProcessEnd = Said &
  (
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'crashed'; readonly signal: NodeJS.Signals }
    | { readonly kind: 'not started'; readonly reason: string; readonly isMissing: boolean }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'timed out'; readonly afterMs: number }
  );

const defaultTimeoutMs = 600_000;
const defaultMostOutput = 4 * 1024 * 1024;

export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { command, args = [], cwd, env, signal, onOutput } = request;
  const { timeoutMs = defaultTimeoutMs, mostOutput = defaultMostOutput } = request;
  if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled', stdout: '', stderr: '' });
  return new Promise(resolve => {
    // A group of its own, so that what a build script started ends with it.
    const ownGroup = process.platform !== 'win32';
    const child = spawn(command, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
    });
    const said = { stdout: '', stderr: '' };
    let ending: 'cancelled' | 'timed out' | undefined;
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        if (ownGroup) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    const end = (why: 'cancelled' | 'timed out') => (): void => {
      ending ??= why;
      kill();
    };
    const cancel = end('cancelled');
    const timer = setTimeout(end('timed out'), timeoutMs);
    signal?.addEventListener('abort', cancel);
    const finish = (result: ProcessEnd): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        if (said[stream].length < mostOutput) said[stream] += text.slice(0, mostOutput - said[stream].length);
        onOutput?.(text);
      });
    child.once('error', (error: NodeJS.ErrnoException) =>
      finish({ kind: 'not started', reason: error.message, isMissing: error.code === 'ENOENT', ...said }),
    );
    child.once('close', (code, crashed) => {
      if (ending === 'cancelled') finish({ kind: 'cancelled', ...said });
      else if (ending === 'timed out') finish({ kind: 'timed out', afterMs: timeoutMs, ...said });
      else if (crashed !== null) finish({ kind: 'crashed', signal: crashed, ...said });
      else finish({ kind: 'exited', code: code ?? 0, ...said });
    });
  });
}
