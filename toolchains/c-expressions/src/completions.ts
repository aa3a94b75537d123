// What fits at the end of an expression: names in sight, members behind `.` and `->`.

import type { TypeDescription } from '@sonde/engine';
import type { Completion, ExpressionContext } from '@sonde/language';
import { flatFields } from '@sonde/lens';

/** A way to a value and, behind a sign, the beginning of a member's name. */
const memberAtEnd =
  /(?<path>[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[[^[\]]*\])*|[)\]])\s*(?:\.|->)\s*(?<begun>\w*)$/;
const wordAtEnd = /(?<![\w.]|->)(?<begun>[A-Za-z_]\w*|)$/;
const step = /(?:\.|->)(?<member>[A-Za-z_]\w*)|\[[^[\]]*\]/g;

export interface CompletionPlace {
  readonly at: 'member' | 'name';
  /** To the value whose member is wanted. */
  readonly path: string;
  readonly begun: string;
}

export type NamedCompletion = Omit<Completion, 'replaces'>;

/** Undefined where no name can stand: in a text, behind a number. */
export function completionPlace(text: string): CompletionPlace | undefined {
  if (isInQuotes(text)) return undefined;
  const member = memberAtEnd.exec(text)?.groups;
  if (member !== undefined) return { at: 'member', path: member['path'] ?? '', begun: member['begun'] ?? '' };
  const begun = wordAtEnd.exec(text)?.groups?.['begun'];
  return begun === undefined ? undefined : { at: 'name', path: '', begun };
}

const isInQuotes = (text: string): boolean =>
  /["']/.test(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<=\d)'(?=\d)/g, ''));

export function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const place = completionPlace(text);
  if (place === undefined) return [];
  const type = place.at === 'member' ? typeAt(place.path, context) : undefined;
  const found = place.at === 'member' ? membersOf(type, place, context) : namesFor(place, context);
  return found.map(item => ({ ...item, replaces: place.begun.length }));
}

export function namesFor(
  { begun }: Pick<CompletionPlace, 'begun'>,
  { names, types }: ExpressionContext,
): readonly NamedCompletion[] {
  return [...names.all()]
    .filter(({ name }) => name.startsWith(begun))
    .map(({ name, type: of }) => ({ label: name, kind: 'variable', detail: types.get(of).name }));
}

export function membersOf(
  type: TypeDescription | undefined,
  { begun }: Pick<CompletionPlace, 'begun'>,
  { types }: ExpressionContext,
): readonly NamedCompletion[] {
  if (type?.kind !== 'struct' && type?.kind !== 'union') return [];
  return flatFields(type.fields, types)
    .filter(({ name }) => name.startsWith(begun) && /^[A-Za-z_]/.test(name))
    .map(({ name, type: member }) => ({ label: name, kind: 'field', detail: types.get(member).name }));
}

/** The type that a path leads to, with what a pointer points to in place of the pointer; undefined where nobody knows. */
export function typeAt(path: string, { names, types }: ExpressionContext): TypeDescription | undefined {
  const name = /^\w+/.exec(path)?.[0] ?? '';
  const found = names.lookup(name);
  let type = found === undefined ? undefined : types.resolve(found.type);
  for (const { groups } of path.slice(name.length).matchAll(step)) {
    const member = groups?.['member'];
    if (type === undefined) return undefined;
    if (member === undefined) type = elementOf(referred(type));
    else {
      const whole: TypeDescription = pointedTo(type);
      if (whole.kind !== 'struct' && whole.kind !== 'union') return undefined;
      const field = flatFields(whole.fields, types).find(each => each.name === member);
      type = field === undefined ? undefined : types.resolve(field.type);
    }
  }
  return type === undefined ? undefined : pointedTo(type);

  function referred(of: TypeDescription): TypeDescription {
    return of.kind === 'pointer' && of.reference === true ? types.resolve(of.target) : of;
  }

  function pointedTo(of: TypeDescription): TypeDescription {
    const meant = referred(of);
    return meant.kind === 'pointer' ? types.resolve(meant.target) : meant;
  }

  function elementOf(of: TypeDescription): TypeDescription | undefined {
    if (of.kind === 'array') return types.resolve(of.element);
    return of.kind === 'pointer' ? types.resolve(of.target) : undefined;
  }
}
