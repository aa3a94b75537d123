// Checks of motions backwards in time: steps, runs, and that nothing is done twice.
import type { TestClient } from '../../../client.js';
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { describeFrame, during, expectAt, listed } from '../../looking.js';

export const reverseMotionChecks: readonly Check[] = [
  {
    id: 'motion/step-back',
    title: '`stepBack` undoes a step',
    reference: { in: 'specification', page: 'Requests_StepBack' },
    why: 'A past that never was is worse than none.',
    needs: [{ capability: 'supportsStepBack' }, { section: 'next' }],
    async run(subject) {
      const { at, variable } = subject.profile.stop;
      const { client, stop } = await subject.stoppedAt(at, 'next');
      const { threadId } = stop;
      const value = (await client.locals()).get(variable.name)?.value;
      await client.next({ threadId });
      const after = 'after `next` and `stepBack`';
      await back(client, 'stepBack', { threadId }, after);
      await expectAt(subject, client, [at], { after, section: 'next' });
      const now = (await client.locals()).get(variable.name)?.value;
      expectThat(
        now === value,
        `${after} ${variable.name} is ${now ?? 'gone'}, it was ${value ?? 'not there'}`,
      );
    },
  },
  {
    id: 'motion/step-back-granularity',
    title: 'A `stepBack` of the granularity `instruction` undoes one instruction, not the whole line',
    reference: { in: 'specification', page: 'Types_SteppingGranularity' },
    why: 'In the disassembly view a step back jumps over what the user wants to see.',
    needs: [
      { capability: 'supportsStepBack' },
      { capability: 'supportsSteppingGranularity' },
      { section: 'steps' },
    ],
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('steps').at, 'steps');
      const step = { threadId: stop.threadId, granularity: 'instruction' } as const;
      await client.stepIn(step);
      const before = await client.topFrame();
      await client.stepIn(step);
      const after = 'after two steps of the granularity `instruction` and one back';
      await back(client, 'stepBack', step, after);
      const now = await client.topFrame();
      expectThat(
        now.line === before.line && now.instructionPointerReference === before.instructionPointerReference,
        `${after} the program is at ${describeFrame(now)} (${now.instructionPointerReference ?? '?'}), ` +
          `expected ${describeFrame(before)} (${before.instructionPointerReference ?? '?'})`,
      );
    },
  },
  {
    id: 'motion/reverse-continue',
    title: '`reverseContinue` runs back to the breakpoint before, with the values of then',
    reference: { in: 'specification', page: 'Requests_ReverseContinue' },
    why: 'The user looks for the cause and gets another moment than the one before.',
    needs: [{ capability: 'supportsStepBack' }, { section: 'loop' }],
    async run(subject) {
      const { at, condition } = subject.section('loop');
      const { client, stop } = await subject.stoppedAt(at, 'loop');
      const value = async (): Promise<string> => (await client.evaluate(condition.shows.expression)).result;
      const seen: string[] = [];
      for (let pass = 0; pass < 3; pass++) {
        seen.push(await value());
        await client.continue(stop.threadId);
      }
      const after = 'after three times `continue` and twice `reverseContinue` in a loop with a breakpoint';
      for (let pass = 0; pass < 2; pass++)
        await back(client, 'reverseContinue', { threadId: stop.threadId }, after);
      await expectAt(subject, client, [at], { after, section: 'loop' });
      const now = await value();
      expectThat(
        now === seen[1],
        `${after} ${condition.shows.expression} is ${now}; at the stops before it was ${listed(seen)}`,
      );
    },
  },
  {
    id: 'motion/output-once',
    title: 'What the program printed is not printed again when it is run back and forth',
    reference: { in: 'specification', page: 'Requests_ReverseContinue' },
    why: 'Nobody can tell what the program has really printed.',
    needs: [{ capability: 'supportsStepBack' }, { section: 'loop' }],
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('loop').at, 'loop');
      const { threadId } = stop;
      for (let pass = 0; pass < 3; pass++) await client.continue(threadId);
      const once = client.output();
      await back(client, 'reverseContinue', { threadId }, 'after `reverseContinue`');
      await client.continue(threadId);
      const all = client.output();
      expectThat(
        once === all,
        `run back and forth the program prints ${JSON.stringify(all)}, by itself ${JSON.stringify(once)}`,
      );
    },
  },
];

async function back(
  client: TestClient,
  command: 'stepBack' | 'reverseContinue',
  args: { readonly threadId: number; readonly granularity?: 'instruction' },
  after: string,
): Promise<void> {
  const { sent, answer } = client.send(command, args);
  await during(after, answer);
  await during(after, client.waitForStop({ after: sent }));
}
