// What every program can use without an import: the native functions, and the trait of sequences.

import type {
  FunctionDeclaration,
  GenericParameter,
  Node,
  Parameter,
  TypeDeclaration,
  TypeNode,
} from '../ast.js';
import { nowhere } from '../source.js';
import { Scope } from './scope.js';
import {
  bool,
  functionType,
  i32,
  reference,
  string,
  traitType,
  typeParameter,
  u32,
  unit,
  untyped,
  vector,
  type TraitType,
  type Type,
} from './types.js';

export const preludeModule = 'std.prelude';

const strings = vector(string);

const natives: Readonly<Record<string, readonly [parameters: readonly Type[], result: Type]>> = {
  not: [[bool], bool],
  readLine: [[], string],
  readFile: [[string], string],
  writeFile: [[string, string], unit],
  currentExecutablePath: [[], string],
  runNgi: [[string], string],
  split: [[string, string], strings],
  join: [[strings, string], string],
  trim: [[string], string],
  contains: [[string, string], bool],
  replace: [[string, string, string], string],
  startsWith: [[string, string], bool],
  endsWith: [[string, string], bool],
  toUpper: [[string], string],
  toLower: [[string], string],
  regexMatch: [[string, string], bool],
  nativeOutstandingAllocations: [[], i32],
  gcFree: [[], unit],
};

/** The modules it is made of; each is a name of its own, of which nothing is known. */
const parts = ['io', 'string', 'array', 'seq', 'tuple', 'memory'];

/** Modules whose names are all here already. */
export const isPreludePart = (path: readonly string[]): boolean =>
  path.length === 2 && path[0] === 'std' && [...parts, 'prelude'].includes(path[1] ?? '');

export function preludeScope(): Scope {
  const scope = new Scope();
  for (const part of parts) scope.declare(part, untyped);
  for (const [name, [parameters, result]] of Object.entries(natives))
    scope.declare(name, functionType(parameters, result));
  scope.declare('Sequence', sequenceTrait());
  scope.declare('UniquePtr', {
    kind: 'genericType',
    name: 'UniquePtr',
    module: 'std.memory',
    declaration: uniquePointer,
    instances: new Map(),
    scope,
    file: undefined,
  });
  for (const declaration of genericNatives)
    scope.declare(declaration.name.text, {
      kind: 'genericFunction',
      name: declaration.name.text,
      module: preludeModule,
      overloads: [declaration],
      scope,
      file: undefined,
    });
  return scope;
}

function sequenceTrait(): TraitType {
  const trait = traitType('Sequence', 'std.seq', ['T']);
  const self = reference(typeParameter('Self', 'Sequence'));
  trait.methods.set('size', functionType([self], u32, 'unknown'));
  trait.methods.set('get', functionType([self, i32], typeParameter('T'), 'unknown'));
  return trait;
}

// Generic natives need declarations, as if they had been written

const node: Node = { span: { start: nowhere, end: nowhere }, at: nowhere };
const named = (name: string, ...args: TypeNode[]): TypeNode => ({ ...node, kind: 'named', name, args });
const parameter = (name: string, type: TypeNode): Parameter => ({
  ...node,
  name,
  type,
  pack: type.kind === 'pack',
});
const generic = (pack: boolean): GenericParameter => ({
  ...node,
  name: 'T',
  bounds: [],
  pack,
  arity: 0,
  variadicTail: false,
});

function native(name: string, type: Parameter, result: TypeNode): FunctionDeclaration {
  return {
    ...node,
    kind: 'function',
    name: { ...node, text: name },
    generics: [generic(type.pack)],
    parameters: [type],
    result,
    where: [],
    body: 'native',
    constant: false,
    exported: true,
  };
}

const many: TypeNode = { ...node, kind: 'pack', of: named('T') };
const sizeable: TypeNode = {
  ...node,
  kind: 'either',
  members: [named('string'), named('vector', named('T'))],
};

const genericNatives: readonly FunctionDeclaration[] = [
  native('print', parameter('value', many), named('unit')),
  native('assert', parameter('assertion', many), named('unit')),
  native('len', parameter('xs', sizeable), named('u32')),
  native('reverse', parameter('xs', named('vector', named('T'))), named('vector', named('T'))),
  native('nativeMalloc', parameter('size', named('i32')), named('UniquePtr', named('T'))),
  native('nativeFree', parameter('ptr', named('UniquePtr', named('T'))), named('unit')),
];

const uniquePointer: TypeDeclaration = {
  ...node,
  kind: 'type',
  name: { ...node, text: 'UniquePtr' },
  generics: [generic(false)],
  args: [],
  derived: [],
  where: [],
  shape: { kind: 'native' },
  exported: true,
};
