// Checks of steps: over, into, out of, by instruction.
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { stoppedInCallee } from '../../in-callee.js';
import { describeFrame, during, expectAt, expectReason, listed } from '../../looking.js';

export const stepChecks: readonly Check[] = [
  {
    id: 'motion/continue',
    title: '`continue` lets the program run to the next breakpoint, and says truly whether all threads run',
    reference: { in: 'specification', page: 'Requests_Continue' },
    why: 'Clients show threads as running that stand still, or the other way round.',
    needs: { section: 'loop' },
    async run(subject) {
      const { at } = subject.section('loop');
      const { client, stop } = await subject.stoppedAt(at, 'loop');
      const { threads } = await client.request('threads');
      const { sent, answer } = client.send('continue', { threadId: stop.threadId });
      const { allThreadsContinued } = await during('continue', answer);
      const after = 'after `continue` in a loop with a breakpoint';
      await during(after, client.waitForStop({ after: sent }));
      await expectAt(subject, client, [at], { after, section: 'loop' });
      expectThat(
        threads.length !== 1 || allThreadsContinued !== false,
        'the program has one thread, and `continue` says that not all of its threads were resumed',
      );
    },
  },
  {
    id: 'motion/next',
    title: '`next` runs to the next line and stops there with the reason `step`',
    reference: { in: 'specification', page: 'Requests_Next' },
    why: 'Stepping, the most used motion of all, skips lines or loses the program.',
    needs: { section: 'next' },
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.profile.stop.at, 'next');
      const after = 'after `next`';
      expectReason(await during(after, client.next({ threadId: stop.threadId })), 'step', after);
      await expectAt(subject, client, subject.section('next').lands, { after, section: 'next' });
    },
  },
  {
    id: 'motion/step-in',
    title: '`stepIn` stops in the function that the line calls',
    reference: { in: 'specification', page: 'Requests_StepIn' },
    why: 'The function that the user wants to see has run before it can be seen.',
    needs: { section: 'steps' },
    async run(subject) {
      const { at, inside, function: name } = subject.section('steps');
      const { client, stop } = await subject.stoppedAt(at, 'steps');
      const after = 'after `stepIn` at a call';
      expectReason(await during(after, client.stepIn({ threadId: stop.threadId })), 'step', after);
      const frame = await expectAt(subject, client, inside, { after, section: 'steps' });
      expectThat(
        fits(frame.name, name),
        `${after} the frame is called "${frame.name}", expected ${wanted(name)}`,
      );
    },
  },
  {
    id: 'motion/step-out',
    title: '`stepOut` stops in the caller, as soon as the function has returned',
    reference: { in: 'specification', page: 'Requests_StepOut' },
    why: 'Who has seen enough of a function is led astray.',
    needs: { section: 'steps' },
    async run(subject) {
      const { client, stop } = await stoppedInCallee(subject);
      const after = 'after `stepOut`';
      expectReason(await during(after, client.stepOut({ threadId: stop.threadId })), 'step', after);
      await expectAt(subject, client, subject.section('steps').back, { after, section: 'steps' });
    },
  },
  {
    id: 'motion/step-in-targets',
    title: '`stepIn` with a target of `stepInTargets` stops in that function',
    reference: { in: 'specification', page: 'Requests_StepInTargets' },
    why: 'Of several calls in a line the user gets another one than was chosen.',
    needs: [{ capability: 'supportsStepInTargetsRequest' }, { section: 'targets' }],
    async run(subject) {
      const { at, label, function: name } = subject.section('targets');
      const { client, stop, frame } = await subject.stoppedAt(at, 'targets');
      const { targets } = await during(
        'asking for stepInTargets',
        client.request('stepInTargets', { frameId: frame.id }),
      );
      const target = targets.find(each => fits(each.label, label));
      const labels = targets.map(each => each.label);
      expectThat(target !== undefined, `stepInTargets has no ${wanted(label)}, but ${listed(labels)}`);
      const after = `after \`stepIn\` with the target "${target.label}"`;
      const args = { threadId: stop.threadId, targetId: target.id };
      await during(after, client.stepIn(args));
      const top = await client.topFrame();
      expectThat(
        fits(top.name, name),
        `${after} the program is at ${describeFrame(top)}, expected the function ${wanted(name)}`,
      );
    },
  },
  {
    id: 'motion/granularity',
    title: 'A step of the granularity `instruction` executes one instruction, not the whole line',
    reference: { in: 'specification', page: 'Types_SteppingGranularity' },
    why: 'In the disassembly view a step jumps over what the user wants to see.',
    needs: [{ capability: 'supportsSteppingGranularity' }, { section: 'steps' }],
    async run(subject) {
      const { at } = subject.section('steps');
      const { client, stop, frame } = await subject.stoppedAt(at, 'steps');
      const after = 'after one step of the granularity `instruction` at a line with a call';
      await during(after, client.next({ threadId: stop.threadId, granularity: 'instruction' }));
      const now = await client.topFrame();
      // A call and what is done with its result are several instructions on any machine.
      expectThat(
        now.line === frame.line,
        `${after} the program is at ${describeFrame(now)}, expected line ${frame.line} still`,
      );
      const pointer = now.instructionPointerReference;
      expectThat(
        pointer === undefined || pointer !== frame.instructionPointerReference,
        `${after} the instruction pointer is still ${pointer ?? ''}`,
      );
    },
  },
];
