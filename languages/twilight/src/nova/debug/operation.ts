// One operation of the debug interface: its name on the wire, its parameters, and what it does.

import type { Static, TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { TransactionNews, DebugNode } from './debug-node.js';

/** The client that asks. */
export interface Asker {
  readonly node: DebugNode;
  /** Sends a notification to it. */
  readonly notify: (method: string, params: object) => void;
  /** Ids of sessions that end with its connection. */
  readonly sessions: Set<string>;
  readonly subscription: (news: TransactionNews) => void;
}

export interface Operation {
  readonly name: string;
  readonly params: TSchema;
  run(asker: Asker, params: never): unknown;
}

export const operation = <Params extends TSchema>(
  name: string,
  params: Params,
  run: (asker: Asker, params: Static<Params>) => unknown,
): Operation => ({ name, params, run });

/** Objects of parameters have no others: a wrong name is told, not ignored. */
export const object = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const sessionId = Type.String({ maxLength: 64 });
export const hexBytes = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$', maxLength: 2_100_000 });
export const transactionHash = Type.String({ pattern: '^0x[0-9a-fA-F]{6,64}$' });
export const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
/** Beyond what a JSON number holds. */
export const decimal = Type.String({ pattern: '^[0-9]{1,39}$' });
export const whole = Type.Integer({ minimum: 0, maximum: 0xffff_ffff });
