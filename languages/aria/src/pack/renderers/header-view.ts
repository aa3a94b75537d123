// The `[header]` of a collected object. Aria debug spec 3.2.1.

import { address, type Address } from '@sonde/engine';
import { hexText, missingView, namedChildren, type Child, type View } from '@sonde/lens';
import type { RuntimeFacts } from '../runtime-model/facts.js';
import type { Header } from '../runtime-model/header-layouts.js';

/** An object, as far as its header was found. */
export interface FoundObject {
  /** Of the payload. */
  readonly at: bigint;
  readonly header: Header;
  /** Where it lives now, when it was forwarded. */
  readonly movedTo?: bigint;
}

export const headerName = '[header]';

const shown = (name: string, text: string): Child => ({ name, view: { text } });

export function headerView(
  { at, header, movedTo }: FoundObject,
  pointer: Address,
  facts: RuntimeFacts,
): View {
  const states = [
    header.marked ? 'Marked' : 'Unmarked',
    header.pinned ? 'Pinned' : 'Movable',
    header.forwarded ? 'Forwarded' : 'Active',
    header.nursery ? 'Nursery' : 'OldGen',
  ] as const;
  const typeId = hexText(BigInt(header.typeId));
  const typeName = facts.typeName(header.typeId);
  const inside = pointer.offset - at;
  const type = typeName === undefined ? typeId : `${typeId} ${typeName}`;
  const where = inside === 0n ? '' : `, of the object ${inside} bytes before`;
  return {
    text: `${states.join(', ')}, size class ${header.sizeClass}, type ${type}${where}`,
    memory: { ...pointer, offset: at - 8n },
    children: namedChildren([
      shown('mark_bit', states[0]),
      shown('pinned_bit', states[1]),
      shown('forwarded_bit', states[2]),
      shown('is_nursery', states[3]),
      shown('size_class', String(header.sizeClass)),
      shown('type_id', typeId),
      ...(typeName === undefined ? [] : [shown('type', typeName)]),
      ...(inside === 0n ? [] : [shown('object', hexText(at))]),
      ...(movedTo === undefined
        ? []
        : [{ name: 'forwarded_to', view: { text: hexText(movedTo), memory: address(movedTo) } }]),
    ]),
  };
}

export const noHeaderView = (why: string): View => missingView(why);
