// What may stand at the end of a text in the console.

import type { Completion, ExpressionContext } from '@sonde/language';
import { builtInNames } from '../../toolchain/checker/built-ins.js';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import { Lowering } from './lowering.js';
import { flavorAt } from './typed-texts.js';

/** Fields behind a dot, else the names in sight and the functions of the language. */
export function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const begun = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - begun.length);
  const replaces = begun.length;
  const target = /((?:[\p{L}_][\p{L}\p{N}_]*|\[\d+\]|\.)+)\.$/u.exec(before)?.[1];
  if (target !== undefined) {
    const fields = fieldsOf(target, context);
    return fields.filter(name => name.startsWith(begun)).map(label => ({ label, kind: 'field', replaces }));
  }
  const variables = [...context.names.all()]
    .filter(({ name }) => name.startsWith(begun) && /^[\p{L}_]/u.test(name))
    .map(({ name, type }): Completion => ({
      label: name,
      kind: 'variable',
      detail: context.types.get(type).name,
      replaces,
    }));
  // All of them would hide the variables.
  const functions = begun === '' ? [] : builtInNames.filter(name => name.startsWith(begun));
  return [...variables, ...functions.map((label): Completion => ({ label, kind: 'function', replaces }))];
}

function fieldsOf(text: string, context: ExpressionContext): readonly string[] {
  const parsed = parseExpressionText(text, flavorAt(context));
  try {
    return 'tree' in parsed ? new Lowering(context).fieldsOf(parsed.tree) : [];
  } catch {
    // What has no value has no fields.
    return [];
  }
}
