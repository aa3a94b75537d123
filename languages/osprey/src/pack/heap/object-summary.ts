// One line about an object, of what was read of it anyway.

import type { InspectionFacts } from '../inspection/facts.js';
import { layouts } from '../inspection/layout.js';
import type { FieldDetail, TypeDetail } from '../inspection/type-details.js';

const longestText = 60;
const mostFields = 4;

/** What a line is made from beside the object itself. */
export interface SummaryContext {
  readonly facts: InspectionFacts;
  readonly littleEndian: boolean;
  /** The text at an address; undefined where none is known. */
  readonly textAt: (address: number) => string | undefined;
}

export function objectSummary(
  { kind, fields, variants }: TypeDetail,
  bytes: Uint8Array,
  context: SummaryContext,
): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (offset: number): bigint | undefined =>
    offset + 8 <= bytes.length ? view.getBigInt64(offset, context.littleEndian) : undefined;
  const counted = (count: bigint | undefined, what: string): string | undefined =>
    count === undefined || count < 0n ? undefined : `${count} ${what}${count === 1n ? '' : 's'}`;
  switch (kind) {
    case 'string':
      return textIn(bytes);
    case 'record':
      return fieldsText(fields, view, context);
    case 'union': {
      const variant = variants[Number(word(0) ?? -1n)];
      if (variant === undefined) return undefined;
      return [variant.name, fieldsText(variant.fields, view, context) ?? []].flat().join(' ');
    }
    case 'cell':
    case 'Result':
      return fieldsText(fields, view, context);
    case 'List':
      return counted(word(0), 'element');
    case 'Map':
      return counted(word(8), 'key');
    case 'Fiber':
      return word(layouts.fiber.id) === undefined ? undefined : `fiber ${word(layouts.fiber.id)}`;
    case 'Channel':
      return word(layouts.channel.count) === undefined
        ? undefined
        : `channel ${word(layouts.channel.id)}, ${word(layouts.channel.count)} of ${word(layouts.channel.capacity)} waiting`;
    default:
      return undefined;
  }
}

/** Numbers and texts; what else it leads to, edges tell. */
function fieldsText(
  fields: readonly FieldDetail[],
  view: DataView,
  { facts, littleEndian, textAt }: SummaryContext,
): string | undefined {
  const shown = fields.flatMap(({ name, offset, type }) => {
    const kind = type === undefined ? undefined : facts.type(type)?.kind;
    if (kind === undefined || offset + 8 > view.byteLength) return [];
    const word = view.getBigInt64(offset, littleEndian);
    const text = scalarText(kind, word, () => view.getFloat64(offset, littleEndian), textAt);
    return text === undefined ? [] : [name === '' ? text : `${name}: ${text}`];
  });
  if (shown.length === 0) return undefined;
  return shown.length > mostFields ? `${shown.slice(0, mostFields).join(', ')}, …` : shown.join(', ');
}

function scalarText(
  kind: string,
  word: bigint,
  float: () => number,
  textAt: SummaryContext['textAt'],
): string | undefined {
  if (kind === 'int') return String(word);
  if (kind === 'float') return String(float());
  if (kind === 'bool') return (word & 0xffn) === 0n ? 'false' : 'true';
  const text = kind === 'string' ? textAt(Number(BigInt.asUintN(64, word))) : undefined;
  return text === undefined ? undefined : JSON.stringify(text);
}

export function textIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
