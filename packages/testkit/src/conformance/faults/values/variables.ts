// Faults of scopes and variables.
import type {
  InitializeRequestArguments,
  ScopesResponseBody,
  Variable,
  VariablesArguments,
  VariablesResponseBody,
} from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedBodies, changedRequests } from '../seeds.js';
import { changedWhen, seeing } from '../seen-session.js';
import { withoutArgument } from '../without.js';

export const variableFaults: readonly Fault[] = [
  {
    check: 'values/scopes',
    does: 'adds a scope that cannot be read',
    seed: changedBodies<ScopesResponseBody>('scopes', ({ scopes }) => ({
      scopes: [...scopes, { name: 'Nothing', variablesReference: 987_654_321, expensive: false }],
    })),
  },
  {
    check: 'values/variable',
    does: 'tells other types than variables have',
    seed: changedVariables('in scopes', variable =>
      variable.type === undefined ? variable : { ...variable, type: `${variable.type}?` },
    ),
  },
  {
    check: 'values/members',
    does: 'names members otherwise than the language does',
    seed: changedVariables('in values', variable => ({ ...variable, name: `?${variable.name}` })),
  },
  {
    check: 'values/evaluate-name',
    does: 'gives variables an evaluateName that cannot be evaluated',
    seed: changedVariables('in scopes', variable =>
      variable.evaluateName === undefined
        ? variable
        : { ...variable, evaluateName: `${variable.evaluateName} + * ` },
    ),
  },
  {
    check: 'values/lazy',
    does: 'says that plain variables are lazy',
    seed: changedVariables('in scopes', variable =>
      variable.variablesReference === 0 ? { ...variable, presentationHint: { lazy: true } } : variable,
    ),
  },
  {
    check: 'values/hex',
    does: 'ignores the format of variables',
    seed: withoutArgument('variables', 'format'),
  },
  {
    check: 'values/array',
    does: 'shows the last element of a long list wrongly',
    seed: changedLists((variables, { filter }) =>
      filter === undefined && variables.length > 100
        ? variables.map((each, index) => (index === variables.length - 1 ? { ...each, value: '?' } : each))
        : variables,
    ),
  },
  {
    check: 'values/paging',
    does: 'begins parts one element too early',
    seed: changedRequests('variables', request => {
      const args = request.arguments as VariablesArguments;
      const { start = 0 } = args;
      return start > 0 ? { ...request, arguments: { ...args, start: start - 1 } } : request;
    }),
  },
  {
    check: 'values/paging-beyond',
    does: 'finds an element beyond the last one',
    seed: changedLists((variables, { start = 0 }) =>
      start > 0 && variables.length === 0 ? [{ name: '?', value: '?', variablesReference: 0 }] : variables,
    ),
  },
  {
    check: 'values/filter',
    does: 'ignores the filter `named`',
    seed: changedRequests('variables', request => {
      const { filter, ...rest } = request.arguments as VariablesArguments;
      return filter === 'named' ? { ...request, arguments: rest } : request;
    }),
  },
  {
    check: 'values/counts',
    does: 'counts one element too many',
    seed: changedVariables('in scopes', variable =>
      (variable.indexedVariables ?? 0) > 0
        ? { ...variable, indexedVariables: (variable.indexedVariables ?? 0) + 1 }
        : variable,
    ),
  },
  {
    check: 'values/no-paging',
    does: 'gives clients that cannot page the first hundred elements only',
    seed: forClients(
      ({ supportsVariablePaging }) => supportsVariablePaging === false,
      variables => variables.slice(0, 100),
    ),
  },
  {
    check: 'values/no-types',
    does: 'tells types to clients that cannot show them',
    seed: forClients(
      ({ supportsVariableType }) => supportsVariableType === false,
      variables => variables.map(each => ({ ...each, type: 'int' })),
    ),
  },
  {
    check: 'values/no-styles',
    does: 'styles values for clients that do not show styles',
    seed: forClients(
      ({ supportsANSIStyling }) => supportsANSIStyling === false,
      variables => variables.map(each => ({ ...each, value: `\u001b[31m${each.value}\u001b[39m` })),
    ),
  },
  {
    check: 'values/styles',
    does: 'shows other values to clients that show styles',
    seed: forClients(
      ({ supportsANSIStyling }) => supportsANSIStyling === true,
      variables => variables.map(each => ({ ...each, value: `\u001b[31m${each.value}!\u001b[39m` })),
    ),
  },
];

type Variables = readonly Variable[];

function changedLists(
  change: (variables: Variables, args: VariablesArguments) => Variables,
): () => FaultyLine {
  return changedBodies<VariablesResponseBody>('variables', ({ variables }, request) => ({
    variables: change(variables, request.arguments as VariablesArguments),
  }));
}

/** Of clients that said something of themselves. */
function forClients(
  areMeant: (client: Partial<InitializeRequestArguments>) => boolean,
  change: (variables: Variables) => Variables,
): () => FaultyLine {
  return changedWhen('variables', (response, _request, seen) => {
    if (!response.success || !areMeant(seen.client)) return response;
    return { ...response, body: { variables: change((response.body as VariablesResponseBody).variables) } };
  });
}

/** Variables that scopes have, or those that values consist of. */
function changedVariables(
  where: 'in scopes' | 'in values',
  change: (variable: Variable) => Variable,
): () => FaultyLine {
  return seeing(seen => {
    const scopes = new Set<number>();
    return {
      fromAdapter(message, line) {
        const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
        if (message.type !== 'response' || !message.success) return line.toClient(message);
        if (request?.command === 'scopes')
          for (const scope of (message.body as ScopesResponseBody).scopes)
            scopes.add(scope.variablesReference);
        if (request?.command !== 'variables') return line.toClient(message);
        const isScope = scopes.has((request.arguments as VariablesArguments).variablesReference);
        if (isScope !== (where === 'in scopes')) return line.toClient(message);
        const { variables } = message.body as VariablesResponseBody;
        line.toClient({ ...message, body: { variables: variables.map(change) } });
      },
    };
  });
}
