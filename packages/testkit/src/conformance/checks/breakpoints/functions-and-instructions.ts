// Checks of breakpoints at functions and at single instructions.
import type { Stop, TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { during, expectAt, expectReason, stopFor } from '../../looking.js';
import type { Subject } from '../../subject.js';

export const codeBreakpointChecks: readonly Check[] = [
  {
    id: 'breakpoints/function',
    title: 'A function breakpoint stops at the beginning of the function',
    reference: { in: 'specification', page: 'Requests_SetFunctionBreakpoints' },
    why: 'Users who know a name but not its place never see the program stop.',
    needs: [{ capability: 'supportsFunctionBreakpoints' }, { section: 'function' }],
    async run(subject) {
      const { client, arriving, after } = await boundForFunction(subject);
      await during(after, arriving);
      await expectAt(subject, client, subject.section('function').lands, { after, section: 'function' });
    },
  },
  {
    id: 'breakpoints/function-reason',
    level: 'should',
    title: 'A stop at a function breakpoint says `function breakpoint` as its reason',
    reference: { in: 'specification', page: 'Requests_SetFunctionBreakpoints' },
    why: 'Users look for a breakpoint in the line, and there is none.',
    needs: [{ capability: 'supportsFunctionBreakpoints' }, { section: 'function' }],
    async run(subject) {
      const { arriving, after } = await boundForFunction(subject);
      expectReason(await stopFor('breakpoints/function', arriving), 'function breakpoint', after);
    },
  },
  {
    id: 'breakpoints/instruction',
    title: 'An instruction breakpoint stops at the instruction that it names',
    reference: { in: 'specification', page: 'Requests_SetInstructionBreakpoints' },
    why: 'Breakpoints in the disassembly view do nothing.',
    needs: [{ capability: 'supportsInstructionBreakpoints' }, { section: 'loop' }],
    async run(subject) {
      const { client, arriving, reference, after } = await boundForInstruction(subject);
      await during(after, arriving);
      const frame = await client.topFrame();
      expectThat(
        frame.instructionPointerReference === reference,
        `${after} the program is at ${String(frame.instructionPointerReference)}, line ${frame.line}`,
      );
    },
  },
  {
    id: 'breakpoints/instruction-reason',
    title: 'A stop at an instruction breakpoint says `instruction breakpoint` as its reason',
    reference: { in: 'specification', page: 'Requests_SetInstructionBreakpoints' },
    why: 'Clients decide by it whether to show the disassembly.',
    needs: [{ capability: 'supportsInstructionBreakpoints' }, { section: 'loop' }],
    async run(subject) {
      const { arriving, after } = await boundForInstruction(subject);
      expectReason(await stopFor('breakpoints/instruction', arriving), 'instruction breakpoint', after);
    },
  },
];

/** A program that runs towards a breakpoint. */
interface Bound {
  readonly client: TestClient;
  readonly arriving: Promise<Stop>;
  readonly after: string;
}

async function boundForFunction(subject: Subject): Promise<Bound> {
  const { name } = subject.section('function');
  const client = await subject.launch('function', async each => {
    const { breakpoints } = await each.request('setFunctionBreakpoints', { breakpoints: [{ name }] });
    expectThat(
      breakpoints.length === 1,
      `one function breakpoint was asked for, ${breakpoints.length} were answered`,
    );
  });
  const after = `with a function breakpoint at "${name}"`;
  return { client, arriving: client.waitForStop(), after };
}

/** To the first instruction of a line of a loop, in its second turn, by nothing but the instruction's own breakpoint. */
async function boundForInstruction(subject: Subject): Promise<Bound & { readonly reference: string }> {
  const { client, stop, frame } = await subject.stoppedAt(subject.section('loop').at, 'loop');
  const reference = frame.instructionPointerReference;
  if (reference === undefined)
    throw new CheckSkipped('the frame has no instruction pointer, so that no instruction can be named');
  const { breakpoints } = await during(
    `setting an instruction breakpoint at ${reference}`,
    client.request('setInstructionBreakpoints', { breakpoints: [{ instructionReference: reference }] }),
  );
  expectThat(
    breakpoints[0]?.verified === true,
    `an instruction breakpoint at ${reference}, where the program stands, is answered with ` +
      JSON.stringify(breakpoints[0]),
  );
  await client.setBreakpoints(subject.source('loop'), []);
  const after = `with an instruction breakpoint at ${reference}, which a loop comes back to,`;
  const resumed = await client.resume(stop.threadId);
  return { client, arriving: client.waitForStop({ after: resumed }), after, reference };
}
