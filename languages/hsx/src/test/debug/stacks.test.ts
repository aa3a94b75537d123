// The stack is right at every single instruction: in prologues and epilogues, and where assembly uses R7 for itself.

import type { EngineDriver } from '@sonde/engine-vm/driver';
import { expect, it } from 'vitest';
import { loaded } from './harness.js';

const assembly = `.entry main
.text
main:
  PUSH R7
  MOV R7, R15
  CALL outer
  LDI R0, 0
  POP R7
  RET
outer:
  PUSH R7
  MOV R7, R15
  CALL inner
  POP R7
  RET
inner:
  PUSH R7
  LDI R7, 99
  LDI R1, 7
  POP R7
  RET
`;

async function stacksOf(driver: EngineDriver, most: number): Promise<string[]> {
  const seen: string[] = [];
  await driver.begin();
  for (let nth = 0; nth < most; nth++) {
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20);
    seen.push(frames.map(frame => frame.function).join(' < '));
    if (nth + 1 < most) await driver.step('in', 'instruction');
  }
  return seen;
}

it('names all callers at each instruction of a call, whatever R7 holds', async () => {
  const times = (count: number, stack: string): string[] => Array.from({ length: count }, () => stack);
  expect(await stacksOf(await loaded({ 'calls.mvasm': assembly }), 16)).toEqual([
    ...times(3, 'main'),
    ...times(3, 'outer < main'),
    ...times(5, 'inner < outer < main'),
    ...times(2, 'outer < main'),
    ...times(3, 'main'),
  ]);
});
