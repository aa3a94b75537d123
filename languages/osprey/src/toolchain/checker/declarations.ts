// Types, effects and extern functions of a file, before anything is inferred.

import type {
  EffectTree,
  ExternTree,
  ProgramTree,
  StatementTree,
  TypeDeclarationTree,
  TypeTree,
} from '../syntax/tree.js';
import type { Inference } from './inference.js';
import type { DeclaredType, Effect, Operation, Variant } from './typed-program.js';
import { builtInTypes, prune, typeName, unitType, type Type } from './types.js';

type Of<Kind extends StatementTree['kind']> = Extract<StatementTree, { readonly kind: Kind }>;

export const statementsOf = <Kind extends StatementTree['kind']>(
  { statements }: ProgramTree,
  kind: Kind,
): readonly Of<Kind>[] => statements.filter((statement): statement is Of<Kind> => statement.kind === kind);

export function declareAll(inference: Inference, program: ProgramTree): void {
  const drafts = statementsOf(program, 'type').map(tree =>
    tree.shape === 'alias' ? draftAlias(inference, tree) : draftType(inference, tree, tree.shape),
  );
  for (const effect of statementsOf(program, 'effect')) {
    if (inference.effects.has(effect.name.text))
      inference.error(effect.name.at, `the effect \`${effect.name.text}\` is declared twice`);
    inference.effects.set(effect.name.text, draftEffect(inference, effect));
  }
  for (const complete of drafts) complete();
  statementsOf(program, 'effect').forEach(tree => declareEffect(inference, tree));
  statementsOf(program, 'extern').forEach(tree => declareExtern(inference, tree));
}

function requireNew(inference: Inference, { text, at }: TypeDeclarationTree['name']): void {
  const known = inference.types.has(text) || inference.aliases.has(text) || Object.hasOwn(builtInTypes, text);
  if (known) inference.error(at, `the type \`${text}\` is declared twice`);
}

/** Another name for a type; it is put in where the name stands. */
function draftAlias(inference: Inference, tree: TypeDeclarationTree): () => void {
  const { name, parameters, alias } = tree;
  requireNew(inference, name);
  inference.aliases.set(name.text, { parameters, type: alias! });
  // One that nobody uses is looked at, too.
  return () => {
    const args = parameters.map(() => inference.fresh());
    inference.expandAlias(name.text, args, name.at);
  };
}

/** Known by name at once, since types refer to each other; gives what adds the fields. */
function draftType(
  inference: Inference,
  tree: TypeDeclarationTree,
  shape: DeclaredType['shape'],
): () => void {
  const { name } = tree;
  requireNew(inference, name);
  const parameters = tree.parameters.map(() => inference.fresh());
  const variants: Variant[] = [];
  const type: DeclaredType = { name: name.text, parameters, shape, variants, at: name.at };
  inference.types.set(name.text, type);
  inference.observer?.means(name.at, { kind: 'type', declared: type });
  const scope = new Map(tree.parameters.map(({ text }, nth) => [text, parameters[nth]!]));
  return () =>
    withTypeParameters(inference, scope, () => {
      tree.variants.forEach((variant, tag) => {
        const made: Variant = {
          name: variant.name.text,
          tag,
          fields: variant.fields.map(field => ({
            name: field.name.text,
            type: fieldType(inference, field.type),
            at: field.name.at,
          })),
          positional: variant.positional,
          type,
          at: variant.name.at,
        };
        if (inference.variants.has(made.name))
          inference.error(made.at, `the constructor \`${made.name}\` is declared twice`);
        inference.variants.set(made.name, made);
        if (shape === 'union') inference.observer?.means(made.at, { kind: 'constructor', variant: made });
        variants.push(made);
      });
    });
}

/** A Result says that something may have failed just now: it is opened, not kept. */
function fieldType(inference: Inference, tree: TypeTree): Type {
  const type = inference.resolve(tree);
  const whole = prune(type);
  if (whole.kind === 'named' && whole.name === 'Result')
    inference.error(tree.at, 'a Result cannot be a field', 'Open it with match or ?: first.');
  return type;
}

export function withTypeParameters<T>(
  inference: Inference,
  parameters: ReadonlyMap<string, Type>,
  read: () => T,
): T {
  const outer = inference.typeParameters;
  inference.typeParameters = parameters;
  try {
    return read();
  } finally {
    inference.typeParameters = outer;
  }
}

const draftEffect = (inference: Inference, { name, parameters, isStatic }: EffectTree): Effect => ({
  name: name.text,
  parameters: parameters.map(() => inference.fresh()),
  isStatic,
  operations: [],
  at: name.at,
});

function declareEffect(inference: Inference, tree: EffectTree): void {
  const draft = inference.effects.get(tree.name.text)!;
  const scope = new Map(tree.parameters.map(({ text }, nth) => [text, draft.parameters[nth]!]));
  const operations = withTypeParameters(inference, scope, () => operationsOf(inference, tree));
  const effect: Effect = { ...draft, operations };
  inference.effects.set(tree.name.text, effect);
  inference.observer?.means(tree.name.at, { kind: 'effect', effect });
  operations.forEach((operation, nth) =>
    inference.observer?.means(tree.operations[nth]!.name.at, { kind: 'operation', effect, operation }),
  );
}

function operationsOf(inference: Inference, { operations }: EffectTree): readonly Operation[] {
  const known = new Set<string>();
  return operations.map((operation, nth) => {
    if (known.has(operation.name.text))
      inference.error(operation.name.at, `the operation \`${operation.name.text}\` is declared twice`);
    known.add(operation.name.text);
    return {
      name: operation.name.text,
      at: operation.name.at,
      nth,
      parameters: operation.parameters.map(parameter => inference.resolve(parameter)),
      result: inference.resolve(operation.result),
    };
  });
}

/** What C can be given and give back. */
const foreign = /^(?:int|float|bool|string|Unit|Ptr)$/;

function declareExtern(inference: Inference, tree: ExternTree): void {
  const { name, parameters, result, symbol = name.text } = tree;
  const resolved = (tree: TypeTree): Type => {
    const type = prune(inference.resolve(tree));
    // C calls functions that it is given with its own kinds of values.
    const parts = type.kind === 'function' ? [...type.parameters, type.result] : [type];
    const odd = parts.map(prune).find(part => part.kind !== 'named' || !foreign.test(part.name));
    if (odd !== undefined)
      inference.error(tree.at, `an extern function cannot take or give a ${typeName(odd)} yet`);
    return type;
  };
  const typed = parameters.map(parameter => {
    if (parameter.type === undefined)
      inference.error(parameter.name.at, 'parameters of extern functions need a type');
    return { name: parameter.name.text, type: parameter.type ? resolved(parameter.type) : inference.fresh() };
  });
  if (inference.externs.has(name.text)) inference.error(name.at, `\`${name.text}\` is declared twice`);
  const given = result === undefined ? unitType : resolved(result);
  if (given.kind === 'function') inference.error(result!.at, 'an extern function cannot give a function');
  const target = { name: name.text, symbol, parameters: typed, result: given, at: name.at };
  inference.externs.set(name.text, target);
  inference.observer?.means(name.at, { kind: 'extern', target });
}
