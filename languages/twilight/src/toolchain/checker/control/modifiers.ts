// Modifiers: their code is put around that of a function, as marked regions.

import type { Span } from '@sonde/front-end';
import type { FunctionTree, ModifierUseTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkBlock } from './check-control.js';
import { checkAs } from '../expressions/check-expressions.js';
import { isOwnInSolidity, mutableParameters } from '../expressions/locations.js';
import { holdsOf } from '../items/functions.js';
import { CheckMistake } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { isCopy } from '../type-rules/type-facts.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Scope, TypedStatement } from '../typed-places.js';

/** Each `_` is a copy of what it stands for: more of them would make a module without end. */
const mostCopies = 64;

export function withModifiers(
  body: Body,
  { modifiers }: FunctionTree,
  parameters: Scope,
  inner: () => TypedExpression,
): TypedExpression {
  let copies = 0;
  const around = (nth: number, at: Span | undefined): TypedExpression => {
    const use = modifiers[nth];
    if (at !== undefined && ++copies > mostCopies)
      throw new CheckMistake(
        at,
        'these modifiers run the function too often',
        `At most ${mostCopies} copies of it are made.`,
      );
    return use === undefined ? inner() : modified(body, use, parameters, place => around(nth + 1, place));
  };
  return around(0, undefined);
}

function modified(
  body: Body,
  use: ModifierUseTree,
  parameters: Scope,
  inner: (at: Span) => TypedExpression,
): TypedExpression {
  const { checker } = body;
  const { unit } = checker.types;
  const found = body.environment.scope.find(use.name.text);
  if (found?.kind !== 'modifier')
    throw new CheckMistake(use.name.at, `there is no modifier ${use.name.text}`);
  const { tree } = found;
  if (use.args.length !== tree.parameters.length)
    throw new CheckMistake(
      use.at,
      `${tree.name.text} takes ${tree.parameters.length} arguments, not ${use.args.length}`,
    );
  const types = tree.parameters.map(({ type }) => resolveType(checker, type, body.environment));
  // The arguments are written at the function, so they see its parameters.
  const values = body.within(
    use.at,
    () =>
      use.args.map((arg, nth) => checkAs(body, arg, types[nth], isCopy(types[nth]!) ? 'value' : 'borrow')),
    { parent: parameters },
  );
  const region = body.newRegion('modifier', tree.name.text, use.at, tree.at);
  const before = { exit: body.exit, placeholder: body.placeholder, loops: body.loops.splice(0) };
  let placed = false;
  body.exit = { type: unit, region, result: undefined };
  body.placeholder = at => {
    placed = true;
    const [exit, placeholder, loops] = [body.exit, body.placeholder, body.loops.splice(0)];
    body.exit = before.exit;
    body.placeholder = before.placeholder;
    try {
      return inner(at);
    } finally {
      body.exit = exit;
      body.placeholder = placeholder;
      body.loops.push(...loops);
    }
  };
  try {
    return body.within(
      tree.at,
      scope => {
        const statements = tree.parameters.map(({ name }, nth): TypedStatement => {
          const type = types[nth]!;
          const local = body.declare(name.text, type, 'parameter', name.at, holdsOf(type, false));
          if (isOwnInSolidity(body, type)) mutableParameters.add(local);
          const pattern = {
            kind: 'bind',
            local,
            use: isCopy(type) ? 'copy' : 'borrow',
            inner: undefined,
            at: name.at,
          } as const;
          return { kind: 'let', pattern, value: values[nth]!, at: use.at, stops: false, generated: true };
        });
        const code = checkBlock(body, tree.body, unit);
        if (!placed)
          throw new CheckMistake(
            tree.name.at,
            `${tree.name.text} never runs the function`,
            'Put `_;` where it is to run.',
          );
        statements.push({
          kind: 'expression',
          expression: code,
          at: tree.body.at,
          stops: false,
          generated: true,
        });
        const block = {
          kind: 'block',
          type: unit,
          at: tree.body.at,
          scope,
          statements,
          result: undefined,
          resultStops: false,
        } as const;
        return { kind: 'region', region, body: block, type: unit, at: use.at };
      },
      { parent: undefined, region },
    );
  } finally {
    body.exit = before.exit;
    body.placeholder = before.placeholder;
    body.loops.push(...before.loops);
  }
}
