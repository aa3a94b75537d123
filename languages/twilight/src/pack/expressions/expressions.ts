// Expressions for the debugger: Twilight's own parsers, their trees lowered to expression programs.

import type { CompiledExpression, TypeId } from '@sonde/engine';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { Lowering } from './lower.js';
import { memoryBehind } from './memory-behind.js';
import { NamedTypes } from './named-types.js';
import { expressionFailure, parseText } from './parse.js';

/** In the native mode first; what that refuses may be meant in the other. */
function compiled(text: string, { names, types }: ExpressionContext, wanted?: TypeId): CompiledExpression {
  const attempt = (mode: 'twilight-native' | 'solidity'): CompiledExpression => {
    const lowering = new Lowering(names, types, new NamedTypes(types));
    return build.compiled(text, lowering.expression(parseText(text, mode), wanted));
  };
  try {
    return attempt('twilight-native');
  } catch (error) {
    try {
      return attempt('solidity');
    } catch {
      throw expressionFailure(error);
    }
  }
}

const words = ['true', 'false', 'storage', 'ctx', 'env', 'if', 'else', 'as'];

export const expressions: ExpressionLanguage = {
  compile: (text, context) => compiled(text, context),
  compileFor: (text, target, context) => compiled(text, context, target),
  memberPath: (parent, child, parentType, types) => {
    const type = types.resolve(parentType);
    if (type.name.startsWith('map<')) return undefined;
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
    return [...variables, ...words.map(label => ({ label, kind: 'keyword' as const }))]
      .filter(({ label }) => label.startsWith(typed))
      .map(completion => ({ ...completion, replaces: typed.length }));
  },
};
