// Tables of small programs with what the original prints for them. They run here in the thread of the test, in both modes.

import type { MachineImage } from '@sonde/engine-vm';
import { describe, expect, it } from 'vitest';
import { createMachine } from '../../runtime/machine.js';
import { build, written } from '../harness.js';
import { BenchHost, toEnd } from '../runtime/bench-machine.js';

/** What it shows, the program, what it prints without the newline at the end, and modules beside it. */
export type Case = readonly [title: string, program: string, output: string, others?: Files];
type Files = Readonly<Record<string, string>>;

const modes = [
  ['by default', false],
  ['compatible with the original', true],
] as const;

/** Programs that end well. */
export function prints(topic: string, cases: readonly Case[]): void {
  behaves(topic, cases, 0);
}

/** Programs with a mistake: the last line names it, and the exit code is that of the original. */
export function fails(topic: string, cases: readonly Case[]): void {
  behaves(topic, cases, 255);
}

function behaves(topic: string, cases: readonly Case[], code: number): void {
  describe(topic, () => {
    describe.each(modes)('%s', (_, upstreamCompatible) => {
      for (const [title, program, output, others] of cases)
        it(title, async () => {
          const ended = await outcome(program, upstreamCompatible, others);
          expect(ended).toEqual({ stdout: `${output}\n`, code });
        });
    });
  });
}

export interface Ended {
  readonly stdout: string;
  readonly code: number | undefined;
}

export async function outcome(
  program: string,
  upstreamCompatible: boolean,
  others: Files = {},
): Promise<Ended> {
  const { target, verdict } = await build(written(program, others), { upstreamCompatible });
  if (target === undefined) return { stdout: verdict?.output ?? '', code: verdict?.exitCode };
  const host = new BenchHost();
  // No line of input is ever missing: the input has ended.
  host.lines.push(null);
  const code = toEnd(createMachine((target.image as MachineImage).code, host));
  return { stdout: host.stdout, code };
}

/** A mistake that is found before anything runs. */
export const typeError = (text: string, place = '0:0'): string => `Type check error: ${text} at ${place}`;

export const parseError = (text: string, place: string): string => `Parse error: ${text} at ${place}`;

export const runtimeError = (text: string): string => `Runtime error: ${text} at 0:0`;
