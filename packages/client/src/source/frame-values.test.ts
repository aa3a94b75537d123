import { expect, it } from 'vitest';
import { readFrameValues, type AskSession } from './frame-values.js';
import { inlineValues } from './inline-values.js';

const source = `contract Counter {
    fn first(amount: u64) {
        let total = amount
    }
    fn second(amount: u64) {
        let total = amount
    }
}`;
const lines = source.split('\n');
const path = '/counter.twl';

/** A session that stands on the last line of the second function. */
function session(scope: object, asked: string[] = []): AskSession {
  const answers: Readonly<Record<string, object>> = {
    'scopes 7': {
      scopes: [
        { name: 'Locals', presentationHint: 'locals', variablesReference: 1, expensive: false, ...scope },
        { name: 'Registers', presentationHint: 'registers', variablesReference: 2, expensive: false },
        { name: 'Storage', variablesReference: 3, expensive: true },
        { name: 'Globals', variablesReference: 4, expensive: false, namedVariables: 100_000 },
      ],
    },
    'variables 1': {
      variables: [
        {
          name: 'amount',
          value: '\u001b[32m5\u001b[39m',
          variablesReference: 0,
          declarationLocationReference: 11,
        },
        { name: 'total', value: '5', variablesReference: 0, declarationLocationReference: 12 },
        { name: 'elsewhere', value: '1', variablesReference: 0, declarationLocationReference: 13 },
      ],
    },
    'locations 11': { source: { path }, line: 5 },
    'locations 12': { source: { path }, line: 6 },
  };
  return (command, args) => {
    const request = `${command} ${Object.values(args).join(' ')}`;
    asked.push(request);
    const answer = answers[request];
    return answer === undefined
      ? Promise.reject(new Error(`not expected: ${request}`))
      : Promise.resolve(answer);
  };
}

it.each([
  ['the session tells where the function begins', { line: 5 }],
  ['only the declarations are told', {}],
])('values stay in their function where %s, up to its last line', async (_, scope) => {
  const told = await readFrameValues(session(scope), 7, name => source.includes(name));
  expect(inlineValues({ lines, current: 7, functionName: 'Counter.second', path, ...told })).toEqual([
    { line: 5, text: 'amount = 5' },
    { line: 6, text: 'total = 5, amount = 5' },
  ]);
});

it('asks only for what may stand in the source', async () => {
  const asked: string[] = [];
  await readFrameValues(session({}, asked), 7, name => name === 'total');
  expect(asked).toEqual(['scopes 7', 'variables 1', 'locations 12']);
});
