// Typed programs made by hand, for tests of the generator alone.

import { SourceText, type Span } from '@sonde/front-end';
import type {
  IntType,
  Local,
  Scope,
  SourceFile,
  Type,
  TypedContract,
  TypedExpression,
  TypedFunction,
  TypedProgram,
  TypedStatement,
} from '../../toolchain/toolchain.js';

const text = 'contract HandMade {}\n';
export const source = new SourceText({ name: 'hand-made.twl', path: '/hand-made.twl' }, text);
const file: SourceFile = {
  id: 0,
  path: 'src/hand-made.twl',
  module: 'crate',
  mode: 'twilight-native',
  text: source,
};
export const at: Span = source.span(0, text.length - 1);

const containers = [8, 16, 32, 64, 128, 256] as const;

const ints = new Map<string, IntType>();

export function int(name: string): IntType {
  const known = ints.get(name);
  if (known !== undefined) return known;
  const bits = Number(name.slice(1));
  const container = containers.find(width => width >= bits)!;
  const made: IntType = { kind: 'int', name, signed: name.startsWith('i'), bits, container };
  ints.set(name, made);
  return made;
}

export const unit: Type = { kind: 'unit', name: '()' };
export const bool: Type = { kind: 'bool', name: 'bool' };

export function scope(locals: readonly Local[] = [], parent?: Scope): Scope {
  scopes++;
  return { id: scopes, parent, at, locals, region: undefined };
}
let scopes = 0;

export function parameter(id: number, name: string, type: Type): Local {
  return { id, name, type, kind: 'parameter', holds: 'owned', scope: scope(), at };
}

export const read = (local: Local): TypedExpression => ({
  kind: 'read',
  type: local.type,
  at,
  use: 'copy',
  place: { root: { kind: 'local', local }, path: [], type: local.type },
});

export function makeFunction(
  name: string,
  parameters: readonly Local[],
  result: TypedExpression,
  statements: readonly TypedStatement[] = [],
  locals: readonly Local[] = [],
): TypedFunction {
  functions++;
  return {
    id: functions,
    name,
    mangled: `hand::HandMade::${name}`,
    display: `HandMade::${name}`,
    role: 'entry',
    contract: 'HandMade',
    file,
    generated: false,
    payable: false,
    pipelineHint: undefined,
    verify: false,
    parameters,
    result: result.type,
    code: {
      kind: 'block',
      type: result.type,
      at,
      scope: scope([...parameters, ...locals]),
      statements,
      result,
      resultStops: true,
    },
    locals: [...parameters, ...locals],
    scopes: [],
    effects: { reads: [], writes: [], emits: false, prints: false, declared: false },
    recursive: false,
    at,
    nameAt: at,
  };
}
let functions = 0;

export function makeProgram(made: readonly TypedFunction[]): {
  readonly program: TypedProgram;
  readonly contract: TypedContract;
} {
  const init: TypedFunction = {
    ...makeFunction('init', [], { kind: 'zero', type: unit, at }),
    role: 'init',
    generated: true,
  };
  const contract: TypedContract = {
    name: 'HandMade',
    file,
    storage: [],
    events: [],
    init,
    functions: [init, ...made],
    tests: [],
    at,
  };
  return {
    contract,
    program: {
      package: { name: 'hand', version: '0.1.0' },
      files: [file],
      contracts: [contract],
      tests: [],
      testFunctions: [],
      constants: [],
      types: new Map(),
    },
  };
}
