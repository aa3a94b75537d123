// Launch and attach options of Twilight.

import { Type, type Static } from '@sinclair/typebox';

const amount = (description: string) =>
  Type.Union(
    [
      Type.Integer({ minimum: 0 }),
      Type.String({ pattern: '^[0-9]{1,39}$', patternErrorMessage: 'a string of 1 to 39 digits' }),
    ],
    { description },
  );
const args = (description: string) =>
  Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], { description });

const sent = {
  sender: Type.Optional(
    Type.String({ description: 'Who sends it: an address or the name of an account; "dev" if absent.' }),
  ),
  value: Type.Optional(
    amount('What is sent along; 0 if absent. Without a scenario the sender is given what it lacks.'),
  ),
  gasLimit: Type.Optional(amount('How much gas it may use; 10 million if absent.')),
};

const transaction = Type.Object(
  {
    function: Type.String({
      description: 'The function to call; "init" passes arguments to the deployment.',
    }),
    args: Type.Optional(args('Its arguments.')),
    ...sent,
  },
  { additionalProperties: false },
);

export const launchOptions = Type.Object({
  contract: Type.Optional(
    Type.String({ description: 'The contract to deploy, where the program has several.' }),
  ),
  function: Type.Optional(
    Type.String({
      description: 'The function to call after the deployment; `main` if absent, where the contract has one.',
    }),
  ),
  functionArgs: Type.Optional(args('Its arguments: a list, or an object by the names of the parameters.')),
  initArgs: Type.Optional(args('Arguments of `init`.')),
  transactions: Type.Optional(
    Type.Array(transaction, { description: 'Calls after the deployment, one after the other.' }),
  ),
  scenario: Type.Optional(
    Type.String({
      description:
        'A scenario file (docs/formats/nova-scenario.md) to run; NAME.scenario.json beside the source or module if absent, where there is one.',
    }),
  ),
  ...sent,
  block: Type.Optional(
    Type.Object(
      {
        number: Type.Optional(Type.Integer({ minimum: 0 })),
        timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
      },
      { additionalProperties: false, description: 'Where the clock of the chain begins.' },
    ),
  ),
  enableRuntimeAsserts: Type.Optional(
    Type.Boolean({ description: 'Checks assertions while the contract runs; true if absent.' }),
  ),
  gasSummary: Type.Optional(
    Type.Boolean({
      description: 'Tells when a transaction is over where its gas went, by lines; false if absent.',
    }),
  ),
  storageFolder: Type.Optional(
    Type.String({ description: 'Where the chain is kept; in memory only if absent.' }),
  ),
});

export const defaultPort = 9_933;

export const attachOptions = Type.Object({
  host: Type.Optional(
    Type.String({ minLength: 1, description: 'Where the node runs; this computer if absent.' }),
  ),
  port: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: `The port of the node; ${defaultPort} if absent.`,
    }),
  ),
  token: Type.Optional(Type.String({ description: 'The token that nova --debug printed.' })),
  transaction: Type.String({
    pattern: '^0x[0-9a-fA-F]{6,64}$',
    patternErrorMessage: '0x and 6 to 64 hexadecimal digits',
    description: 'The hash of the transaction, or its beginning. One that is over is run again.',
  }),
  sourceFolder: Type.Optional(
    Type.String({
      description: 'What the paths of the sources count from; the text in .meta is shown if absent.',
    }),
  ),
});

export type LaunchOptions = Static<typeof launchOptions>;
export type AttachOptions = Static<typeof attachOptions>;
