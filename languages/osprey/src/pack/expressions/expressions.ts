// What watches, hovers, the console, conditions and log points mean in Osprey.

import { Failure, type CompiledExpression, type TypeId, type TypeTable } from '@sonde/engine';
import type { Completion, ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import { blockType } from '../renderers/blocks.js';
import { Lowering } from './lowering.js';

export const expressions: ExpressionLanguage = {
  compile,
  memberPath,
  complete,
  completesAfter: ['.'],
  native: { whole: true, syntaxProblem },
};

function syntaxProblem(text: string): string | undefined {
  const parsed = parseExpressionText(text);
  return 'tree' in parsed ? undefined : `${parsed.problem} (column ${parsed.column}).`;
}

function compile(text: string, context: ExpressionContext): CompiledExpression {
  const parsed = parseExpressionText(text);
  if (!('tree' in parsed))
    throw new Failure('bad-expression', 'user', `${parsed.problem} (column ${parsed.column}).`, parsed.hint);
  return build.compiled(text, new Lowering(context).lower(parsed.tree));
}

/** Fields of records have a name in the language; what is inside of other values has none so far. */
function memberPath(
  parent: string,
  child: string | number,
  type: TypeId,
  types: TypeTable,
): string | undefined {
  if (typeof child === 'number' || !/^[A-Za-z]\w*$/.test(child)) return undefined;
  const block = blockType(types.get(type), types);
  const isField =
    block?.fields.some(({ name }) => name === child) === true &&
    !block.fields.some(({ name }) => name === 'tag');
  if (!isField || /^(?:Result|List|Map|Fiber|Channel)<|^\(/.test(types.get(type).name)) return undefined;
  return /^[\w.]+$/.test(parent) ? `${parent}.${child}` : `(${parent}).${child}`;
}

/** Fields behind a dot, else the names in sight. */
function complete(text: string, context: ExpressionContext): readonly Completion[] {
  const begun = /[A-Za-z_]\w*$/.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - begun.length);
  const replaces = begun.length;
  const target = /([A-Za-z_][\w.]*)\.$/.exec(before)?.[1];
  if (target !== undefined) {
    const parsed = parseExpressionText(target);
    const fields = 'tree' in parsed ? new Lowering(context).fieldsOf(parsed.tree) : [];
    return fields.filter(name => name.startsWith(begun)).map(label => ({ label, kind: 'field', replaces }));
  }
  return [...context.names.all()]
    .filter(({ name }) => name.startsWith(begun) && /^[A-Za-z_]/.test(name))
    .map(({ name, type }) => ({
      label: name,
      kind: 'variable',
      detail: context.types.get(type).name,
      replaces,
    }));
}
