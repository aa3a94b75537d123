// Types in debug metadata, from nodes to data.

import type { MemberData, TypeData } from './debug-data.js';
import type { MetadataBody, MetadataId } from './metadata-text.js';
import { hasFlag, listField, nodesIn, numberField, present, refField, refOf } from './node-fields.js';
import { textField, wordField, type Nodes } from './node-fields.js';

/** Derived types that are parts of others and no types by themselves. */
const partTags = new Set(['member', 'inheritance', 'friend', 'variable']);

export function readType(nodes: Nodes, id: MetadataId, node: MetadataBody): TypeData | undefined {
  const base = {
    id,
    name: textField(node, 'name') ?? '',
    ...present({ sizeInBits: numberField(node, 'size') }),
  };
  const tag = wordField(node, 'tag', 'DW_TAG_') ?? '';
  switch (node.name) {
    case 'DIBasicType':
      return { ...base, kind: 'basic', encoding: wordField(node, 'encoding', 'DW_ATE_') ?? '' };
    case 'DIDerivedType':
      if (partTags.has(tag)) return undefined;
      return { ...base, kind: 'derived', tag, ...present({ target: refField(node, 'baseType') }) };
    case 'DISubroutineType': {
      const [result, ...parameters] = listField(nodes, node, 'types').map(refOf);
      return { ...base, kind: 'subroutine', parameters, ...present({ result }) };
    }
    case 'DICompositeType':
      return { ...base, ...readComposite(nodes, node, tag) };
    default:
      return undefined;
  }
}

type Composite = TypeData extends infer Type
  ? Type extends { readonly kind: 'composite' | 'array' | 'enumeration' }
    ? Omit<Type, 'id' | 'name' | 'sizeInBits'>
    : never
  : never;

function readComposite(nodes: Nodes, node: MetadataBody, tag: string): Composite {
  const elements = nodesIn(nodes, node, 'elements');
  if (tag === 'array_type') {
    const subranges = elements.filter(({ name }) => name === 'DISubrange');
    return {
      kind: 'array',
      counts: subranges.map(countOf),
      ...present({ element: refField(node, 'baseType') }),
    };
  }
  if (tag === 'enumeration_type') {
    const enumerators = elements
      .filter(({ name }) => name === 'DIEnumerator')
      .map(one => ({ name: textField(one, 'name') ?? '', value: valueOf(one) }));
    return { kind: 'enumeration', enumerators, ...present({ base: refField(node, 'baseType') }) };
  }
  const isDeclaration = hasFlag(node, 'flags', 'DIFlagFwdDecl');
  const members = elements.filter(({ name }) => name === 'DIDerivedType').map(readMember);
  return { kind: 'composite', tag, isDeclaration, members };
}

function readMember(node: MetadataBody): MemberData {
  return {
    tag: wordField(node, 'tag', 'DW_TAG_') ?? '',
    name: textField(node, 'name') ?? '',
    sizeInBits: numberField(node, 'size') ?? 0,
    offsetInBits: numberField(node, 'offset') ?? 0,
    isArtificial: hasFlag(node, 'flags', 'DIFlagArtificial'),
    isBitField: hasFlag(node, 'flags', 'DIFlagBitField'),
    ...present({ type: refField(node, 'baseType') }),
  };
}

/** Written as a count, or by the last index; -1 means that nobody knows. */
function countOf(node: MetadataBody): number | undefined {
  const upper = numberField(node, 'upperBound');
  const lower = numberField(node, 'lowerBound') ?? 0;
  const count = numberField(node, 'count') ?? (upper === undefined ? undefined : upper - lower + 1);
  return count === undefined || count < 0 ? undefined : count;
}

function valueOf(node: MetadataBody): bigint {
  const value = node.fields.get('value');
  return value?.kind === 'number' ? value.value : 0n;
}
