// Values that clients draw: tables, graphs, records, results and bytes of real programs in every language.

import { fileURLToPath } from 'node:url';
import { nativeTools } from '@sonde/engine-native';
import type { Language } from '@sonde/language';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';

// The first program compiles a runtime.
vi.setConfig({ testTimeout: 120_000 });

type Viewer = (expression: string) => Promise<unknown>;

/** Asks for views of expressions where the example is worth looking at. */
async function lookAt(language: Language, name: string): Promise<Viewer> {
  const program = fileURLToPath(new URL(name, language.examples));
  const client = closeAfterTest(await connect(endpointFor(language)));
  await client.initialize({ supportsStructuredViews: true } as object);
  await client.launch({ program }, each => each.setBreakpoints(program, ['#look']));
  await client.waitForStop({ reason: 'breakpoint' });
  const { id: frameId } = await client.topFrame();
  return async expression => {
    const answer = await client.evaluate(expression, { frameId, context: 'watch' });
    return (answer as { readonly view?: unknown }).view;
  };
}

const { missing } = await nativeTools();

describeUnlessMissing('a C program', missing, () => {
  it('has structs as records, through a pointer too', async () => {
    const view = await lookAt(c, 'tour.c');
    expect(await view('who')).toMatchObject({
      kind: 'record',
      fields: [{ name: 'name' }, { name: 'mood', text: 'CURIOUS (1)' }, { name: 'steps' }, {}],
    });
  });

  it('has an array of structs as a table, and a list as a graph whose circle is closed', async () => {
    const view = await lookAt(c, 'list.c');
    expect(await view('nodes')).toMatchObject({
      kind: 'table',
      columns: ['#', 'value', 'label', 'next'],
      rows: [['0', '1', '"one"', expect.any(String)], expect.any(Array), expect.any(Array)],
    });
    expect(await view('first')).toMatchObject({
      kind: 'graph',
      nodes: [{ label: 'value: 1, label: "one"', group: 'node' }, {}, {}],
      edges: [
        { from: '0', to: '1', label: 'next' },
        { from: '1', to: '2' },
        { from: '2', to: '0' },
      ],
    });
  });
});

describeUnlessMissing('an Aria program', missing, () => {
  it('has results, tables of structs, and objects of the collected heap as a graph', async () => {
    const view = await lookAt(aria, 'tour.aria');
    expect(await view('after')).toEqual({ kind: 'result', ok: false, label: 'Error', text: '7' });
    expect(await view('row')).toMatchObject({ kind: 'table', columns: ['#', 'name', 'place', 'level'] });
    expect(await view('troubles')).toMatchObject({
      kind: 'graph',
      nodes: [{ label: 'code: 7' }, { label: 'code: 2' }, { label: 'code: 4' }],
      edges: [
        { from: '0', to: '1' },
        { from: '1', to: '2' },
      ],
    });
  });
});

describe('an NG program', () => {
  it('has records behind references, and linked tagged values as a graph', async () => {
    const tour = await lookAt(ng, 'tour.ng');
    expect(await tour('item')).toMatchObject({ kind: 'record', fields: [{ name: 'name' }, {}, {}] });
    const references = await lookAt(ng, 'references.ng');
    expect(await references('first')).toMatchObject({
      kind: 'graph',
      nodes: [{ label: 'value: 10' }, { label: 'value: 20' }, { label: 'value: 33, rest: End()' }],
      edges: [
        { from: '0', to: '1', label: 'rest.node' },
        { from: '1', to: '2', label: 'rest.node' },
      ],
    });
  });
});

describe('a Mini program', () => {
  it('has its memory as bytes', async () => {
    const view = await lookAt(mini, 'memory.mini');
    expect(await view('limit')).toBeUndefined();
    const program = fileURLToPath(new URL('memory.mini', mini.examples));
    const client = closeAfterTest(await connect(endpointFor(mini)));
    await client.initialize({ supportsStructuredViews: true } as object);
    await client.launch({ program }, each => each.setBreakpoints(program, ['#look']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
    const { variablesReference } = scopes.find(({ name }) => name === 'Memory')!;
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables).toMatchObject([
      { name: 'memory', view: { kind: 'hex', memoryReference: 'memory:0x0', size: 100 } },
    ]);
  });
});
