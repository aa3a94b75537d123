// What fits at the end of an expression: names in sight, members behind `.` and `->`, and what LLDB's evaluator offers.

import type { OfferedName, TypeDescription } from '@sonde/engine';
import type { Completion, ExpressionContext } from '@sonde/language';
import {
  completionPlace,
  membersOf,
  namesFor,
  typeAt,
  type CompletionPlace,
  type NamedCompletion,
} from '@sonde/c-expressions';
import { syntax } from '../source-syntax.js';

/** The name of a namespace, a class or an enumeration stands before. */
const qualified = /::\s*\w*$/;
/** Of what LLDB offers; nobody reads more, and the next letter brings others. */
const mostOffered = 100;

interface Place extends Omit<CompletionPlace, 'at'> {
  readonly at: CompletionPlace['at'] | 'qualified';
}

function placeIn(text: string): Place | undefined {
  const place = completionPlace(text);
  return place?.at === 'name' && qualified.test(text) ? { ...place, at: 'qualified' } : place;
}

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

function ownNames(
  place: Place,
  type: TypeDescription | undefined,
  context: ExpressionContext,
): readonly NamedCompletion[] {
  if (place.at === 'qualified') return [];
  if (place.at === 'name') return namesFor(place, context);
  const members = membersOf(type, place, context);
  // Of the library only what it shows: its members are its own affair.
  if (type === undefined || !isLibrary(type)) return members;
  return members.filter(({ label }) => isForPeople(label, place.begun));
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

function completion({ label, kind, detail }: OfferedName, { at }: Place): NamedCompletion {
  const told = detail === undefined || detail === '' ? {} : { detail };
  if (at === 'member') return { label, kind: kind === 'function' ? 'method' : 'field', ...told };
  return { label, kind: words.has(label) ? 'keyword' : kinds[kind], ...told };
}
