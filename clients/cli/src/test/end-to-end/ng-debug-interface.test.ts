// The debug interface as another program uses it: through what the package of the language exports.

import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ng } from '@sonde/language-ng';
import {
  DebugCommand,
  DebugEvent,
  MachineDebugger,
  StreamHost,
  type DebugBreakpoint,
  type DebugFrame,
  type DebugInterface,
  type DebugStatus,
  type DebugVariable,
} from '@sonde/language-ng/debug';
import { lineOf } from '@sonde/testkit';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('folds.ng', ng.examples));

async function built(): Promise<ConstructorParameters<typeof MachineDebugger>[0]> {
  const { target } = await ng.build({
    program,
    cwd: '/',
    debugInfo: true,
    extra: {},
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return target!.image as ConstructorParameters<typeof MachineDebugger>[0];
}

it('stops, tells stack and variables, evaluates, steps and runs to the end', async () => {
  const output = new PassThrough();
  const host = new StreamHost({ input: new PassThrough(), output, errors: new PassThrough() }, []);
  const seen: string[] = [];
  const commands = [DebugCommand.STEP_OUT, DebugCommand.CONTINUE];
  const answer = ({ event }: DebugStatus): void => {
    if (event === DebugEvent.EXIT) return;
    const [top]: readonly DebugFrame[] = debug.getStackTrace();
    const { functionName, frameId } = top!;
    const [first]: readonly DebugVariable[] = debug.getVariables(frameId);
    seen.push(
      `${DebugEvent[event]} in ${functionName}, ${first!.name} = ${first!.value}: ${first!.type}` +
        (functionName === 'square' ? `, doubled ${debug.evaluate('x + x', frameId)}` : ''),
    );
    debug.sendCommand(commands.shift() ?? DebugCommand.STOP);
  };
  const machine = new MachineDebugger(await built(), host, answer);
  const debug: DebugInterface = machine;
  const breakpoint: DebugBreakpoint = {
    file: program,
    line: lineOf(program, '#square'),
    condition: 'x == 3',
  };
  debug.setBreakpoints([breakpoint]);
  machine.start();
  expect(await machine.run()).toBe(0);
  host.dispose();
  expect(seen[0]).toBe('BREAKPOINT_HIT in square, x = 3: i32, doubled 6');
  expect(seen[1]).toMatch(/^STEP_COMPLETE in /);
  expect(seen).toHaveLength(2);
  expect(String(output.read())).toContain('[1, 4, 9, 16, 25, 36]\n');
});
