// The breakpoints of all clients of a real session, as their schema says.

import { mini } from '@sonde/language-mini';
import { connect, lineOf } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { fixture } from './fixtures.js';
import { endpointFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';

const program = fixture('scenario.mini');

interface Listed {
  readonly kind: string;
  readonly verified: boolean;
  readonly line?: number;
  readonly name?: string;
}

it('the list of breakpoints is what its schema says, for every kind', async () => {
  const client = closeAfterTest(await connect(endpointFor(mini)));
  await client.launch({ program }, async each => {
    await each.setBreakpoints(program, [{ at: '#line', condition: '1 == 1' }, 100_000]);
    await each.request('setFunctionBreakpoints', { breakpoints: [{ name: 'nobody', hitCondition: '% 2' }] });
  });
  await client.waitForStop({ reason: 'breakpoint' });
  const { instructionPointerReference } = await client.topFrame();
  await client.request('setInstructionBreakpoints', {
    breakpoints: [{ instructionReference: instructionPointerReference! }],
  });
  const { dataId } = await client.request('dataBreakpointInfo', {
    variablesReference: await client.localsReference(await client.topFrame()),
    name: 'x',
  });
  await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId! }] });
  const body = (await client.customRequest('sonde/breakpoints', {})) as {
    readonly breakpoints: readonly Listed[];
  };
  expect(schemaCheck('breakpoints.schema.json', 'ResponseBody')(body)).toEqual([]);
  expect(new Set(body.breakpoints.map(({ kind }) => kind))).toEqual(
    new Set(['source', 'function', 'instruction', 'data', 'exception']),
  );
  const sources = body.breakpoints.filter(({ kind }) => kind === 'source');
  expect(sources).toMatchObject([{ line: lineOf(program, '#line'), verified: true }, { verified: false }]);
  expect(body.breakpoints.find(({ kind }) => kind === 'data')).toMatchObject({ name: 'x' });
});
