// What the checker has to know of the place where an expression is evaluated, from debug information and the program.

import type { FunctionSignature, NameScope, VisibleName } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { Problems, type SourceText } from '@sonde/native-compiler';
import { Body } from '../../toolchain/checker/body.js';
import { ProgramNames, type FunctionDraft } from '../../toolchain/checker/program-names.js';
import type { ScopeId, TypedProgram, Variable } from '../../toolchain/checker/typed-program.js';
import { nothing, type AriaType } from '../../toolchain/checker/types.js';
import { symbolOf } from '../../toolchain/generator/symbol-names.js';
import { DebugTypes, nowhere } from './debug-types.js';

export interface FrameNames {
  readonly body: Body;
  readonly types: DebugTypes;
  readonly scope: NameScope;
  /** There are wild variables, whose names stand for what they point to or for the pointers. */
  readonly ambiguous: boolean;
}

/** Whoever looks may also write `x[0]` for what `wild T:x` points to, as clients do for the parts of what is shown. */
export type WildNames = 'read-through' | 'pointers';

export function frameNames(context: ExpressionContext, text: SourceText, wild: WildNames): FrameNames {
  const names = new ProgramNames(new Problems(text));
  const program = programOf(context.image);
  if (program !== undefined) declare(names, program);
  const types = new DebugTypes(context.types, names);
  for (const signature of onlyOnes(context.functions ?? [])) declareFunction(names, types, signature);
  const body = new Body(names, nobody, 'function');
  let ambiguous = false;
  // The scope stays open: it is that of the expression.
  const adopt = (visible: VisibleName): void => {
    const type = types.of(visible.type);
    // What the language has no word for can be shown, but not computed with.
    if (type === undefined) return;
    let readThrough = type.kind === 'reference';
    if (type.kind === 'wild') {
      ambiguous = true;
      readThrough = wild === 'read-through' && isWildValue(context.types.get(visible.type).name);
    }
    body.adopt(variableOf(names, visible, type, readThrough));
  };
  body.openScope(nowhere);
  for (const visible of context.names.all()) adopt(visible);
  return { body, types, scope: context.names, ambiguous };
}

/** The compiler calls the type of `wild T:x` so; that of `wild T@:x` is a `wild_ptr<T>`, whether or not there is a source. */
const isWildValue = (typeName: string): boolean => typeName.startsWith('wild<');

function variableOf(
  names: ProgramNames,
  { name, kind }: VisibleName,
  type: AriaType,
  readThrough: boolean,
): Variable {
  return {
    id: names.nextVariable(),
    name,
    type,
    at: nowhere,
    role: kind === 'parameter' || kind === 'local' ? kind : 'global',
    word: type.kind === 'gc' || type.kind === 'wild' ? type.kind : 'plain',
    readThrough,
    // Whoever debugs may change what the program may not.
    constant: false,
    scope: 0 as ScopeId,
  };
}

/** Of the language's own compiler, or nothing. */
export function programOf(image: unknown): TypedProgram | undefined {
  if (typeof image !== 'object' || image === null || !('functions' in image)) return undefined;
  return image.functions instanceof Map ? (image as TypedProgram) : undefined;
}

/** Structs and enums, so that `(Colour)x` can be read. */
export function typeNames({ types, image }: ExpressionContext): ReadonlySet<string> {
  const program = programOf(image);
  const found = new Set<string>([...(program?.structs.keys() ?? []), ...(program?.enums.keys() ?? [])]);
  for (const [, { kind, name }] of types.entries()) if (kind === 'struct' || kind === 'enum') found.add(name);
  return found;
}

function declare(names: ProgramNames, program: TypedProgram): void {
  for (const [name, declared] of program.structs) names.structs.set(name, declared);
  for (const [name, declared] of program.enums) names.enums.set(name, declared);
  for (const [id, declared] of program.functions) names.functions.set(id, { draft: { ...declared } });
}

/** Which of several functions of one name is meant nothing tells. */
const onlyOnes = (functions: readonly FunctionSignature[]): readonly FunctionSignature[] =>
  functions.filter(({ name }) => functions.filter(other => other.name === name).length === 1);

/** One that only debug information tells of. */
function declareFunction(
  names: ProgramNames,
  types: DebugTypes,
  { name, ...signature }: FunctionSignature,
): void {
  const given = signature.parameters.map(parameter => types.of(parameter));
  const gives = signature.result === undefined ? nothing : types.of(signature.result);
  const parameters = given.flatMap(type => (type === undefined ? [] : [type]));
  if (names.functions.has(name) || gives === undefined || parameters.length < given.length) return;
  const [owner, method] = name.includes('.')
    ? [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]
    : [];
  const [first] = parameters;
  // Functions of other languages give plain values.
  const extern = gives.kind !== 'result';
  const named = { name: method ?? name, id: name, extern };
  const draft: FunctionDraft = {
    ...nobody,
    ...named,
    async: signature.symbol === symbolOf({ ...named, async: true }),
    ...(owner === undefined ? {} : { owner }),
    hasSelf: owner !== undefined && first?.kind === 'reference' && first.target.name === owner,
    parameters: parameters.map(type => parameterOf(names, type)),
    result: gives.kind === 'result' ? gives.value : gives,
  };
  names.functions.set(name, { draft });
}

const parameterOf = (names: ProgramNames, type: AriaType): Variable => ({
  ...{ id: names.nextVariable(), name: '', type, at: nowhere, role: 'parameter', word: 'plain' },
  ...{ readThrough: type.kind === 'reference', constant: false, scope: 0 as ScopeId },
});

/** The function whose body an expression is in, as far as the checker asks. */
const nobody: FunctionDraft = {
  ...{ name: 'the debugger', id: '', hasSelf: false, at: nowhere, nameAt: nowhere, parameters: [] },
  ...{ result: nothing, extern: false, async: false, jit: false, scopes: [], locals: [], fallsOffEnd: false },
};
