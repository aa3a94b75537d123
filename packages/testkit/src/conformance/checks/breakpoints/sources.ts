// Checks of breakpoints in source lines: where they are, in which order they are answered, how they go away again.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { during, expectAt, expectReason, refusalOf } from '../../looking.js';
import type { Subject } from '../../subject.js';

const setBreakpoints = { in: 'specification', page: 'Requests_SetBreakpoints' } as const;

/** A line that no file has. */
const lineBeyond = (file: string): number => readFileSync(file, 'utf8').split('\n').length + 1000;

export const sourceBreakpointChecks: readonly Check[] = [
  {
    id: 'breakpoints/reason',
    title: 'A stop at a breakpoint says `breakpoint` as its reason',
    reference: setBreakpoints,
    why: 'Clients show why the program stands still, and some act on it.',
    async run(subject) {
      const { stop } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      expectReason(stop, 'breakpoint', 'at a breakpoint');
    },
  },
  {
    id: 'breakpoints/line',
    title: 'A verified breakpoint is reported in the line where the program stops',
    reference: { in: 'specification', page: 'Types_Breakpoint' },
    why: 'The red dot stands beside another line than the one that stops.',
    async run(subject) {
      const { at } = subject.profile.stop;
      const { client, frame } = await subject.stoppedAt(at, 'stop');
      // Asked again now that the code is loaded for certain.
      const [breakpoint] = await client.setBreakpoints(subject.source('stop'), [at]);
      expectThat(
        breakpoint?.verified === true,
        'the program stands at a breakpoint that is said not to be verified',
      );
      expectThat(
        breakpoint.line === undefined || breakpoint.line === frame.line,
        `the breakpoint is reported in line ${breakpoint.line ?? 0}, but the program stops in ${frame.line}`,
      );
    },
  },
  {
    id: 'breakpoints/order',
    title: 'Breakpoints are answered one for one, in the order in which they were asked for',
    reference: { in: 'specification', page: 'Requests_SetBreakpoints' },
    why: 'Clients match them up by their position, and mix them up otherwise.',
    async run(subject) {
      const { at } = subject.profile.stop;
      const { client, frame } = await subject.stoppedAt(at, 'stop');
      const source = subject.source('stop');
      const breakpoints = await client.setBreakpoints(source, [at, 1]);
      expectThat(
        breakpoints.length === 2,
        `two breakpoints were asked for, ${breakpoints.length} were answered`,
      );
      const [first] = breakpoints;
      expectThat(
        first?.verified === true && (first.line === undefined || first.line === frame.line),
        `breakpoints were set in lines ${frame.line} and 1, in this order; the first answer is ` +
          `${JSON.stringify(first)}, which is not about line ${frame.line}, where the program stands`,
      );
    },
  },
  {
    id: 'breakpoints/ids',
    title: 'Each breakpoint has an id of its own',
    reference: { in: 'specification', page: 'Types_Breakpoint' },
    why: 'Events about one of them change the other in the client.',
    judges: 'breakpoint-id-twice',
  },
  {
    id: 'breakpoints/replaced',
    title: '`setBreakpoints` replaces the breakpoints that the source had',
    reference: setBreakpoints,
    why: 'The program stops at breakpoints that the user has removed.',
    needs: { section: 'next' },
    async run(subject) {
      const { lands } = subject.section('next');
      const client = await subject.launch('next', async each => {
        await each.setBreakpoints(subject.source('next'), [subject.profile.stop.at]);
        await each.setBreakpoints(subject.source('next'), lands);
      });
      const what = 'after one breakpoint was replaced by one in a later line';
      await during(what, client.waitForStop());
      await expectAt(subject, client, lands, { after: what, section: 'next' });
    },
  },
  {
    id: 'breakpoints/removed',
    title: 'An empty list of breakpoints removes those of the source',
    reference: setBreakpoints,
    why: 'The program goes on stopping where the user has removed the breakpoint.',
    needs: { section: 'loop' },
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('loop').at, 'loop');
      await client.setBreakpoints(subject.source('loop'), []);
      await during('after the only breakpoint was removed', client.runToEnd(stop.threadId));
    },
  },
  {
    id: 'breakpoints/unverified',
    level: 'should',
    title: 'A breakpoint that could not be set says why',
    reference: { in: 'specification', page: 'Types_Breakpoint' },
    why: 'Users see a grey dot and have nothing to go by.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const source = subject.source('stop');
      const line = lineBeyond(source);
      const [answer] = await client.setBreakpoints(source, [line]);
      expectThat(answer !== undefined, `a breakpoint in line ${line}, which does not exist, has no answer`);
      if (answer.verified) throw new CheckSkipped('the adapter moves breakpoints from beyond the end');
      expectThat(
        (answer.message ?? '').trim() !== '' || answer.reason !== undefined,
        `a breakpoint in line ${line}, which does not exist, is not verified and says neither by ` +
          '`message` nor by `reason` why',
      );
    },
  },
  {
    id: 'breakpoints/missing-file',
    title: 'A breakpoint in a file that does not exist is not said to be verified',
    reference: { in: 'specification', page: 'Types_Breakpoint' },
    why: 'A breakpoint that can never stop looks as if it could.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const path = missingFile(subject);
      const set = await refusalOf(
        client.request('setBreakpoints', { source: { path }, breakpoints: [{ line: 1 }] }),
      );
      if (set.refused) return;
      const [answer, ...more] = set.answer.breakpoints;
      expectThat(
        answer !== undefined && more.length === 0,
        `one breakpoint in ${path} has ${set.answer.breakpoints.length} answers`,
      );
      expectThat(!answer.verified, `${path} does not exist, but a breakpoint in it is said to be verified`);
    },
  },
  {
    id: 'breakpoints/locations',
    title: '`breakpointLocations` tells where in a range of lines breakpoints can be, in order',
    reference: { in: 'specification', page: 'Requests_BreakpointLocations' },
    why: 'Clients offer places that never stop, or not the one that does.',
    needs: { capability: 'supportsBreakpointLocationsRequest' },
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const [line, endLine] = [Math.max(1, frame.line - 2), frame.line + 2];
      const { breakpoints } = await during(
        `asking for locations in lines ${line} to ${endLine}`,
        client.request('breakpointLocations', { source: { path: subject.source('stop') }, line, endLine }),
      );
      const lines = breakpoints.map(each => each.line);
      const told = `locations in lines ${line} to ${endLine} are ${lines.join(', ')}`;
      expectThat(
        lines.every(each => each >= line && each <= endLine),
        `${told}: not all of them are in the range`,
      );
      expectThat(
        lines.includes(frame.line),
        `${told}: line ${frame.line}, at which the program stands at a breakpoint, is not among them`,
      );
      const sorted = [...lines].sort((a, b) => a - b);
      expectThat(sorted.join() === lines.join(), `${told}: they are not in order`);
    },
  },
  {
    id: 'breakpoints/late',
    title: 'A breakpoint in code that is loaded later is bound then, and an event says so',
    reference: { in: 'specification', page: 'Events_Breakpoint' },
    why: 'Breakpoints in plugins and modules never stop, or look as if they did not.',
    needs: { section: 'late' },
    async run(subject) {
      const { at } = subject.section('late');
      const client = await subject.open();
      let answer: { readonly id?: number; readonly verified: boolean } | undefined;
      await client.launch(subject.launchArguments('late'), async each => {
        [answer] = await each.setBreakpoints(subject.source('late'), [at]);
      });
      const what = 'with a breakpoint in code that is loaded later';
      await during(what, client.waitForStop());
      await expectAt(subject, client, [at], { after: what, section: 'late' });
      if (answer?.verified !== false) return;
      const id = answer.id;
      expectThat(id !== undefined, 'a breakpoint that is verified later has no id to be told by');
      await during(
        'the breakpoint was not verified at first, and then the program stopped at it',
        client.waitFor('breakpoint', {
          where: ({ breakpoint }) => breakpoint.id === id && breakpoint.verified,
        }),
      );
    },
  },
];

const missingFile = (subject: Subject): string =>
  join(dirname(subject.source('stop')), 'this-file-does-not-exist', 'nor-this-one.txt');
