// Expressions of C for every language that has them: from text to expression programs.

import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { complete } from './completions.js';
import { encode } from './literals.js';
import { Lowering, type LoweringOptions } from './lowering.js';
import { memberPath } from './member-path.js';
import { parse, type Dialect } from './parser.js';
import type { Tree } from './tree.js';

export * from './completions.js';
export * from './data-model.js';
export * from './library.js';
export { literalIn, unitsOf, encode } from './literals.js';
export { hasMember, memberPath, partOf } from './member-path.js';
export * from './number-types.js';
export { rowOf } from './pointer-types.js';
export { notHere } from './refusals.js';
export { sourceSyntax } from './source-syntax.js';
export { syntaxProblem } from './syntax.js';

export interface CExpressionOptions extends LoweringOptions {
  /** Names with `::` in them, which the library knows. */
  readonly qualified?: boolean;
}

/** The front end for one machine; a language adds its library, or hooks of its own in place of these. */
export function cExpressions(options: CExpressionOptions): ExpressionLanguage {
  const lowered = (text: string, context: ExpressionContext): readonly [Lowering, Tree] => {
    const lowering = new Lowering(context, options);
    const isType = (name: string): boolean => lowering.typeNames.isType(name, context.names);
    const dialect: Dialect = {
      ...(options.whole === true ? { whole: { isType } } : {}),
      ...(options.qualified === undefined ? {} : { qualified: options.qualified }),
    };
    return [lowering, parse(text, dialect)];
  };
  return {
    compile(text, context) {
      const [lowering, tree] = lowered(text, context);
      return build.compiled(text, lowering.result(tree));
    },
    ...(options.whole === true
      ? {
          compileFor(text, target, context) {
            const [lowering, tree] = lowered(text, context);
            return build.compiled(text, lowering.converted(tree, target));
          },
        }
      : {}),
    encode,
    memberPath,
    complete,
    completesAfter: ['.', '>'],
  } satisfies ExpressionLanguage;
}
