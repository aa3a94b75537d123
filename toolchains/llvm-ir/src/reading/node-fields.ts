// Asks a metadata node for its fields; a field that is absent or of another kind is simply not there.

import type { MetadataBody, MetadataId, MetadataValue } from './metadata-text.js';

export type Nodes = ReadonlyMap<MetadataId, MetadataBody>;

export const textField = (node: MetadataBody, name: string): string | undefined => {
  const value = node.fields.get(name);
  return value?.kind === 'string' ? value.text : undefined;
};

export const numberField = (node: MetadataBody, name: string): number | undefined => {
  const value = node.fields.get(name);
  return value?.kind === 'number' ? Number(value.value) : undefined;
};

export const refField = (node: MetadataBody, name: string): MetadataId | undefined =>
  refOf(node.fields.get(name));

export const refOf = (value: MetadataValue | undefined): MetadataId | undefined =>
  value?.kind === 'ref' ? value.id : undefined;

/** Names or numbers as they are written, without the prefix that all of their kind have. */
export function wordField(node: MetadataBody, name: string, prefix = ''): string | undefined {
  const value = node.fields.get(name);
  if (value?.kind === 'number') return value.value.toString();
  return value?.kind === 'word' ? value.text.replace(prefix, '') : undefined;
}

export const isTrue = (node: MetadataBody, name: string): boolean => wordField(node, name) === 'true';

export function hasFlag(node: MetadataBody, field: string, flag: string): boolean {
  return (wordField(node, field) ?? '').split(/\s*\|\s*/).includes(flag);
}

/** The members of the list that a field names. */
export function listField(nodes: Nodes, node: MetadataBody, name: string): readonly MetadataValue[] {
  const value = node.fields.get(name);
  if (value?.kind === 'node') return value.node.elements;
  const id = refOf(value);
  return id === undefined ? [] : (nodes.get(id)?.elements ?? []);
}

/** The nodes behind the members of such a list. */
export function nodesIn(nodes: Nodes, node: MetadataBody, name: string): MetadataBody[] {
  return listField(nodes, node, name).flatMap(value => {
    if (value.kind === 'node') return [value.node];
    const found = value.kind === 'ref' ? nodes.get(value.id) : undefined;
    return found === undefined ? [] : [found];
  });
}

/** Leaves out what is undefined, so that absent fields are absent. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
