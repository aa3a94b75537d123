// What fits at the end of an expression: names in sight, members behind `.` and `->`, and what LLDB's evaluator offers.

import type { OfferedName, TypeDescription } from '@sonde/engine';
import type { Completion, ExpressionContext } from '@sonde/language';
import { flatFields } from '@sonde/lens';
import { syntax } from '../source-syntax.js';

/** A way to a value and, behind a sign, the beginning of a member's name. */
const memberAtEnd =
  /(?<path>[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[[^[\]]*\])*|[)\]])\s*(?:\.|->)\s*(?<begun>\w*)$/;
const wordAtEnd = /(?<![\w.]|->)(?<begun>[A-Za-z_]\w*|)$/;
const step = /(?:\.|->)(?<member>[A-Za-z_]\w*)|\[[^[\]]*\]/g;
/** The name of a namespace, a class or an enumeration stands before. */
const qualified = /::\s*\w*$/;
/** Of what LLDB offers; nobody reads more, and the next letter brings others. */
const mostOffered = 100;

interface Place {
  readonly at: 'member' | 'qualified' | 'name';
  readonly path: string;
  readonly begun: string;
}

/** Undefined where no name can stand: in a text, behind a number. */
function placeIn(text: string): Place | undefined {
  if (isInQuotes(text)) return undefined;
  const member = memberAtEnd.exec(text)?.groups;
  if (member !== undefined) return { at: 'member', path: member['path'] ?? '', begun: member['begun'] ?? '' };
  const begun = wordAtEnd.exec(text)?.groups?.['begun'];
  if (begun === undefined) return undefined;
  return { at: qualified.test(text) ? 'qualified' : 'name', path: '', begun };
}

const isInQuotes = (text: string): boolean =>
  /["']/.test(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<=\d)'(?=\d)/g, ''));

/** LLDB takes some tens of milliseconds: it is not asked for all that there is. */
export function asksEngine(text: string): boolean {
  const place = placeIn(text);
  return place !== undefined && (place.at !== 'name' || place.begun !== '');
}

export function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const place = placeIn(text);
  if (place === undefined) return [];
  const { begun } = place;
  const type = place.at === 'member' ? typeAt(place.path, context) : undefined;
  const own = ownNames(place, type, context).map(item => ({ ...item, replaces: begun.length }));
  // Numbers have no members, whatever anybody offers.
  if (type !== undefined && !hasParts(type)) return own;
  const known = new Set(own.map(({ label }) => label));
  const offered = (context.offered ?? []).filter(({ label }) => {
    if (known.has(label) || !isForPeople(label, begun)) return false;
    known.add(label);
    return true;
  });
  return [
    ...own,
    ...offered.slice(0, mostOffered).map(item => ({ ...completion(item, place), replaces: begun.length })),
  ];
}

type Named = Omit<Completion, 'replaces'>;

function ownNames(
  { at, begun }: Place,
  type: TypeDescription | undefined,
  { names, types }: ExpressionContext,
): readonly Named[] {
  if (at === 'qualified') return [];
  if (at === 'name')
    return [...names.all()]
      .filter(({ name }) => name.startsWith(begun))
      .map(({ name, type: of }) => ({ label: name, kind: 'variable', detail: types.get(of).name }));
  if (type?.kind !== 'struct' && type?.kind !== 'union') return [];
  // Of the library only what it shows: its members are its own affair.
  const isShown = (name: string): boolean =>
    /^[A-Za-z_]/.test(name) && (!isLibrary(type) || isForPeople(name, begun));
  return flatFields(type.fields, types)
    .filter(({ name }) => name.startsWith(begun) && isShown(name))
    .map(({ name, type: member }) => ({ label: name, kind: 'field', detail: types.get(member).name }));
}

const isLibrary = (type: TypeDescription): boolean => /^(?:std|__gnu_cxx)::/.test(type.name);

const hasParts = (type: TypeDescription): boolean =>
  type.kind === 'struct' || type.kind === 'union' || type.kind === 'opaque' || type.kind === 'variant';

/** Operators, destructors, instances of templates and reserved names only for who began to write one. */
function isForPeople(label: string, begun: string): boolean {
  if (!label.startsWith(begun) || /[<$]/.test(label)) return false;
  if (/^operator\b/.test(label)) return begun.length > 2;
  return !/^(?:_|~)/.test(label) || begun.startsWith('_');
}

const words: ReadonlySet<string> = new Set([...syntax.keywords, ...(syntax.types ?? [])]);

const kinds: Readonly<Record<OfferedName['kind'], Completion['kind']>> = {
  ...{ variable: 'variable', function: 'function', type: 'class' },
  ...{ enumeration: 'enum', enumerator: 'value', namespace: 'module' },
};

function completion({ label, kind, detail }: OfferedName, { at }: Place): Named {
  const told = detail === undefined || detail === '' ? {} : { detail };
  if (at === 'member') return { label, kind: kind === 'function' ? 'method' : 'field', ...told };
  return { label, kind: words.has(label) ? 'keyword' : kinds[kind], ...told };
}

/** The type that a path leads to, with what a pointer points to in place of the pointer; undefined where nobody knows. */
function typeAt(path: string, { names, types }: ExpressionContext): TypeDescription | undefined {
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
