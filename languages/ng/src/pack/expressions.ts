// Expressions for the debugger: the language's own compiler makes code of them, and the machine runs it in the activation.

import { Failure, type Expression, type TypeId, type TypeTable } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { moduleAt } from '../runtime/module-at.js';
import type { ProgramImage } from '../runtime/image.js';
import { compileFragment } from '../toolchain/codegen/fragment.js';
import { parseExpression } from '../toolchain/parser/parse-expression.js';
import { SourceProblem } from '../toolchain/source.js';
import { complete } from './completion.js';

export const expressions: ExpressionLanguage = {
  compile(text, context) {
    try {
      const expression = parseExpression(text);
      const { changes, ...code } = compileFragment(expression, {
        image: imageOf(context),
        module: moduleOf(context),
        lookup: name => context.names.lookup(name),
        names: () => [...context.names.all()].map(({ name }) => name),
      });
      const declared = expression.kind === 'name' ? context.names.lookup(expression.name)?.type : undefined;
      const program: Expression = {
        op: 'run',
        code,
        changes,
        type: declared ?? dynamicType(context.types),
      };
      return build.compiled(text, program);
    } catch (error) {
      throw error instanceof SourceProblem ? expressionFailure(error) : error;
    }
  },
  complete: (text, context) =>
    complete(text, {
      names: context.names,
      types: context.types,
      image: imageOf(context),
      module: moduleOf(context),
    }),
};

function imageOf({ image }: ExpressionContext): ProgramImage {
  if (image === undefined) throw new Failure('bad-expression', 'sonde', 'the program is not known here.');
  return (image as MachineImage).code as ProgramImage;
}

/** Which module's functions and types the text may use: those of the code it stands in. */
const moduleOf = (context: ExpressionContext): number =>
  moduleAt(imageOf(context), Number(context.names.address?.offset ?? 0n));

/** Values carry their types themselves. */
function dynamicType(types: TypeTable): TypeId {
  for (const [id, type] of types.entries()) if (type.kind === 'dynamic') return id;
  throw new Error('the program has no type for values of any kind');
}

function expressionFailure({ text, at, hint }: SourceProblem): Failure {
  const end = /[.!?]$/.test(text) ? '' : '.';
  return new Failure('bad-expression', 'user', `${text} (column ${at.column})${end}`, hint);
}
