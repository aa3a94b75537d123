// Runs one tool and owns it: a time limit, its whole process group ended on a limit or a signal, output kept or shown.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Between asking a tool to end and ending it. */
const graceMs = 3000;
/** Output that is only kept for a failure report; more than this nobody reads. */
const keptBytes = 4 * 1024 * 1024;

/**
 * `show: true` lets the tool write to our streams; otherwise its output is kept and answered as `output`.
 * Answers `{ ok, code, output, seconds, timedOut }` and never rejects: a tool that cannot be started is `ok: false`.
 */
export function runTool(command, args, { cwd, env = {}, show = false, limitSeconds, input = 'ignore' } = {}) {
  const began = Date.now();
  // A group of its own, so that nothing a hung tool started stays behind. Windows has no groups.
  const grouped = process.platform !== 'win32';
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: show ? [input, 'inherit', 'inherit'] : [input, 'pipe', 'pipe'],
    detached: grouped,
    windowsHide: true,
  });
  const chunks = [];
  let kept = 0;
  const keep = chunk => {
    if (kept < keptBytes) chunks.push(chunk);
    kept += chunk.length;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);

  const signalGroup = signal => {
    try {
      if (grouped && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // Already gone.
    }
  };

  return new Promise(resolve => {
    let timedOut = false;
    let interruptedBy;
    let forced;
    const finish = (code, trouble = '') => {
      clearTimeout(limit);
      clearTimeout(forced);
      for (const [signal, handler] of handlers) process.off(signal, handler);
      // What the tool left running in its group goes with it.
      if (timedOut || interruptedBy !== undefined) signalGroup('SIGKILL');
      // The person wants everything to end, not only this tool.
      if (interruptedBy !== undefined) process.exit(128 + constants.signals[interruptedBy]);
      const output = Buffer.concat(chunks).toString('utf8') + trouble;
      resolve({ ok: code === 0 && !timedOut, code, output, seconds: (Date.now() - began) / 1000, timedOut });
    };
    const end = signal => {
      signalGroup(signal);
      // Even if something outside the group holds its output open, we go on.
      if (forced === undefined) forced = setTimeout(() => finish(1, 'did not end when asked to\n'), graceMs);
    };
    const handlers = forwarded.map(signal => [
      signal,
      () => {
        interruptedBy = signal;
        end(signal);
      },
    ]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    const limit =
      limitSeconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end('SIGTERM');
          }, limitSeconds * 1000);
    child.once('error', error => finish(127, `${command}: ${error.message}\n`));
    child.once('close', (code, signal) => finish(code ?? 1, signal === null ? '' : `ended by ${signal}\n`));
  });
}
