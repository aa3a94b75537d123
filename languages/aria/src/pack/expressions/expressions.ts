// Aria's expressions as programs: what watches, the console, conditions and log points are.

import { Failure, type CompiledExpression, type Expression, type TypeId } from '@sonde/engine';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import type { SourceText } from '@sonde/native-compiler';
import type { Body } from '../../toolchain/checker/body.js';
import { check, checkAs } from '../../toolchain/checker/check-expressions.js';
import { CheckMistake } from '../../toolchain/checker/mistake.js';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import { keywords } from '../../toolchain/syntax/words.js';
import { complete } from './completions.js';
import { displayedValue } from './displayed-values.js';
import { frameNames, typeNames, type WildNames } from './frame-names.js';
import { functionsIn } from './called-functions.js';
import { Lowering } from './lowering.js';
import { memberPath } from '../member-path.js';
import { whyUnusable } from '../renderers/wild-pointer.js';
import { columnOf, refused, refusedByChecker, refusedBySyntax } from './refusals.js';

export const expressions: ExpressionLanguage = {
  compile: (text, context) => compiled(text, context, undefined),
  compileFor: (text, target, context) => {
    const displayed = displayedValue(text, target, context);
    return typeof displayed === 'object' ? displayed : compiled(displayed ?? text, context, target);
  },
  compilePlace,
  memberPath,
  objection: whyUnusable,
  complete,
  completesAfter: ['.', '>'],
  native: { whole: true, functionsIn, syntaxProblem },
};

function syntaxProblem(text: string): string | undefined {
  const statement = statementWord(text);
  if (statement !== undefined) return `${statement} begins a statement; only expressions are evaluated here.`;
  const parsed = parseExpressionText(text);
  if (!('problem' in parsed)) return undefined;
  return `${parsed.problem.message}${columnOf(parsed.problem.location)}.`;
}

function compiled(text: string, context: ExpressionContext, target: TypeId | undefined): CompiledExpression {
  const statement = statementWord(text);
  if (statement !== undefined) {
    const hint =
      statement === 'pass' || statement === 'fail' ? 'Step out, or continue.' : 'Write an expression.';
    throw new Failure(
      'bad-expression',
      'user',
      `${statement} begins a statement; only expressions are evaluated here.`,
      hint,
    );
  }
  const parsed = parseExpressionText(text, typeNames(context));
  if ('problem' in parsed) throw refusedBySyntax(parsed.problem);
  const { expression: tree, text: source } = parsed;
  const attempt = (wild: WildNames): Lowered => lowered(tree, source, context, wild, target);
  try {
    return withText(text, attempt('read-through'));
  } catch (error) {
    if (!(error instanceof CheckMistake)) throw error;
    return withText(text, secondTry(foreignOr(error, context), attempt));
  }
}

/** A wild name, or that of a reference, means what it leads to, unless it was declared to be a pointer. */
function compilePlace(text: string, context: ExpressionContext): CompiledExpression {
  const parsed = parseExpressionText(text, typeNames(context));
  const named = context.names.lookup(text);
  if ('problem' in parsed || named === undefined) return compiled(text, context, undefined);
  const { body, types, scope } = frameNames(context, parsed.text, 'read-through');
  const place =
    types.of(named.type) === undefined
      ? build.read(named)
      : new Lowering(types, scope, body.names).value(check(body, parsed.expression));
  return build.compiled(text, place);
}

interface Lowered {
  readonly program: Expression;
  readonly logged?: Expression;
  /** A wild name may stand for something else. */
  readonly ambiguous: boolean;
}

const withText = (text: string, { program, logged }: Lowered): CompiledExpression => ({
  ...build.compiled(text, program),
  ...(logged === undefined ? {} : { logged }),
});

function lowered(
  tree: ExpressionTree,
  source: SourceText,
  context: ExpressionContext,
  wild: WildNames,
  target: TypeId | undefined,
): Lowered {
  const { body, types, scope, ambiguous } = frameNames(context, source, wild);
  const lowering = new Lowering(types, scope, body.names);
  if (target === undefined) {
    // A name alone is shown whatever its type is.
    const named = tree.kind === 'name' ? context.names.lookup(tree.name) : undefined;
    const type = named === undefined ? undefined : types.of(named.type);
    if (named !== undefined) {
      // In a log the name of a wild variable, or of a reference, is what it means, as it is in a text of the program.
      const leads = type?.kind === 'wild' || type?.kind === 'reference';
      const meant = leads ? check(body, tree) : undefined;
      return {
        program: build.read(named),
        ...(meant === undefined ? {} : { logged: lowering.value(meant) }),
        ambiguous,
      };
    }
    refuseAsync(tree, body);
    const checked = check(body, tree);
    return { program: lowering.whole(checked), ambiguous };
  }
  const wanted = types.of(target);
  if (wanted === undefined)
    throw new Failure('read-only', 'user', `a ${context.types.get(target).name} cannot be changed here.`);
  return { program: lowering.stored(checkAs(body, tree, wanted)), ambiguous };
}

/** The scheduler of the program does not run at a stop; that is better said at once than with advice to wait. */
function refuseAsync(tree: ExpressionTree, body: Body): void {
  if (tree.kind === 'await' || tree.kind === 'spawn')
    throw refused(tree.at, `${tree.kind} needs the scheduler of the program, which does not run at a stop`);
  if (tree.kind !== 'call' || tree.callee.kind !== 'name' || body.find(tree.callee.name) !== undefined)
    return;
  if (body.names.functions.get(tree.callee.name)?.draft.async !== true) return;
  const { name } = tree.callee;
  throw refused(
    tree.at,
    `${name} is async and needs the scheduler of the program, which does not run at a stop`,
  );
}

/** A variable that is there, but of a type that the language has no word for. */
function foreignOr(mistake: CheckMistake, { names, types }: ExpressionContext): CheckMistake {
  const name = /^there is no (\S+) here$/.exec(mistake.message)?.[1];
  const found = name === undefined ? undefined : names.lookup(name);
  if (name === undefined || found === undefined) return mistake;
  const type = types.get(found.type).name;
  return new CheckMistake(mistake.at, `${name} is a ${type}, which cannot be computed with`);
}

/** Where nothing tells whether a wild name is its pointer, what makes sense is meant. */
function secondTry(first: CheckMistake, attempt: (wild: WildNames) => Lowered): Lowered {
  try {
    const second = attempt('pointers');
    if (second.ambiguous) return second;
  } catch (error) {
    if (!(error instanceof CheckMistake)) throw error;
  }
  throw refusedByChecker(first);
}

/** Words that begin something else than an expression. */
const ofExpressions: ReadonlySet<string> = new Set(['is', 'true', 'false', 'NULL', 'ERR', 'await', 'spawn']);

function statementWord(text: string): string | undefined {
  const word = /^\s*([A-Za-z_]\w*)/.exec(text)?.[1];
  if (word === undefined || !keywords.has(word) || ofExpressions.has(word)) return undefined;
  return word;
}
