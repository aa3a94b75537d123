// Texts as values are displayed, taken back: what a person sees in a list of variables can be written there again.

import type { CompiledExpression, TypeId } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { build } from '@sonde/lens';

/** What a pointer, or a name that stands for what one leads to, is displayed as. */
const address = /^(?:→ (?<leadsTo>.*) at )?(?<pointer>0x[0-9a-f]+)$/is;
const floats: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity, '-inf': -Infinity };

/** The value, the text as Aria has it, or undefined for a text that is no display of a value of the type. */
export function displayedValue(
  text: string,
  target: TypeId,
  context: ExpressionContext,
): CompiledExpression | string | undefined {
  const given = text.trim();
  const type = context.types.resolve(target);
  // A variable of that name is meant first.
  if (context.names.lookup(given) !== undefined) return undefined;
  const constant = (value: bigint | number): CompiledExpression =>
    build.compiled(text, build.constant(value, target));
  const { pointer, leadsTo } = address.exec(given)?.groups ?? {};
  switch (type.kind) {
    case 'pointer':
      return pointer === undefined ? undefined : constant(BigInt(pointer));
    case 'enum': {
      const member = type.enumerators.find(({ name }) => name === (leadsTo ?? given));
      return member === undefined ? undefined : constant(member.value);
    }
    case 'float': {
      const value = floats[leadsTo ?? given];
      return value === undefined ? leadsTo : constant(value);
    }
    case 'integer':
    case 'boolean':
      return (leadsTo ?? given) === 'ERR (sentinel)' ? 'ERR' : leadsTo;
    default:
      return undefined;
  }
}
