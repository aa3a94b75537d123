// Checks of variables that have many children: how many, in which parts, of which kind.
import type { Variable } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import type { ClientOptions } from '../../../wire-client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { findVariable, listed, scopesOf } from '../../looking.js';
import type { Subject } from '../../subject.js';

const variables = { in: 'specification', page: 'Requests_Variables' } as const;

export const pagingChecks: readonly Check[] = [
  {
    id: 'values/array',
    title: 'A variable with many elements shows all of them, each in its place',
    reference: variables,
    why: 'Elements are missing, or stand where others should.',
    needs: { section: 'array' },
    async run(subject) {
      const { client, variable } = await openedArray(subject);
      const { count, samples } = subject.section('array');
      const all = await read(client, { variablesReference: variable.variablesReference });
      expectThat(all.length >= count, `${variable.name} has ${count} elements, ${all.length} are shown`);
      for (const { index, value } of samples) {
        const shown = all.find(({ name }) => name === `[${index}]` || name === `${index}`) ?? all[index];
        expectThat(
          fits(shown?.value, value),
          `element ${index} of ${variable.name} is shown as "${shown?.value ?? ''}", expected ${wanted(value)}`,
        );
      }
    },
  },
  {
    id: 'values/paging',
    title: 'A part of the children, by `start` and `count`, is that part of the whole',
    reference: variables,
    why: 'Clients that show long lists in parts show elements twice or not at all.',
    needs: { section: 'array' },
    async run(subject) {
      const { client, variable, indexed } = await openedArray(subject);
      const { variablesReference } = variable;
      const all = await read(client, { variablesReference, filter: 'indexed' });
      for (const [start, count] of [
        [50, 10],
        [indexed - 5, 10],
      ] as const) {
        const part = await read(client, { variablesReference, filter: 'indexed', start, count });
        const expected = all.slice(start, start + count);
        expectThat(
          textOf(part) === textOf(expected),
          `elements of ${variable.name} with start ${start} and count ${count} are ${textOf(part)}; ` +
            `that part of all is ${textOf(expected)}`,
        );
      }
    },
  },
  {
    id: 'values/paging-beyond',
    title: 'A `start` beyond the last child gives an empty list',
    reference: variables,
    why: 'Clients that read on until nothing comes never come to an end.',
    needs: { section: 'array' },
    async run(subject) {
      const { client, variable, indexed } = await openedArray(subject);
      const { variablesReference } = variable;
      const start = indexed + 10;
      const rest = await read(client, { variablesReference, filter: 'indexed', start, count: 10 });
      expectThat(
        rest.length === 0,
        `${variable.name} has ${indexed} elements; from ${start} on there are still ${textOf(rest)}`,
      );
    },
  },
  {
    id: 'values/filter',
    title: 'The filters `named` and `indexed` divide the children among them',
    reference: variables,
    why: 'Clients that ask for both show some children twice or not at all.',
    needs: { section: 'array' },
    async run(subject) {
      const { client, variable } = await openedArray(subject);
      const { variablesReference } = variable;
      const all = await read(client, { variablesReference });
      const named = await read(client, { variablesReference, filter: 'named' });
      const indexed = await read(client, { variablesReference, filter: 'indexed' });
      expectThat(
        named.length + indexed.length === all.length,
        `${variable.name} has ${all.length} children; with the filter named ${named.length} are shown, ` +
          `with indexed ${indexed.length}`,
      );
    },
  },
  {
    id: 'values/counts',
    title: '`namedVariables` and `indexedVariables` are the numbers of children that there are',
    reference: { in: 'specification', page: 'Types_Variable' },
    why: 'Clients divide long lists by these numbers and leave the rest out.',
    needs: { section: 'array' },
    async run(subject) {
      const { client, variable, frame } = await openedArray(subject);
      const scopes = (await scopesOf(client, frame)).filter(({ expensive }) => !expensive);
      for (const counted of [variable, ...scopes]) {
        const { name, variablesReference, namedVariables, indexedVariables } = counted;
        if (namedVariables === undefined && indexedVariables === undefined) continue;
        const { length } = await read(client, { variablesReference });
        const told = (namedVariables ?? 0) + (indexedVariables ?? 0);
        // What is not counted may be there all the same.
        const isTrue = namedVariables === undefined ? length >= told : length === told;
        expectThat(
          isTrue,
          `"${name}" has ${length} children; it says ${namedVariables ?? 'no'} named and ` +
            `${indexedVariables ?? 'no'} indexed ones`,
        );
      }
    },
  },
  {
    id: 'values/no-paging',
    title: 'A client that cannot show parts gets all children at once',
    reference: { in: 'specification', page: 'Requests_Initialize' },
    why: 'The rest is never seen there.',
    needs: { section: 'array' },
    async run(subject) {
      const { count } = subject.section('array');
      const { client, variable } = await openedArray(subject, {
        initialize: { supportsVariablePaging: false },
      });
      const all = await read(client, { variablesReference: variable.variablesReference });
      expectThat(
        all.length >= count,
        `${variable.name} has ${count} elements; a client without supportsVariablePaging gets ${all.length}`,
      );
    },
  },
];

interface Opened {
  readonly client: TestClient;
  readonly frame: { readonly id: number };
  readonly variable: Variable;
  /** By its own account, or by the profile's where the client is not to page. */
  readonly indexed: number;
}

async function openedArray(subject: Subject, options?: ClientOptions): Promise<Opened> {
  const { at, variable: name, count } = subject.section('array');
  const { client, frame } = await subject.stoppedAt(at, 'array', options);
  const { variable } = await findVariable(client, frame, name);
  expectThat(variable.variablesReference > 0, `${name} has elements, but no variablesReference`);
  const { indexedVariables: indexed } = variable;
  if (options === undefined && (indexed === undefined || indexed === 0))
    throw new CheckSkipped(
      `the adapter does not number the elements of ${name}, so that no client asks for parts`,
    );
  return { client, frame, variable, indexed: indexed ?? count };
}

interface Part {
  readonly variablesReference: number;
  readonly filter?: 'named' | 'indexed';
  readonly start?: number;
  readonly count?: number;
}

const read = async (client: TestClient, part: Part): Promise<readonly Variable[]> =>
  (await client.request('variables', part)).variables;

const textOf = (list: readonly Variable[]): string =>
  listed(list.map(({ name, value }) => `${name} = ${value}`));
