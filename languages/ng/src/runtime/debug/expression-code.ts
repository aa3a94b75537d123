// Expressions of the debugger's user as code for the machine, compiled for the place where they are asked.

import { Failure, type SymbolIndex } from '@sonde/engine';
import type { Fragment, ProgramImage } from '../image.js';
import { moduleAt } from '../module-at.js';
import type { Expression } from '../../toolchain/ast.js';
import { compileFragment } from '../../toolchain/codegen/fragment.js';
import { parseExpression } from '../../toolchain/parser/parse-expression.js';
import { SourceProblem } from '../../toolchain/source.js';

export interface ExpressionCode extends Fragment {
  /** It says itself that it changes the program: an assignment, a move, a print. */
  readonly changes: boolean;
}

/** Throws a Failure that says what is wrong with the text, and where in it. */
export const compileAt = (
  text: string,
  address: number,
  image: ProgramImage,
  symbols: SymbolIndex,
): ExpressionCode => compiled(() => parseExpression(text), address, image, symbols);

/** The same for a condition: the machine itself says whether the value counts as true. */
export const compileConditionAt = (
  text: string,
  address: number,
  image: ProgramImage,
  symbols: SymbolIndex,
): ExpressionCode => compiled(() => negated(negated(parseExpression(text))), address, image, symbols);

const negated = (operand: Expression): Expression => ({
  kind: 'unary',
  operator: '!',
  operand,
  span: operand.span,
  at: operand.at,
});

function compiled(
  parse: () => Expression,
  address: number,
  image: ProgramImage,
  symbols: SymbolIndex,
): ExpressionCode {
  const names = symbols.namesAt(address);
  try {
    return compileFragment(parse(), {
      image,
      module: moduleAt(image, address),
      lookup: name => names.lookup(name),
      names: () => [...names.all()].map(({ name }) => name),
    });
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    const { text, at, hint } = error;
    const end = /[.!?]$/.test(text) ? '' : '.';
    throw new Failure('bad-expression', 'user', `${text} (column ${at.column})${end}`, hint);
  }
}
