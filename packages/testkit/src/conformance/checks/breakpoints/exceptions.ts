// Checks of exception breakpoints: filters, their conditions, exceptions by name, and what is told about the one that came.
import type { RequestArguments } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { mentions, wanted } from '../../expected.js';
import { describeFrame, during, expectReason, stopFor } from '../../looking.js';
import type { Subject } from '../../subject.js';

const setExceptionBreakpoints = { in: 'specification', page: 'Requests_SetExceptionBreakpoints' } as const;
type Arguments = RequestArguments<'setExceptionBreakpoints'>;

export const exceptionBreakpointChecks: readonly Check[] = [
  {
    id: 'breakpoints/exception-filter',
    title: 'An exception that a filter asks for stops the program where it is thrown',
    reference: setExceptionBreakpoints,
    why: 'The one moment at which the cause can be seen goes by.',
    needs: [{ capability: 'exceptionBreakpointFilters' }, { section: 'exception' }],
    async run(subject) {
      const { filter } = subject.section('exception');
      const offered = (subject.capabilities.exceptionBreakpointFilters ?? []).map(each => each.filter);
      expectThat(
        offered.includes(filter),
        `the adapter offers no exception filter "${filter}", but ${offered.join(', ')}`,
      );
      const after = `with the exception filter "${filter}"`;
      const client = await thrown(subject, { filters: [filter] }, after);
      await expectThrowingLine(subject, client, after);
    },
  },
  {
    id: 'breakpoints/exception-reason',
    title: 'A stop because of an exception says `exception` as its reason',
    reference: setExceptionBreakpoints,
    why: 'Clients show what was thrown only for this reason.',
    needs: [{ capability: 'exceptionBreakpointFilters' }, { section: 'exception' }],
    async run(subject) {
      const client = await configured(subject, { filters: [subject.section('exception').filter] });
      const stop = await stopFor('breakpoints/exception-filter', client.waitForStop());
      expectReason(stop, 'exception', 'at the exception');
    },
  },
  {
    id: 'breakpoints/exception-answers',
    title: 'Exception breakpoints, where they are answered, are answered one for one',
    reference: setExceptionBreakpoints,
    why: 'Clients match them up by position and show a problem at the wrong filter.',
    needs: { capability: 'exceptionBreakpointFilters' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const filters = (subject.capabilities.exceptionBreakpointFilters ?? []).map(each => each.filter);
      const body = await during(
        `setting the exception filters ${filters.join(', ')}`,
        client.request('setExceptionBreakpoints', { filters }),
      );
      if (body?.breakpoints === undefined)
        throw new CheckSkipped('the adapter answers without breakpoints, as it may');
      expectThat(
        body.breakpoints.length === filters.length,
        `${filters.length} filters were set, and ${body.breakpoints.length} breakpoints were answered`,
      );
    },
  },
  {
    id: 'breakpoints/exception-filter-options',
    title: 'A filter among the `filterOptions` works like one among the `filters`',
    reference: setExceptionBreakpoints,
    why: 'Clients send all filters this way once the adapter says that it takes them.',
    needs: [{ capability: 'supportsExceptionFilterOptions' }, { section: 'exception' }],
    async run(subject) {
      const filterOptions = [{ filterId: subject.section('exception').filter }];
      const after = 'with the exception filter among the filterOptions';
      const client = await thrown(subject, { filters: [], filterOptions }, after);
      await expectThrowingLine(subject, client, after);
    },
  },
  {
    id: 'breakpoints/exception-condition',
    title: 'An exception filter whose condition does not hold does not stop the program',
    reference: { in: 'specification', page: 'Types_ExceptionFilterOptions' },
    why: 'Users who look for one exception are stopped at all of them.',
    needs: [{ capability: 'supportsExceptionFilterOptions' }, { section: 'exception' }],
    async run(subject) {
      const { filter, falseCondition } = subject.section('exception');
      if (falseCondition === undefined)
        throw new CheckSkipped('the profile names no condition of an exception that is false');
      const filterOptions = [{ filterId: filter, condition: falseCondition }];
      const client = await configured(subject, { filters: [], filterOptions });
      await during(
        `with the exception filter "${filter}" and the condition ${JSON.stringify(falseCondition)}, which is false`,
        client.waitForEnd(),
      );
    },
  },
  {
    id: 'breakpoints/exception-options',
    title: 'An exception is chosen by its name with `exceptionOptions`',
    reference: { in: 'specification', page: 'Types_ExceptionOptions' },
    why: 'Users who look for one exception are stopped at all of them, or at none.',
    needs: [{ capability: 'supportsExceptionOptions' }, { section: 'exception' }],
    async run(subject) {
      const { name, filter } = subject.section('exception');
      if (name === undefined) throw new CheckSkipped('the profile names no exception for exceptionOptions');
      const options = (names: readonly string[]): Arguments => ({
        filters: [],
        exceptionOptions: [{ path: [{ names: [filter] }, { names: [...names] }], breakMode: 'always' }],
      });
      const after = `with exceptionOptions for "${name}"`;
      const client = await thrown(subject, options([name]), after);
      await expectThrowingLine(subject, client, after);
      const other = await configured(subject, options([`${name}-but-another`]));
      await during('with exceptionOptions for another exception', other.waitForEnd());
    },
  },
  {
    id: 'breakpoints/exception-info',
    title: '`exceptionInfo` tells which exception was thrown',
    reference: { in: 'specification', page: 'Requests_ExceptionInfo' },
    why: 'Users are told that something was thrown, but not what.',
    needs: [{ capability: 'supportsExceptionInfoRequest' }, { section: 'exception' }],
    async run(subject) {
      const { filter, text } = subject.section('exception');
      const client = await configured(subject, { filters: [filter] });
      const stop = await stopFor('breakpoints/exception-filter', client.waitForStop());
      const info = await during(
        'asking for exceptionInfo at an exception',
        client.request('exceptionInfo', { threadId: stop.threadId }),
      );
      expectThat(info.exceptionId !== '', 'exceptionInfo has an empty exceptionId');
      const { message, typeName, fullTypeName } = info.details ?? {};
      const told = [stop.body.description, stop.body.text, info.exceptionId, info.description];
      const all = [...told, message, typeName, fullTypeName].filter(each => each !== undefined);
      expectThat(
        all.some(each => mentions(each, text)),
        `the stop and exceptionInfo say ${JSON.stringify(all)}, expected ${wanted(text)} among it`,
      );
    },
  },
];

/** The section's program, with these exception breakpoints. */
const configured = (subject: Subject, args: Arguments): Promise<TestClient> =>
  subject.launch('exception', each => each.request('setExceptionBreakpoints', args));

async function thrown(subject: Subject, args: Arguments, after: string): Promise<TestClient> {
  const client = await configured(subject, args);
  await during(after, client.waitForStop());
  return client;
}

/** Somewhere on the stack: a library may do the throwing. */
async function expectThrowingLine(subject: Subject, client: TestClient, after: string): Promise<void> {
  const line = subject.line(subject.section('exception').at, 'exception');
  const stack = await client.stack();
  expectThat(
    stack.some(frame => frame.line === line),
    `${after} the program is at ${stack.slice(0, 5).map(describeFrame).join(', called by ')}; ` +
      `no frame is in line ${line}, which throws`,
  );
}
