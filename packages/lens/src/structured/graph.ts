// Graphs: what is reached from a value by following references, each thing once, however many lead to it.
//
// What two references lead to is one thing if its members are in the same places; so a circle is closed, and no renderer
// has to tell.

import { placeKey } from '@sonde/engine';
import type { Shown, StructuredView } from '../view.js';
import { elements, isLate, isRecord, members, type Look } from './look.js';

type Graph = Extract<StructuredView, { kind: 'graph' }>;

/** Elements of a list in one thing that are looked at, and how deep its own parts lie inside one another. */
const mostElements = 16;
const deepest = 3;
/** Plain members that a label names. */
const labelled = 3;

interface Reference {
  readonly label: string;
  readonly to: Shown;
}

/** One thing, opened. */
interface Opened {
  readonly identity: string;
  /** Equal for things that are made alike. */
  readonly shape: string;
  readonly label: string;
  readonly group: string;
  readonly references: readonly Reference[];
}

interface Known extends Opened {
  readonly id: string;
  /** Shapes of what it was reached through. */
  readonly above: ReadonlySet<string>;
}

/** Undefined for what is not linked: nothing below it is made as what it was reached through. */
export async function graphOf(look: Look, root: Shown): Promise<Graph | undefined> {
  const first = await open(look, root);
  if (first === undefined || first.references.length === 0) return undefined;
  const known = new Map<string, Known>([[first.identity, { ...first, id: '0', above: new Set() }]]);
  const edges: Graph['edges'][number][] = [];
  let isLinked = false;
  let beyond = 0;
  let level: readonly Known[] = [...known.values()];
  while (level.length > 0) {
    const leads = level.flatMap(from => from.references.map(reference => ({ from, reference })));
    if (isLate(look) || known.size >= look.limits.nodes) {
      beyond += leads.length;
      break;
    }
    const opened = await Promise.all(leads.map(({ reference }) => open(look, reference.to)));
    const next: Known[] = [];
    for (const [nth, { from, reference }] of leads.entries()) {
      const thing = opened[nth];
      if (thing === undefined) continue;
      const there = known.get(thing.identity);
      isLinked ||= thing.shape === from.shape || from.above.has(thing.shape);
      if (there === undefined && known.size >= look.limits.nodes) {
        beyond++;
        continue;
      }
      const id = there?.id ?? String(known.size);
      edges.push({ from: from.id, to: id, label: reference.label });
      if (there !== undefined) continue;
      const added: Known = { ...thing, id, above: new Set([...from.above, from.shape]) };
      known.set(thing.identity, added);
      next.push(added);
    }
    level = next;
  }
  if (!isLinked) return undefined;
  // What is made alike belongs together, whatever the reference that led there is called.
  const groups = new Map([...known.values()].toReversed().map(({ shape, group }) => [shape, group]));
  return {
    kind: 'graph',
    nodes: [...known.values()].map(({ id, label, shape }) => ({ id, label, group: groups.get(shape)! })),
    edges,
    ...(beyond > 0 ? { more: beyond } : {}),
  };
}

/** Undefined for what has no members in any place. */
async function open(look: Look, shown: Shown): Promise<Opened | undefined> {
  const own = await members(look, shown);
  const place = own[0]?.raw?.place;
  if (own.length === 0 || place === undefined) return undefined;
  const parts = await sort(look, own, '', 0);
  const plain = parts.plain.slice(0, labelled).map(({ name, text }) => `${name}: ${text}`);
  const group = groupOf(look, shown);
  const label = plain.length === 0 ? group : plain.join(', ');
  return {
    identity: `${own[0]!.name} ${placeKey(place.kind === 'field' ? { ...place, key: '' } : place)}`,
    shape: own.map(({ name, type }) => `${name}: ${type}`).join('\n'),
    label: label.length > look.limits.text ? `${label.slice(0, look.limits.text - 1)}…` : label,
    group,
    references: parts.references,
  };
}

interface Parts {
  readonly plain: readonly Shown[];
  readonly references: readonly Reference[];
}

/** References among the members, and in what is part of them: a tagged value, a list. */
async function sort(look: Look, own: readonly Shown[], path: string, depth: number): Promise<Parts> {
  const sorted = await Promise.all(own.map(member => sortOne(look, member, path, depth)));
  return {
    plain: sorted.flatMap(({ plain }) => plain),
    references: sorted.flatMap(({ references }) => references),
  };
}

async function sortOne(look: Look, member: Shown, path: string, depth: number): Promise<Parts> {
  const label = path === '' ? member.name : joined(path, member.name);
  const isPointer = pointsAtRecord(look, member);
  if (member.children === undefined || isText(member))
    // A pointer to nothing says nothing of the thing.
    return { plain: isPointer ? [] : [member], references: [] };
  if (isPointer || isObject(look, member)) return { plain: [], references: [{ label, to: member }] };
  if (depth >= deepest) return { plain: [member], references: [] };
  const inside = [...(await members(look, member)), ...(await elements(look, member, mostElements))];
  const { references } = await sort(look, inside, label, depth + 1);
  return { plain: references.length === 0 ? [member] : [], references };
}

const joined = (path: string, name: string): string =>
  name.startsWith('[') ? `${path}${name}` : `${path}.${name}`;

function pointsAtRecord({ types }: Look, { raw }: Shown): boolean {
  const type = raw === undefined ? undefined : types.resolve(raw.type);
  if (type?.kind !== 'pointer') return false;
  const { kind } = types.resolve(type.target);
  return kind === 'struct' || kind === 'union' || kind === 'variant' || kind === 'object';
}

/** A thing of its own in a machine that has objects; its tagged values and lists are parts of what holds them. */
const isObject = ({ types }: Look, shown: Shown): boolean =>
  isRecord(shown) && shown.raw?.content.kind === 'object' && types.resolve(shown.raw.type).kind !== 'variant';

const isText = ({ text }: Shown): boolean => /^(?:→ )?["'`]/.test(text);

function groupOf({ types }: Look, { raw, type }: Shown): string {
  const resolved = raw === undefined ? undefined : types.resolve(raw.type);
  return resolved?.kind === 'pointer' ? types.get(resolved.target).name : type;
}
