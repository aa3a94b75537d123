// Checks of the disassembly.
import type { DisassembledInstruction, RequestArguments } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { stoppedInCallee } from '../../in-callee.js';
import { describeFrame, during, listed } from '../../looking.js';
import type { Stopped, Subject } from '../../subject.js';

const disassemble = { in: 'specification', page: 'Requests_Disassemble' } as const;
const capability = { capability: 'supportsDisassembleRequest' } as const;

export const disassemblyChecks: readonly Check[] = [
  {
    id: 'memory/disassemble',
    title: '`disassemble` gives exactly as many instructions as were asked for',
    reference: disassemble,
    why: 'Clients scroll by counting, and jump about when the number is another.',
    needs: capability,
    async run(subject) {
      const { client, memoryReference } = await pointed(subject);
      for (const instructionCount of [1, 8, 200]) {
        const { length } = await instructions(client, { memoryReference, instructionCount });
        expectThat(
          length === instructionCount,
          `${instructionCount} instructions at ${memoryReference} were asked for, ${length} were answered`,
        );
      }
    },
  },
  {
    id: 'memory/disassemble-offset',
    title: 'The `instructionOffset` of `disassemble` counts instructions, in both directions',
    reference: disassemble,
    why: 'Scrolling in the disassembly shows instructions twice or not at all.',
    needs: capability,
    async run(subject) {
      const { client, memoryReference } = await pointed(subject);
      const here = await instructions(client, { memoryReference, instructionCount: 6 });
      const later = { memoryReference, instructionOffset: 2, instructionCount: 4 };
      expectSame(await instructions(client, later), here.slice(2), 'instructionOffset 2');
      const earlier = { memoryReference, instructionOffset: -2, instructionCount: 4 };
      expectSame((await instructions(client, earlier)).slice(2), here.slice(0, 2), 'instructionOffset -2');
    },
  },
  {
    id: 'memory/disassemble-line',
    title: 'The instruction at which the program stands belongs to the line at which it stands',
    reference: { in: 'specification', page: 'Types_DisassembledInstruction' },
    why: 'Source and disassembly side by side do not belong together.',
    needs: capability,
    async run(subject) {
      const { client, memoryReference, frame } = await pointed(subject);
      const [first] = await instructions(client, { memoryReference, instructionCount: 2 });
      if (first?.line === undefined)
        throw new CheckSkipped('the adapter does not tell lines of instructions');
      expectThat(
        first.line === frame.line,
        `the program stands in line ${frame.line}, at ${memoryReference}; the instruction there is said ` +
          `to be of line ${first.line}`,
      );
    },
  },
  {
    id: 'memory/instruction-pointer',
    title: 'The instruction pointer of every frame can be disassembled',
    reference: { in: 'specification', page: 'Types_StackFrame' },
    why: '"Open disassembly" works for the top frame only.',
    needs: [capability, { section: 'steps' }],
    async run(subject) {
      const { client } = await stoppedInCallee(subject);
      const frames = (await client.stack()).slice(0, 2);
      for (const frame of frames) {
        const memoryReference = frame.instructionPointerReference;
        if (memoryReference === undefined) continue;
        const list = await during(
          `disassembling the instruction pointer of ${describeFrame(frame)}`,
          instructions(client, { memoryReference, instructionCount: 1 }),
        );
        expectThat(
          list[0] !== undefined && list[0].presentationHint !== 'invalid',
          `at ${memoryReference}, where ${describeFrame(frame)} stands, there is ${JSON.stringify(list[0])}`,
        );
      }
      if (frames.every(frame => frame.instructionPointerReference === undefined))
        throw new CheckSkipped('frames have no instruction pointer');
    },
  },
];

async function pointed(subject: Subject): Promise<Stopped & { readonly memoryReference: string }> {
  const stopped = await subject.stoppedAt(subject.profile.stop.at, 'stop');
  const memoryReference = stopped.frame.instructionPointerReference;
  if (memoryReference === undefined)
    throw new CheckSkipped('the frame has no instruction pointer, so that nothing can be disassembled');
  return { ...stopped, memoryReference };
}

async function instructions(
  client: TestClient,
  args: RequestArguments<'disassemble'>,
): Promise<readonly DisassembledInstruction[]> {
  const { memoryReference, instructionOffset = 0, instructionCount } = args;
  const body = await during(
    `disassembling ${instructionCount} instructions at ${memoryReference}, instructionOffset ${instructionOffset},`,
    client.request('disassemble', args),
  );
  expectThat(body !== undefined, '`disassemble` is answered with success, but without a body');
  return body.instructions;
}

function expectSame(
  shown: readonly DisassembledInstruction[],
  expected: readonly DisassembledInstruction[],
  asked: string,
): void {
  const text = (list: readonly DisassembledInstruction[]): string =>
    listed(list.map(({ address, instruction }) => `${address}: ${instruction}`));
  expectThat(
    text(shown) === text(expected),
    `with ${asked} the same place is shown as ${text(shown)}; without it, it is ${text(expected)}`,
  );
}
