// Variables of a block that all lie where they always do: told once, so that a stop has only their bytes.

import {
  address,
  typeId,
  type Address,
  type Content,
  type NamedValue,
  type Scope,
  type TypeId,
} from '@sonde/engine';
import { big, bytes, fields, integer, list, oneOf, text, type Fields } from './wire.js';
import { addressFrom, nameFrom } from './wire-values.js';

interface Variable {
  readonly name: Omit<NamedValue, 'value'>;
  readonly type: TypeId;
  /** From the frame, or always in the same place. */
  readonly where: { readonly distance: bigint } | { readonly address: Address };
  /** In one of the pieces of a stop; absent where they are read when somebody looks. */
  readonly bytes?: { readonly piece: number; readonly at: number; readonly size: number };
}

const kinds = ['arguments', 'locals', 'globals'] as const;

export class ScopeLayout {
  constructor(
    private readonly all: readonly (Pick<Scope, 'name' | 'kind'> & {
      readonly variables: readonly Variable[];
    })[],
  ) {}

  /** As they are at a stop. */
  scopes(from: Fields): readonly Scope[] {
    const frame = big(from['frame']);
    const pieces = list(from['pieces'], bytes);
    return this.all.map(({ name, kind, variables }) => ({
      name,
      kind,
      variables: variables.map(variable => valueOf(variable, frame, pieces)),
    }));
  }
}

function valueOf(variable: Variable, frame: bigint, pieces: readonly Uint8Array[]): NamedValue {
  const { name, type, where } = variable;
  const at = 'address' in where ? where.address : address(frame + where.distance);
  return {
    ...name,
    value: { type, content: contentOf(variable, pieces), place: { kind: 'memory', address: at } },
  };
}

function contentOf({ bytes: found }: Variable, pieces: readonly Uint8Array[]): Content {
  if (found === undefined) return { kind: 'deferred' };
  const { piece, at, size } = found;
  return { kind: 'bytes', bytes: pieces[piece]?.subarray(at, at + size) ?? new Uint8Array() };
}

export function layoutFrom(value: unknown): ScopeLayout {
  return new ScopeLayout(
    list(fields(value)['scopes'], scope => {
      const from = fields(scope);
      return {
        name: text(from['name']),
        kind: oneOf(from['kind'], kinds),
        variables: list(from['variables'], variableFrom),
      };
    }),
  );
}

function variableFrom(value: unknown): Variable {
  const from = fields(value);
  const where =
    from['address'] === undefined
      ? { distance: BigInt(integer(from['distance'])) }
      : { address: addressFrom(from['address']) };
  const variable = { name: nameFrom(from), type: typeId(integer(from['type'])), where };
  if (from['bytes'] === undefined) return variable;
  const { piece, at, size } = fields(from['bytes']);
  return { ...variable, bytes: { piece: integer(piece), at: integer(at), size: integer(size) } };
}
