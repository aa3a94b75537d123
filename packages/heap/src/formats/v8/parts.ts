// Makes a graph of what a snapshot of V8 holds: types, roots, sites, and which edges count.

import type { FindingList } from '../../contract/problem.js';
import type { HeapProgress, SiteRecord } from '../../contract/source.js';
import { exactLabels, rootCategories } from '../../contract/vocabulary.js';
import { HeapGraph, none } from '../../graph/graph.js';
import { StringTable } from '../../graph/string-table.js';
import { categoryOfSynthetic, internalKinds, typeNames } from './meaning.js';
import { moveOwnedSizes } from './owned-sizes.js';
import type { V8Parts, V8Rules } from './reader.js';
import { reachedFrom, setAside, setWeakMapsAside } from './retention.js';

export function graphOfParts(
  given: V8Parts,
  name: string,
  rules: V8Rules,
  progress: ((progress: HeapProgress) => void) | undefined,
): HeapGraph {
  progress?.({ step: 'telling what counts', done: 0 });
  const parts = withoutDangling(given);
  const { header, ids, sizes, nodeTypes, nodeNames, first, to, edgeKinds, edgeNames, findings } = parts;
  const typeNamed = (type: string): number => header.nodeTypes.indexOf(type);
  const synthetic = typeNamed('synthetic');
  const entries = programEntries(parts);
  if (rules.ownedSizes && entries.some(node => nodeTypes[node] !== synthetic)) {
    const [hidden, array, native] = [typeNamed('hidden'), typeNamed('array'), typeNamed('native')];
    const externalData = indexOfText(parts.strings, 'system / ExternalStringData');
    moveOwnedSizes({
      ...parts,
      isStore: node =>
        nodeTypes[node] === hidden ||
        nodeTypes[node] === array ||
        (nodeTypes[node] === native && nodeNames[node] === externalData),
      isSynthetic: node => nodeTypes[node] === synthetic || node === 0,
    });
  }
  const holders = rules.holder === 'program' ? entries : runtimeEntries(parts, entries);
  setAside(parts, reachedFrom(parts, holders), header.edgeTypes.indexOf('shortcut'));
  if (rules.weakMapsByKey) setWeakMapsAside(parts, parts.strings, ids, header.edgeTypes.indexOf('internal'));
  // Before summaries take the place of names.
  const roots = rootsOf(parts, entries);
  const { strings, types, summaries } = typesAndSummaries(parts);
  const { sites, siteList } = sitesOf(parts);
  const columns = {
    ids,
    sizes,
    types,
    kinds: nodeTypes,
    summaries,
    ...(sites === undefined ? {} : { sites }),
    first,
    to,
    edgeKinds,
    edgeNames: withKnownNames(edgeNames, edgeKinds, strings, findings),
    ...roots,
  };
  return new HeapGraph(columns, strings, {
    moment: { kind: 'file', name },
    labels: exactLabels,
    kindNames: header.nodeTypes,
    siteList,
    findings: findings.done(),
    internalKinds,
    orphansAreRoots: true,
  });
}

/** Drops edges that lead nowhere; rare, so the columns are only copied when there are any. */
function withoutDangling(parts: V8Parts): V8Parts {
  const { first, to, edgeTypes, edgeKinds, edgeNames, findings } = parts;
  if (!to.includes(none)) return parts;
  const starts = first.slice();
  let kept = 0;
  for (let node = 0; node + 1 < first.length; node++) {
    starts[node] = kept;
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      if (to[edge] === none) {
        findings.add(`edge ${edge} (of node ${node})`, 'leads to no node; left out');
        continue;
      }
      to[kept] = to[edge]!;
      edgeTypes[kept] = edgeTypes[edge]!;
      edgeKinds[kept] = edgeKinds[edge]!;
      edgeNames[kept++] = edgeNames[edge]!;
    }
  }
  starts[starts.length - 1] = kept;
  const cut = <A extends Uint8Array | Uint32Array>(array: A): A => array.subarray(0, kept) as A;
  return {
    ...parts,
    first: starts,
    to: cut(to),
    edgeTypes: cut(edgeTypes),
    edgeKinds: cut(edgeKinds),
    edgeNames: cut(edgeNames),
  };
}

/** Global objects, and the trees of documents: where the program's own data begins. */
function programEntries({
  header,
  first,
  to,
  edgeTypes,
  nodeTypes,
  nodeNames,
  strings,
}: V8Parts): readonly number[] {
  const [element, shortcut] = [header.edgeTypes.indexOf('element'), header.edgeTypes.indexOf('shortcut')];
  const synthetic = header.nodeTypes.indexOf('synthetic');
  const entries: number[] = [];
  for (let edge = first[0]!; edge < first[1]!; edge++) {
    const node = to[edge]!;
    const isTree =
      edgeTypes[edge] === element &&
      nodeTypes[node] === synthetic &&
      strings.text(nodeNames[node]!) === '(Document DOM trees)';
    if (edgeTypes[edge] === shortcut || isTree) entries.push(node);
  }
  return entries;
}

const runtimeEntries = ({ first, to }: V8Parts, entries: readonly number[]): readonly number[] =>
  [...to.subarray(first[0], first[1])].filter(node => !entries.includes(node));

