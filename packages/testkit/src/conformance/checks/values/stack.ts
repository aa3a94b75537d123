// Checks of threads and stacks.
import type { StackFrame } from '@sonde/dap';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { stoppedInCallee } from '../../in-callee.js';
import { describeFrame, during, findVariable, listed, scopesOf, childrenOf, stopFor } from '../../looking.js';

export const stackChecks: readonly Check[] = [
  {
    id: 'values/threads',
    title: '`threads` lists every thread once, with an id of its own',
    reference: { in: 'specification', page: 'Requests_Threads' },
    why: 'Clients keep threads by id: one hides the other.',
    needs: { section: 'threads' },
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('threads').at, 'threads');
      const { threads } = await client.request('threads');
      const told = `threads are ${listed(threads.map(({ id, name }) => `${id} "${name}"`))}`;
      expectThat(threads.length >= 2, `${told}; the profile promises two at least`);
      expectThat(new Set(threads.map(({ id }) => id)).size === threads.length, `${told}: an id comes twice`);
      const others = stop.body.allThreadsStopped === true ? threads : [];
      for (const { id, name } of others) {
        const { stackFrames } = await during(
          `all threads are said to be stopped; the stack of "${name}"`,
          client.request('stackTrace', { threadId: id, startFrame: 0, levels: 1 }),
        );
        expectThat(stackFrames.length <= 1, `one frame of "${name}" was asked for, more were answered`);
      }
    },
  },
  {
    id: 'values/frame-ids',
    title: 'Every frame has an id of its own',
    reference: { in: 'specification', page: 'Types_StackFrame' },
    why: 'Variables of one function are shown under the name of another.',
    needs: { section: 'steps' },
    async run(subject) {
      const { client } = await stoppedInCallee(subject);
      const ids = (await client.stack()).map(({ id }) => id);
      expectThat(ids.length >= 2, 'a function was called by another, but the stack has one frame');
      expectThat(new Set(ids).size === ids.length, `the frames have the ids ${listed(ids.map(String))}`);
    },
  },
  {
    id: 'values/frame-variables',
    title: 'Each frame of the stack has variables of its own',
    reference: { in: 'specification', page: 'Requests_Scopes' },
    why: 'Who looks at a caller sees the variables of the function that it called.',
    needs: { section: 'steps' },
    async run(subject) {
      const { client } = await stoppedInCallee(subject);
      const [callee, caller] = await client.stack();
      expectThat(callee !== undefined && caller !== undefined, 'the stack has fewer than two frames');
      const namesIn = async (frame: StackFrame): Promise<string> => {
        const scopes = (await scopesOf(client, frame)).filter(({ expensive }) => !expensive);
        const found = await Promise.all(
          scopes.map(({ variablesReference }) => childrenOf(client, variablesReference)),
        );
        return found.flatMap(variables => variables.map(({ name }) => name)).join();
      };
      const [inCallee, inCaller] = [await namesIn(callee), await namesIn(caller)];
      if (inCallee === '' && inCaller === '')
        throw new CheckSkipped('neither the function nor its caller has a variable');
      expectThat(
        inCallee !== inCaller,
        `${describeFrame(callee)} and its caller ${describeFrame(caller)} both show: ${inCallee}`,
      );
    },
  },
  {
    id: 'values/stack-paging',
    title: 'A part of the stack, by `startFrame` and `levels`, is that part of the whole',
    reference: { in: 'specification', page: 'Requests_StackTrace' },
    why: 'Clients that load deep stacks piece by piece show frames twice or not at all.',
    needs: [{ capability: 'supportsDelayedStackTraceLoading' }, { section: 'steps' }],
    async run(subject) {
      const { client, stop } = await stoppedInCallee(subject);
      const { threadId } = stop;
      const whole = await client.request('stackTrace', { threadId });
      const part = await client.request('stackTrace', { threadId, startFrame: 1, levels: 1 });
      expectFrames(part.stackFrames, whole.stackFrames.slice(1, 2), 'startFrame 1, levels 1');
      const all = await client.request('stackTrace', { threadId, startFrame: 0, levels: 0 });
      expectFrames(all.stackFrames, whole.stackFrames, 'levels 0, which means all');
    },
  },
  {
    id: 'values/total-frames',
    title: '`totalFrames` tells that there are more frames than were asked for',
    reference: { in: 'specification', page: 'Requests_StackTrace' },
    why: 'Clients that ask for one frame first never ask for the rest.',
    needs: [{ capability: 'supportsDelayedStackTraceLoading' }, { section: 'steps' }],
    async run(subject) {
      const { client, stop } = await stoppedInCallee(subject);
      const { threadId } = stop;
      const { totalFrames } = await client.request('stackTrace', { threadId, startFrame: 0, levels: 1 });
      expectThat(
        totalFrames !== undefined && totalFrames >= 2,
        `one frame of two at least was asked for; totalFrames is ${totalFrames ?? 'absent'}, although the ` +
          'adapter declares supportsDelayedStackTraceLoading, which needs it',
      );
    },
  },
  {
    id: 'values/frame-format',
    title: 'A `format` of `stackTrace` changes the names of the frames',
    reference: { in: 'specification', page: 'Types_StackFrameFormat' },
    why: 'The choice that clients offer does nothing.',
    needs: { capability: 'supportsValueFormattingOptions' },
    async run(subject) {
      const { client, stop, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const format = { line: true };
      const { stackFrames } = await client.request('stackTrace', { threadId: stop.threadId, format });
      const name = stackFrames[0]?.name ?? '';
      expectThat(
        new RegExp(`(^|\\D)${frame.line}(\\D|$)`).test(name),
        `with the format { line: true } the frame in line ${frame.line} is called "${name}"`,
      );
    },
  },
  {
    id: 'values/frame-name',
    title: 'A frame has the name of its function',
    reference: { in: 'specification', page: 'Types_StackFrame' },
    why: 'Nobody finds their way on a stack of nameless frames.',
    needs: { section: 'stop' },
    async run(subject) {
      const name = subject.profile.stop.function;
      if (name === undefined) throw new CheckSkipped('the profile does not say which function it stops in');
      const { frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      expectThat(fits(frame.name, name), `the frame is called "${frame.name}", expected ${wanted(name)}`);
    },
  },
  {
    id: 'values/source-name',
    title: 'Every source of a frame has a name',
    reference: { in: 'specification', page: 'Types_Source' },
    why: 'Clients show the name, and nothing where there is none.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const nameless = (await client.stack()).filter(
        ({ source }) => source !== undefined && (source.name ?? '') === '',
      );
      expectThat(
        nameless.length === 0,
        `sources of frames have no name: ${nameless.map(({ name, source }) => `${name} in ${source?.path ?? ''}`).join(', ')}`,
      );
    },
  },
  {
    id: 'values/returned',
    title: 'What a function returned is shown after a step out of it',
    reference: { in: 'specification', page: 'Types_Scope' },
    why: 'The value is gone as soon as it was made, often without a name.',
    needs: [{ section: 'returned' }, { section: 'steps' }],
    async run(subject) {
      const { value } = subject.section('returned');
      const { client, stop } = await stoppedInCallee(subject);
      await stopFor('motion/step-out', client.stepOut({ threadId: stop.threadId }));
      const shown: string[] = [];
      for (const scope of await scopesOf(client, await client.topFrame())) {
        const isReturned = scope.presentationHint === 'returnValue';
        for (const variable of await childrenOf(client, scope.variablesReference))
          if (isReturned || /return/i.test(variable.name)) shown.push(variable.value);
      }
      expectThat(
        shown.some(each => fits(each, value)),
        `after \`stepOut\` the return value is ${shown.length === 0 ? 'not shown' : listed(shown)}, ` +
          `expected ${wanted(value)}`,
      );
    },
  },
  {
    id: 'values/declared',
    title: 'The location of a variable is where it is declared',
    reference: { in: 'specification', page: 'Requests_Locations' },
    why: '"Go to declaration" goes somewhere else.',
    needs: { section: 'locations' },
    async run(subject) {
      const { at, variable: name, declared } = subject.section('locations');
      const { client, frame } = await subject.stoppedAt(at, 'locations');
      const { variable } = await findVariable(client, frame, name);
      const locationReference = variable.declarationLocationReference;
      if (locationReference === undefined)
        throw new CheckSkipped('the adapter does not say where variables are declared');
      const location = await during(
        `asking for the location of ${name}`,
        client.request('locations', { locationReference }),
      );
      const line = subject.line(declared, 'locations');
      expectThat(
        location?.line === line,
        `${name} is declared in line ${line}, but \`locations\` says ${location?.line ?? 'nothing'}`,
      );
    },
  },
];

function expectFrames(part: readonly StackFrame[], expected: readonly StackFrame[], asked: string): void {
  const text = (frames: readonly StackFrame[]): string => listed(frames.map(describeFrame));
  expectThat(
    text(part) === text(expected),
    `stackTrace with ${asked} answers ${text(part)}; that part of the whole stack is ${text(expected)}`,
  );
}
