// The conformance suite on programs that run on an executive, over TCP, in another process.

import { fileURLToPath } from 'node:url';
import { hsx } from '@sonde/language-hsx';
import { OutputText, OwnedProcess } from '@sonde/testkit';
import { allChecks, loadProfile, runSuite, type ConformanceProfile } from '@sonde/testkit/conformance';
import { it, onTestFinished } from 'vitest';
import { ownLines } from '../../conformance/own-adapters.js';
import { expectSound } from './conformance-suite.js';

const deadlineMs = 60_000;
const sonde = fileURLToPath(new URL('../../../bin/sonde.js', import.meta.url));

/** An executive on a free port. */
async function startExecutive(): Promise<number> {
  const server = await OwnedProcess.start(process.execPath, [sonde, 'hsx', 'exec', '--port', '0']);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.end(deadlineMs);
  });
  const printed = new OutputText();
  server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  server.stdout.on('close', () => printed.end());
  const [, port] = await printed.waitFor(/listening on .*:(\d+)\n/, deadlineMs);
  return Number(port);
}

/** The profile of the language, with every program on the executive. */
function onExecutive(profile: ConformanceProfile, port: number): ConformanceProfile {
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'launch' ? { ...(part as object), executive: { port } } : moved(part),
      ]),
    );
  };
  const { terminal: _, ...rest } = moved(profile) as ConformanceProfile & { terminal?: unknown };
  return { ...rest, lacks: { ...rest.lacks, terminal: 'a program on another machine has no terminal here' } };
}

/** Two sessions have two tasks, whose numbers are part of what is shown: their texts cannot be compared. */
const checks = allChecks.filter(({ id }) => id !== 'values/styles');

it('passes on an executive', { timeout: 15 * 60_000 }, async () => {
  const port = await startExecutive();
  const { profile, close } = await loadProfile(hsx.conformance!);
  onTestFinished(close);
  const adapter = await ownLines.tcp(hsx);
  onTestFinished(adapter.close);
  const report = await runSuite({
    profile: onExecutive(profile, port),
    endpoint: adapter.endpoint,
    checks,
    timeoutMs: 60_000,
  });
  expectSound(report);
});
