// Expressions for the debugger: Twilight's own parsers, their trees lowered to expression programs.

import type { CompiledExpression, TypeId } from '@sonde/engine';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import type { SyntaxMode } from '../../toolchain/syntax/tree.js';
import { CompiledText, functionsOf, modeOf } from './compiled-texts.js';
import { Lowering } from './lower.js';
import { memoryBehind } from './memory-behind.js';
import { NamedTypes } from './named-types.js';
import { expressionFailure } from './parse.js';

/** In the mode of the contract first; what that refuses may be meant in the other. */
function compiled(text: string, { names, types }: ExpressionContext, wanted?: TypeId): CompiledExpression {
  const own = modeOf(types);
  const attempt = (mode: SyntaxMode): CompiledExpression => {
    const parsed = new CompiledText(text, mode, names, types);
    const lowering = new Lowering(parsed, names, types, new NamedTypes(types));
    return build.compiled(text, lowering.expression(parsed.tree, wanted));
  };
  try {
    return attempt(own);
  } catch (error) {
    try {
      return attempt(own === 'solidity' ? 'twilight-native' : 'solidity');
    } catch {
      throw expressionFailure(error);
    }
  }
}

const words = ['true', 'false', 'storage', 'ctx', 'env', 'if', 'else', 'as'];

export const expressions: ExpressionLanguage = {
  compile: (text, context) =>
    // As in the contract, a number is neither true nor false.
    compiled(
      text,
      context,
      context.decides === true ? new NamedTypes(context.types).idOf('bool') : undefined,
    ),
  compileFor: (text, target, context) => compiled(text, context, target),
  memberPath: (parent, child, parentType, types) => {
    const type = types.resolve(parentType);
    // The way to an entry is its key, as the debugger writes it.
    if (type.name.startsWith('map<')) return `${parent}[${child}]`;
    if (typeof child === 'number') return `${parent}[${child}]`;
    return /^(?:[A-Za-z_]\w*|\d+)$/.test(child) ? `${parent}.${child}` : undefined;
  },
  native: { behind: (program, { types }) => memoryBehind(program, types) },
  completesAfter: ['.'],
  complete: (text, { names, types }) => {
    const [, path = '', typed = ''] = /((?:[A-Za-z_]\w*\.)*)([A-Za-z_]\w*)?$/.exec(text) ?? [];
    if (path !== '') {
      try {
        const { type } = compiled(path.slice(0, -1), { names, types });
        const described = types.resolve(type);
        const fields = described.kind === 'struct' ? described.fields : [];
        return fields
          .filter(({ name }) => name.startsWith(typed))
          .map(({ name }) => ({ label: name, kind: 'field', replaces: typed.length }));
      } catch {
        // It may be storage, or what tells of the call.
        const beginning = `${path}${typed}`;
        return [...names.all()]
          .filter(({ name }) => name.startsWith(beginning))
          .map(({ name }) => ({ label: name.slice(path.length), kind: 'field', replaces: typed.length }));
      }
    }
    const variables = [...names.all()]
      .filter(({ name }) => !name.includes('.'))
      .map(({ name }) => ({ label: name, kind: 'variable' as const }));
    const functions = functionsOf(types).map(label => ({ label, kind: 'function' as const }));
    return [...variables, ...functions, ...words.map(label => ({ label, kind: 'keyword' as const }))]
      .filter(({ label }) => label.startsWith(typed))
      .map(completion => ({ ...completion, replaces: typed.length }));
  },
};
