// What fits at the end of an expression: names in sight, and members behind `.` and `->`.

import type { TypeDescription } from '@sonde/engine';
import type { Completion, ExpressionContext } from '@sonde/language';
import { flatFields } from '@sonde/lens';

/** A way to a value and, behind a sign, the beginning of a member's name. */
const memberAtEnd =
  /(?<path>[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[[^[\]]*\])*)\s*(?:\.|->)\s*(?<begun>\w*)$/;
const wordAtEnd = /(?:^|[^\w.>])(?<begun>[A-Za-z_]\w*|)$/;
const step = /(?:\.|->)(?<member>[A-Za-z_]\w*)|\[[^[\]]*\]/g;

export function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const member = memberAtEnd.exec(text)?.groups;
  if (member !== undefined) return membersOf(member['path'] ?? '', member['begun'] ?? '', context);
  const begun = wordAtEnd.exec(text)?.groups?.['begun'];
  if (begun === undefined) return [];
  return [...context.names.all()]
    .filter(({ name }) => name.startsWith(begun))
    .map(({ name, type }) => ({
      label: name,
      kind: 'variable',
      detail: context.types.get(type).name,
      replaces: begun.length,
    }));
}

function membersOf(path: string, begun: string, context: ExpressionContext): readonly Completion[] {
  const { types } = context;
  const type = typeAt(path, context);
  if (type?.kind !== 'struct' && type?.kind !== 'union') return [];
  return flatFields(type.fields, types)
    .filter(({ name }) => name.startsWith(begun) && /^[A-Za-z_]/.test(name))
    .map(({ name, type: member }) => ({
      label: name,
      kind: 'field',
      detail: types.get(member).name,
      replaces: begun.length,
    }));
}

/** The type that a path leads to, with what a pointer points to in place of the pointer. */
function typeAt(path: string, { names, types }: ExpressionContext): TypeDescription | undefined {
  const name = /^\w+/.exec(path)?.[0] ?? '';
  const found = names.lookup(name);
  let type = found === undefined ? undefined : pointedTo(types.resolve(found.type));
  for (const { groups } of path.slice(name.length).matchAll(step)) {
    const member = groups?.['member'];
    if (member === undefined) type = type?.kind === 'array' ? pointedTo(types.resolve(type.element)) : type;
    else if (type?.kind === 'struct' || type?.kind === 'union') {
      const field = flatFields(type.fields, types).find(each => each.name === member);
      type = field === undefined ? undefined : pointedTo(types.resolve(field.type));
    } else return undefined;
  }
  return type;

  function pointedTo(of: TypeDescription): TypeDescription {
    return of.kind === 'pointer' ? types.resolve(of.target) : of;
  }
}