function rootsOf({ header, nodeTypes, nodeNames, strings }: V8Parts, entries: readonly number[]) {
  const synthetic = header.nodeTypes.indexOf('synthetic');
  const categories = new Map<number, number>();
  for (let node = 1; node < nodeTypes.length; node++) {
    if (nodeTypes[node] === synthetic)
      categories.set(node, categoryOfSynthetic(strings.text(nodeNames[node]!, 80)));
  }
  for (const node of entries) categories.set(node, rootCategories.indexOf('global'));
  const sorted = [...categories].toSorted(([one], [other]) => one - other);
  return {
    rootNodes: Uint32Array.from(sorted, ([node]) => node),
    rootKinds: Uint8Array.from(sorted, ([, kind]) => kind),
  };
}

/** V8's name is the class of an object and the value of a string: one of them becomes the type, the other the summary. */
function typesAndSummaries({ header, strings, nodeTypes, nodeNames }: V8Parts) {
  const named = header.nodeTypes.map(type => typeNames[type]);
  const { table, indexes } = withMore(strings, [
    ...new Set(named.filter(name => name !== undefined)),
    '(unnamed)',
    '(root)',
  ]);
  const fixed = named.map(name => (name === undefined ? none : indexes.get(name)!));
  const unnamed = indexes.get('(unnamed)')!;
  const types = new Uint32Array(nodeTypes.length);
  const summaries = nodeNames;
  for (let node = 0; node < nodeTypes.length; node++) {
    const given = nodeNames[node]!;
    const isKnown = given < strings.count;
    const type = fixed[nodeTypes[node]!]!;
    const hasText = isKnown && strings.starts[given] !== strings.starts[given + 1];
    if (type === none) {
      types[node] = hasText ? given : unnamed;
      summaries[node] = none;
    } else {
      types[node] = type;
      summaries[node] = isKnown ? given : none;
    }
  }
  types[0] = indexes.get('(root)')!;
  return { strings: table, types, summaries };
}

/** The table with some strings at its end. */
function withMore(strings: StringTable, more: readonly string[]) {
  const encoder = new TextEncoder();
  const pieces = more.map(text => encoder.encode(text));
  const used = strings.starts[strings.count]!;
  const extra = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { buffer, byteOffset } = strings.bytes;
  // The block was made for the rest of the file, which had quotes and commas: there is mostly room behind it.
  const bytes =
    byteOffset === 0 && buffer.byteLength >= used + extra
      ? new Uint8Array(buffer)
      : new Uint8Array(used + extra);
  if (bytes.buffer !== buffer) bytes.set(strings.bytes.subarray(0, used));
  const starts = new Uint32Array(strings.starts.length + pieces.length);
  starts.set(strings.starts);
  const indexes = new Map<string, number>();
  let end = used;
  pieces.forEach((piece, nth) => {
    bytes.set(piece, end);
    end += piece.length;
    indexes.set(more[nth]!, strings.count + nth);
    starts[strings.starts.length + nth] = end;
  });
  return { table: new StringTable(bytes.subarray(0, end), starts), indexes };
}

function indexOfText(strings: StringTable, text: string): number {
  const wanted = new TextEncoder().encode(text);
  for (let index = 0; index < strings.count; index++) {
    if (strings.starts[index + 1]! - strings.starts[index]! !== wanted.length) continue;
    if (strings.raw(index).every((byte, at) => byte === wanted[at])) return index;
  }
  return none;
}

function withKnownNames(
  names: Uint32Array,
  kinds: Uint8Array,
  strings: StringTable,
  findings: FindingList,
): Uint32Array {
  for (let edge = 0; edge < names.length; edge++) {
    if ((kinds[edge]! & 0x80) !== 0 || names[edge]! < strings.count) continue;
    findings.add(`edge ${edge}`, `its name is string ${names[edge]!}, which there is not`);
    names[edge] = none;
  }
  return names;
}

/** V8 tells where the function or the class of an object is written; which script that is, it names by number only. */
function sitesOf({ header, locations, nodeTypes, findings }: V8Parts) {
  const fields = header.locationFields;
  const [object, script, line, column] = ['object_index', 'script_id', 'line', 'column'].map(field =>
    fields.indexOf(field),
  ) as [number, number, number, number];
  const siteList: SiteRecord[] = [];
  if (Math.min(object, script, line, column) < 0 || locations.length === 0)
    return { sites: undefined, siteList };
  const sites = new Uint32Array(nodeTypes.length);
  const known = new Map<number, Map<number, number>>();
  for (let at = 0; at + fields.length <= locations.length; at += fields.length) {
    const node = locations[at + object]! / header.nodeFields.length;
    if (!Number.isInteger(node) || node < 0 || node >= sites.length) {
      findings.add(`location ${at / fields.length}`, 'belongs to no node; left out');
      continue;
    }
    const [inScript, onLine, inColumn] = [
      locations[at + script]!,
      locations[at + line]!,
      locations[at + column]!,
    ];
    const key = inScript * 0x100_0000 + onLine;
    const columns = known.get(key) ?? new Map<number, number>();
    if (columns.size === 0) known.set(key, columns);
    let site = columns.get(inColumn);
    if (site === undefined) {
      site = siteList.length + 1;
      columns.set(inColumn, site);
      siteList.push({ id: site, module: `script ${inScript}`, line: onLine + 1, column: inColumn + 1 });
    }
    sites[node] = site;
  }
  return { sites, siteList };
}
