// Reads what inline values need of a frame by plain protocol requests, for editors that hold the session themselves.
import type { LocationsResponseBody, Scope, ScopesResponseBody, VariablesResponseBody } from '@sonde/dap';
import { withoutAnsi } from '../console/ansi.js';
import type { ShownVariable } from '../value.js';
import { firstLineOf, isInSource } from './scope-kinds.js';

/** Sends a request of the protocol and answers with the body of the response. */
export type AskSession = (command: 'scopes' | 'variables' | 'locations', args: object) => Promise<unknown>;

export interface FrameValues {
  /** Of the inner scopes last, each with where it is declared. */
  readonly variables: readonly ShownVariable[];
  /** The first line of the function, where the session tells it. */
  readonly from?: number;
}

/** Globals of a large program are many, and few of them stand in one function. */
const mostVariables = 500;

/** `isWanted` says which names stand in the source: only of those the place of the declaration is asked for. */
export async function readFrameValues(
  ask: AskSession,
  frameId: number,
  isWanted: (name: string) => boolean,
): Promise<FrameValues> {
  const { scopes } = (await ask('scopes', { frameId })) as ScopesResponseBody;
  const read = scopes.filter(scope => isInSource(scope) && isShort(scope)).toReversed();
  const lists = await Promise.all(
    read.map(async ({ variablesReference }) => {
      const { variables } = (await ask('variables', { variablesReference })) as VariablesResponseBody;
      return variables.filter(({ name }) => isWanted(name));
    }),
  );
  const from = firstLineOf(scopes);
  return {
    variables: await Promise.all(lists.flat().map(variable => withDeclaration(ask, variable))),
    ...(from === undefined ? {} : { from }),
  };
}

const isShort = ({ namedVariables = 0, indexedVariables = 0 }: Scope): boolean =>
  namedVariables + indexedVariables <= mostVariables;

async function withDeclaration(ask: AskSession, variable: ShownVariable): Promise<ShownVariable> {
  // A session colours values where the editor says that it shows colours.
  const plain = { ...variable, value: withoutAnsi(variable.value) };
  const { declaration, declarationLocationReference: locationReference } = plain;
  if (declaration !== undefined || locationReference === undefined) return plain;
  const { line, source } = (await ask('locations', { locationReference })) as LocationsResponseBody;
  const { path } = source;
  return { ...plain, declaration: { line, ...(path === undefined ? {} : { path }) } };
}
