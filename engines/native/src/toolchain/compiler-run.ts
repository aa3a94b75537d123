// One run of a compiler, from its start to the end of all that it started.

import { spawn } from 'node:child_process';
import { cancelled, Failure } from '@sonde/engine';

export interface CompilerRun {
  readonly compiler: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Where it may leave files on its way; the caller removes the folder. */
  readonly scratch?: string | undefined;
  readonly signal: AbortSignal;
}

/** Compilers can say a lot about one mistake; nobody reads more. */
const mostText = 1 << 20;

/**
 * Runs the compiler under a shell that holds the other end of a pipe of ours. Should this process be killed, the pipe ends
 * and the shell ends its group: no compiler goes on for nobody.
 */
const guarded = `"$@" </dev/null 3<&- &
compiler=$!
{ cat <&3 >/dev/null; kill -KILL -$$; } 2>/dev/null &
watch=$!
wait $compiler
code=$?
kill $watch 2>/dev/null
exit $code`;
/** How shells say that something cannot be started, and from where on they count signals. */
const [cannotRun, notThere, bySignal] = [126, 127, 128];

/** A compiler starts others; all of them are over when this is. */
export function runCompiler({
  compiler,
  args,
  cwd,
  scratch,
  signal,
}: CompilerRun): Promise<{ readonly code: number; readonly said: string }> {
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((done, failed) => {
    let said = '';
    const env = scratch === undefined ? process.env : { ...process.env, TMPDIR: scratch };
    // A group of its own, so that a cancel reaches the linker as well.
    const child = spawn('/bin/sh', ['-c', `exec 3<&0\n${guarded}`, 'sh', compiler, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const abort = (): void => endGroup(child.pid);
    signal.addEventListener('abort', abort, { once: true });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < mostText) said += chunk.toString('utf8');
    });
    child.once('error', error => {
      signal.removeEventListener('abort', abort);
      failed(new Failure('tool-missing', 'environment', `${compiler} does not run: ${error.message}.`));
    });
    child.stdin.on('error', () => undefined);
    child.once('close', (code, killer) => {
      signal.removeEventListener('abort', abort);
      child.stdin.destroy();
      if (signal.aborted) return failed(cancelled());
      if (code === cannotRun || code === notThere)
        return failed(
          new Failure('tool-missing', 'environment', `${compiler} does not run: ${said.trim()}.`),
        );
      if (killer !== null) said += `\n${compiler} was ended by ${killer}`;
      else if (code !== null && code > bySignal)
        said += `\n${compiler} was ended by signal ${code - bySignal}`;
      done({ code: code ?? 1, said });
    });
  });
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It ended by itself just now.
  }
}
