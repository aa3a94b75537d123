// Checks of data breakpoints: on variables, and on bytes of memory.
import type { Stop, TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { during, expectReason, expectShows, findVariable, refusalOf, stopFor } from '../../looking.js';
import type { Subject } from '../../subject.js';

const setDataBreakpoints = { in: 'specification', page: 'Requests_SetDataBreakpoints' } as const;
const dataBreakpointInfo = { in: 'specification', page: 'Requests_DataBreakpointInfo' } as const;
const watches = [{ capability: 'supportsDataBreakpoints' }, { section: 'data' }] as const;

export const dataBreakpointChecks: readonly Check[] = [
  {
    id: 'breakpoints/data',
    title: 'A data breakpoint stops the program each time the variable is written',
    reference: setDataBreakpoints,
    why: 'Who looks for the place that spoils a value is sent past it.',
    needs: watches,
    async run(subject) {
      const { variable, values } = subject.section('data');
      const watched = await watching(subject);
      const { client } = watched;
      let { threadId } = watched.stop;
      for (const [index, value] of values.entries()) {
        const after = `at write ${index + 1} of ${variable}`;
        ({ threadId } = await during(after, client.continue(threadId)));
        const found = await findVariable(client, await client.topFrame(threadId), variable);
        const shown = found.variable.value;
        expectThat(fits(shown, value), `${after} it holds "${shown}", expected ${wanted(value)}`);
      }
    },
  },
  {
    id: 'breakpoints/data-reason',
    title: 'A stop at a data breakpoint says `data breakpoint` as its reason',
    reference: setDataBreakpoints,
    why: 'Users look for a breakpoint in the line, and there is none.',
    needs: watches,
    async run(subject) {
      const { client, stop } = await watching(subject);
      const arriving = client.continue(stop.threadId);
      expectReason(await stopFor('breakpoints/data', arriving), 'data breakpoint', 'at a data breakpoint');
    },
  },
  {
    id: 'breakpoints/data-removed',
    title: 'An empty list of data breakpoints removes them',
    reference: setDataBreakpoints,
    why: 'The program goes on stopping although nobody watches any more.',
    needs: watches,
    async run(subject) {
      const { client, stop } = await watching(subject);
      await client.request('setDataBreakpoints', { breakpoints: [] });
      await during('after the data breakpoint was removed', client.runToEnd(stop.threadId));
    },
  },
  {
    id: 'breakpoints/data-impossible',
    title: 'What cannot be watched has no `dataId`, and a description that says why',
    reference: dataBreakpointInfo,
    why: 'Clients offer a data breakpoint that cannot be.',
    needs: { capability: 'supportsDataBreakpoints' },
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const name = subject.profile.stop.nonsense;
      const info = await refusalOf(client.request('dataBreakpointInfo', { name, frameId: frame.id }));
      const told = info.refused ? info.reason : info.answer.description;
      expectThat(
        info.refused || info.answer.dataId === null,
        `"${name}" is no data, but can be watched as ${JSON.stringify(info)}`,
      );
      expectThat(told.trim() !== '', `"${name}" cannot be watched, and no description says why`);
    },
  },
  {
    id: 'breakpoints/data-bytes',
    title: 'A data breakpoint on bytes of memory stops when one of them is written',
    reference: dataBreakpointInfo,
    why: 'Memory that no variable names cannot be watched.',
    needs: [{ capability: 'supportsDataBreakpointBytes' }, { section: 'dataBytes' }],
    async run(subject) {
      const { at, expression, bytes, shows } = subject.section('dataBytes');
      const { client, stop, frame } = await subject.stoppedAt(at, 'dataBytes');
      const name = await addressOf(client, expression, frame.id);
      const info = await during(
        `asking for ${bytes} bytes at ${name}`,
        client.request('dataBreakpointInfo', { name, asAddress: true, bytes }),
      );
      const { dataId } = info;
      expectThat(dataId !== null, `${bytes} bytes at ${name} cannot be watched: ${info.description}`);
      await client.request('setDataBreakpoints', { breakpoints: [{ dataId, accessType: 'write' }] });
      const after = `with a data breakpoint on ${bytes} bytes at ${name}`;
      await during(after, client.continue(stop.threadId));
      await expectShows(client, shows, after);
    },
  },
];

/** The section's program, which stands before it writes the variable that is watched. */
async function watching(subject: Subject): Promise<{ readonly client: TestClient; readonly stop: Stop }> {
  const { at, variable } = subject.section('data');
  const { client, stop, frame } = await subject.stoppedAt(at, 'data');
  const { container: variablesReference } = await findVariable(client, frame, variable);
  const info = await during(
    `asking whether ${variable} can be watched`,
    client.request('dataBreakpointInfo', { variablesReference, name: variable }),
  );
  const { dataId, accessTypes } = info;
  expectThat(dataId !== null, `${variable} cannot be watched: ${info.description}`);
  const write = accessTypes?.includes('write') === true ? ({ accessType: 'write' } as const) : {};
  const { breakpoints } = await during(
    `setting a data breakpoint on ${variable}`,
    client.request('setDataBreakpoints', { breakpoints: [{ dataId, ...write }] }),
  );
  expectThat(
    breakpoints[0]?.verified === true,
    `a data breakpoint on ${variable} is answered with ${JSON.stringify(breakpoints[0])}`,
  );
  return { client, stop };
}

/** As a number where the adapter tells it, for that is what an address is to a client. */
async function addressOf(client: TestClient, expression: string, frameId: number): Promise<string> {
  const { memoryReference } = await during(
    `evaluating ${expression}`,
    client.evaluate(expression, { frameId, context: 'watch' }),
  );
  if (memoryReference === undefined)
    throw new CheckSkipped(`${expression} has no memory reference, so that its address is not known`);
  if (client.capabilities.supportsReadMemoryRequest !== true) return memoryReference;
  const read = await client.request('readMemory', { memoryReference, count: 1 });
  return read?.address ?? memoryReference;
}
