// Heads of functions and methods, before any body is looked at.

import type { FunctionTree, StructTree } from '../syntax/statement-tree.js';
import { isBuiltinFunction } from './check-builtins.js';
import { reporting, requireFree } from './declare-types.js';
import { CheckMistake } from './mistake.js';
import type { FunctionDraft, ProgramNames } from './program-names.js';
import { TypeResolver } from './resolve-types.js';
import type { ScopeId, StructDeclaration, TypedFunction, Variable } from './typed-program.js';
import { one, referenceType, structType, type AriaType } from './types.js';

export function declareFunctions(names: ProgramNames, trees: readonly FunctionTree[]): void {
  for (const tree of trees) {
    reporting(names, () => {
      requireFree(names, tree.name);
      if (isBuiltinFunction(tree.name.text)) {
        throw new CheckMistake(tree.name.at, `${tree.name.text} is a function of the language`);
      }
      if (tree.body === undefined && tree.name.text.startsWith('__aria_')) {
        throw new CheckMistake(tree.name.at, 'names that begin with __aria_ are the runtime’s own');
      }
      const draft = head(names, tree, undefined);
      if (draft.id === 'main') requireMain(draft, tree);
      names.functions.set(draft.id, { tree, draft });
    });
  }
}

export function declareMethods(names: ProgramNames, trees: readonly StructTree[]): void {
  for (const struct of trees) {
    const declared = names.structs.get(struct.name.text);
    if (!declared) continue;
    const methods: TypedFunction[] = [];
    for (const tree of struct.methods) {
      reporting(names, () => {
        const id = `${struct.name.text}.${tree.name.text}`;
        const fields = declared.fields.some(({ name }) => name === tree.name.text);
        if (names.functions.has(id) || fields) {
          throw new CheckMistake(
            tree.name.at,
            `${tree.name.text} is already declared in ${struct.name.text}`,
          );
        }
        if (tree.async || tree.jit) throw new CheckMistake(tree.name.at, 'a method is neither async nor jit');
        const draft = head(names, tree, declared);
        names.functions.set(id, { tree, draft });
        methods.push(draft);
      });
    }
    names.structs.set(struct.name.text, { ...declared, methods });
  }
}

function head(names: ProgramNames, tree: FunctionTree, owner: StructDeclaration | undefined): FunctionDraft {
  const types = new TypeResolver(names, name => names.constants.get(name)?.initial);
  const result = types.result(tree.result);
  const extern = tree.body === undefined;
  const name = tree.name.text;
  const hasSelf = owner !== undefined && tree.parameters[0]?.name.text === 'self';
  const parameters = tree.parameters.map((parameter, index): Variable => {
    const shared = {
      id: names.nextVariable(),
      name: parameter.name.text,
      at: parameter.name.at,
      role: 'parameter',
      scope: 0 as ScopeId,
    } as const;
    if (!parameter.type) {
      if (!owner || index !== 0) {
        throw new CheckMistake(parameter.at, 'self is the first parameter of a method, and of nothing else');
      }
      const type = referenceType(structType(owner.name));
      return { ...shared, type, word: 'plain', readThrough: true, constant: true };
    }
    if (tree.parameters.slice(0, index).some(other => other.name.text === shared.name)) {
      throw new CheckMistake(parameter.name.at, `there are two parameters ${shared.name}`);
    }
    const { type, word, readThrough } = types.variable(parameter.type);
    if (extern) requireForeign(type, parameter.at);
    return { ...shared, type, word, readThrough, constant: false };
  });
  if (extern) requireForeign(result, tree.result.at);
  return {
    name,
    id: owner ? `${owner.name}.${name}` : name,
    ...(owner ? { owner: owner.name } : {}),
    hasSelf: hasSelf && parameters[0]!.readThrough,
    at: tree.at,
    nameAt: tree.name.at,
    parameters,
    result,
    extern,
    // main is no coroutine: whoever awaits in it runs the others meanwhile.
    async: tree.async && name !== 'main',
    jit: tree.jit,
    scopes: [],
    locals: [],
    fallsOffEnd: false,
  };
}

/** What a C function can take and give. */
function requireForeign(type: AriaType, at: FunctionTree['at']): void {
  const fits = ['integer', 'tbb', 'float', 'bool', 'enum', 'string', 'pointer', 'void'].includes(type.kind);
  if (!fits) throw new CheckMistake(at, `an extern function cannot have ${one(type)}`, 'Give it a pointer.');
}

function requireMain(draft: FunctionDraft, tree: FunctionTree): void {
  if (draft.extern || draft.jit) throw new CheckMistake(tree.name.at, 'main is a plain function');
  if (draft.parameters.length > 0) throw new CheckMistake(tree.parameters[0]!.at, 'main takes no arguments');
  if (draft.result.name === 'int32' || draft.result.kind === 'void') return;
  throw new CheckMistake(tree.result.at, `main gives an int32 or void, not ${draft.result.name}`);
}
