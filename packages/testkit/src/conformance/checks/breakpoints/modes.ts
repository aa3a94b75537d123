// Checks of breakpoint modes: each one that is declared is taken where it applies, others are not.
import type { Breakpoint, BreakpointMode } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { during, findVariable, refusalOf } from '../../looking.js';
import type { Stopped, Subject } from '../../subject.js';

const reference = { in: 'specification', page: 'Types_BreakpointMode' } as const;

export const modeChecks: readonly Check[] = [
  {
    id: 'breakpoints/modes',
    title: 'Every declared mode is taken for the kinds of breakpoints that it applies to',
    reference,
    why: 'Clients offer a choice that makes the breakpoint fail.',
    needs: { capability: 'breakpointModes' },
    async run(subject) {
      const stopped = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      for (const mode of subject.capabilities.breakpointModes ?? [])
        await expectTaken(subject, stopped, mode);
    },
  },
  {
    id: 'breakpoints/unknown-mode',
    title: 'A mode that was not declared is not taken silently',
    reference,
    why: 'The breakpoint does something else than the user was told.',
    needs: { capability: 'breakpointModes' },
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const mode = 'a-mode-that-nobody-has';
      const set = await refusalOf(client.setBreakpoints(subject.source('stop'), [{ at: frame.line, mode }]));
      if (set.refused) return;
      const [answer] = set.answer;
      expectThat(
        answer !== undefined && (!answer.verified || (answer.message ?? '') !== ''),
        `a breakpoint with the mode "${mode}" is verified without a word: ${JSON.stringify(answer)}`,
      );
    },
  },
];

async function expectTaken(
  subject: Subject,
  { client, frame }: Stopped,
  { mode, appliesTo }: BreakpointMode,
): Promise<void> {
  const expectVerified = (kind: string, answer: Breakpoint | undefined): void =>
    expectThat(
      answer?.verified === true,
      `the mode "${mode}" applies to ${kind} breakpoints, but one is answered with ${JSON.stringify(answer)}`,
    );
  if (appliesTo.includes('source')) {
    const set = client.setBreakpoints(subject.source('stop'), [{ at: frame.line, mode }]);
    expectVerified('source', (await during(`a source breakpoint with the mode "${mode}"`, set))[0]);
  }
  if (appliesTo.includes('instruction') && frame.instructionPointerReference !== undefined) {
    const instructionReference = frame.instructionPointerReference;
    const set = client.request('setInstructionBreakpoints', {
      breakpoints: [{ instructionReference, mode }],
    });
    const { breakpoints } = await during(`an instruction breakpoint with the mode "${mode}"`, set);
    expectVerified('instruction', breakpoints[0]);
  }
  if (appliesTo.includes('exception')) {
    for (const { filter: filterId } of subject.capabilities.exceptionBreakpointFilters ?? []) {
      const set = client.request('setExceptionBreakpoints', {
        filters: [],
        filterOptions: [{ filterId, mode }],
      });
      const body = await during(`an exception breakpoint with the mode "${mode}"`, set);
      if (body?.breakpoints !== undefined) expectVerified('exception', body.breakpoints[0]);
    }
  }
  if (appliesTo.includes('data')) await expectDataMode(subject, client, frame.id, mode);
}

async function expectDataMode(
  subject: Subject,
  client: TestClient,
  frameId: number,
  mode: string,
): Promise<void> {
  const { name } = subject.profile.stop.variable;
  let info = await watchedAs(client, frameId, name, mode);
  const other = subject.profile.data?.variable;
  // Of some programs only part can be watched; the profile knows one that can.
  if (info.dataId === null && other !== undefined) info = await watchedAs(client, frameId, other, mode, info);
  expectThat(
    info.dataId !== null,
    `the mode "${mode}" applies to data, but ${name} cannot be watched with it: ${info.description}`,
  );
  const { breakpoints } = await client.request('setDataBreakpoints', {
    breakpoints: [{ dataId: info.dataId }],
  });
  expectThat(
    breakpoints[0]?.verified === true,
    `a data breakpoint with the mode "${mode}" is answered with ${JSON.stringify(breakpoints[0])}`,
  );
}

/** Without such a variable in the frame, what is known of another one. */
async function watchedAs(
  client: TestClient,
  frameId: number,
  name: string,
  mode: string,
  otherwise?: WatchInfo,
): Promise<WatchInfo> {
  const found = findVariable(client, { id: frameId }, name);
  const container = otherwise === undefined ? await found : await found.catch(() => undefined);
  if (container === undefined) return otherwise!;
  return during(
    `asking whether ${name} can be watched with the mode "${mode}"`,
    client.request('dataBreakpointInfo', { variablesReference: container.container, name, mode }),
  );
}

interface WatchInfo {
  readonly dataId: string | null;
  readonly description: string;
}
