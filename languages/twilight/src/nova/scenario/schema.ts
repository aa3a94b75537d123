// A scenario: accounts, a clock and the transactions of a story, as a JSON file. docs/formats/nova-scenario.md describes it.

import { Type, type Static, type TObject } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

/** A number, or digits where a number of JSON is too small. */
const amount = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,39}$' })], {
  description: 'a whole number, or a text of its digits',
});
const count = Type.Integer({ minimum: 0, description: 'a whole number' });
const name = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$',
  description: 'a name of letters and digits',
});
const account = Type.String({
  pattern: '^(?:0x[0-9a-fA-F]{40}|[A-Za-z_][A-Za-z0-9_-]{0,63})$',
  description: 'an address (0x and 40 digits) or the name of an account',
});
const text = Type.String({ description: 'a text' });
const flag = Type.Boolean({ description: 'true or false' });
const given = Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], {
  description: 'a list of arguments, or an object with their names',
});

/** How a transaction has to end; what is absent may be anything, but for the status. */
export const expectation = Type.Object(
  {
    status: Type.Optional(
      Type.Union(
        [Type.Literal('success'), Type.Literal('revert'), Type.Literal('panic'), Type.Literal('outOfGas')],
        { description: 'success, revert, panic or outOfGas' },
      ),
    ),
    message: Type.Optional(text),
    output: Type.Optional(Type.Unknown()),
    events: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.Optional(text), values: Type.Optional(Type.Unknown()) },
          { ...closed, description: 'an object with a name and values' },
        ),
        { description: 'a list of events' },
      ),
    ),
    printed: Type.Optional(Type.Array(text, { description: 'a list of texts' })),
    storage: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'an object: values by variable' }),
    ),
    gasUsed: Type.Optional(amount),
  },
  { ...closed, description: 'an object' },
);

const common = {
  from: Type.Optional(account),
  arguments: Type.Optional(given),
  value: Type.Optional(amount),
  gasLimit: Type.Optional(amount),
  expect: Type.Optional(expectation),
};

export const steps = {
  deploy: Type.Object(
    { deploy: text, contract: Type.Optional(text), as: Type.Optional(name), ...common },
    closed,
  ),
  call: Type.Object({ call: account, function: text, ...common }, closed),
  advance: Type.Object(
    {
      advance: Type.Object(
        { blocks: Type.Optional(count), seconds: Type.Optional(count) },
        { ...closed, description: 'an object with blocks and seconds' },
      ),
    },
    closed,
  ),
  fund: Type.Object({ fund: account, balance: amount }, closed),
} as const satisfies Readonly<Record<string, TObject>>;

export type StepKind = keyof typeof steps;
export type Expectation = Static<typeof expectation>;
export type DeployStep = Static<typeof steps.deploy>;
export type CallStep = Static<typeof steps.call>;
export type Step = { [Kind in StepKind]: { readonly kind: Kind } & Static<(typeof steps)[Kind]> }[StepKind];

/** All but the steps, each of which is checked by its kind. */
export const frame = Type.Object(
  {
    version: Type.Literal(1, { description: '1, the version of the format' }),
    accounts: Type.Optional(
      Type.Record(
        name,
        Type.Object(
          { address: Type.Optional(account), balance: Type.Optional(amount) },
          { ...closed, description: 'an object with a balance' },
        ),
        { ...closed, description: 'an object: accounts by name' },
      ),
    ),
    block: Type.Optional(
      Type.Object(
        { number: Type.Optional(count), timestamp: Type.Optional(count), interval: Type.Optional(count) },
        { ...closed, description: 'an object with number, timestamp and interval' },
      ),
    ),
    gasLimit: Type.Optional(amount),
    strictDomains: Type.Optional(flag),
    steps: Type.Array(Type.Unknown(), { description: 'a list of steps' }),
  },
  { ...closed, description: 'an object' },
);

export type ScenarioFrame = Static<typeof frame>;
