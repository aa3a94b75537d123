// What fits at the end of an expression: names in sight, members behind `.` and `->`, functions, words.

import type { Completion, ExpressionContext } from '@sonde/language';
import { check } from '../../toolchain/checker/check-expressions.js';
import type { AriaType } from '../../toolchain/checker/types.js';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import { frameNames, type FrameNames } from './frame-names.js';

/** A way to a value and, behind a sign, the beginning of a member's name. */
const memberAtEnd =
  /(?<path>[A-Za-z_$][\w$]*(?:(?:\?\.|\.|->)\w+|\[[^[\]]*\]|\([^()]*\))*)\s*(?:\?\.|\.|->)\s*(?<begun>\w*)$/;
const wordAtEnd = /(?:^|[^\w.>])(?<begun>[A-Za-z_]\w*|)$/;
const words = ['true', 'false', 'NULL', 'ERR', 'is', 'len'];

export function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const member = memberAtEnd.exec(text)?.groups;
  if (member !== undefined) return membersOf(member['path'] ?? '', member['begun'] ?? '', context);
  const begun = wordAtEnd.exec(text)?.groups?.['begun'];
  if (begun === undefined) return [];
  const { body } = namesFor('', context);
  const found: Completion[] = [...context.names.all()].map(({ name, type }) => ({
    label: name,
    kind: 'variable',
    detail: context.types.get(type).name,
    replaces: begun.length,
  }));
  for (const [id, { draft }] of body.names.functions) {
    if (draft.owner !== undefined || id.startsWith('__')) continue;
    const parameters = draft.parameters.map(({ type }) => type.name).join(', ');
    const detail = `func<${draft.result.name}(${parameters})>`;
    found.push({ label: id, kind: 'function', detail, replaces: begun.length });
  }
  for (const name of [...body.names.structs.keys(), ...body.names.enums.keys()])
    found.push({ label: name, kind: 'value', replaces: begun.length });
  for (const word of words) found.push({ label: word, kind: 'keyword', replaces: begun.length });
  return found.filter(({ label }) => label.startsWith(begun) && /^[A-Za-z_]/.test(label));
}

function membersOf(path: string, begun: string, context: ExpressionContext): readonly Completion[] {
  const names = namesFor(path, context);
  const replaces = begun.length;
  const members = names.body.names.enums.get(path)?.members;
  const found: readonly Completion[] =
    members !== undefined && context.names.lookup(path) === undefined
      ? members.map(({ name }) => ({ label: name, kind: 'value', detail: path, replaces }))
      : membersOfType(typeOf(path, context), names, replaces);
  return found.filter(({ label }) => label.startsWith(begun));
}

function membersOfType(
  type: AriaType | undefined,
  { body }: FrameNames,
  replaces: number,
): readonly Completion[] {
  const struct = type === undefined ? undefined : behind(type);
  if (struct?.kind === 'result') {
    const value: readonly Completion[] =
      struct.value.kind === 'void'
        ? []
        : [{ label: 'val', kind: 'field', detail: struct.value.name, replaces }];
    return [{ label: 'err', kind: 'field', detail: 'tbb8', replaces }, ...value];
  }
  if (struct?.kind !== 'struct') return [];
  const fields = body.names.structs.get(struct.name)?.fields ?? [];
  const methods = [...body.names.functions.values()].filter(
    ({ draft }) => draft.owner === struct.name && draft.hasSelf,
  );
  return [
    ...fields.map(({ name, type: member }): Completion => ({
      ...{ label: name, kind: 'field', detail: member.name, replaces },
    })),
    ...methods.map(({ draft }): Completion => ({
      ...{ label: draft.name, kind: 'function', detail: draft.result.name, replaces },
    })),
  ];
}

/** What pointers lead to. */
function behind(type: AriaType): AriaType {
  let found = type;
  for (let depth = 0; depth < 8; depth++) {
    if (
      found.kind !== 'pointer' &&
      found.kind !== 'reference' &&
      found.kind !== 'gc' &&
      found.kind !== 'wild'
    )
      return found;
    found = found.target;
  }
  return found;
}

function typeOf(path: string, context: ExpressionContext): AriaType | undefined {
  const parsed = parseExpressionText(path);
  if ('problem' in parsed) return undefined;
  try {
    return check(namesFor(path, context).body, parsed.expression).type;
  } catch {
    // Whatever is wrong with it, there is nothing to offer.
    return undefined;
  }
}

function namesFor(text: string, context: ExpressionContext): FrameNames {
  const parsed = parseExpressionText(text === '' ? '0' : text);
  const source = 'problem' in parsed ? parseExpressionText('0') : parsed;
  if ('problem' in source) throw new Error('0 is an expression');
  return frameNames(context, source.text, 'read-through');
}
