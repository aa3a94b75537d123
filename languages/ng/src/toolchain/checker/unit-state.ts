// What the checker keeps while it goes through one unit.

import type {
  ConstantDeclaration,
  Expression,
  FunctionDeclaration,
  ImplDeclaration,
  TypeDeclaration,
  UseImplDeclaration,
} from '../ast.js';
import type { Annotations, ConstantValue, FunctionInstance } from '../checked.js';
import type { SourceFile } from '../source.js';
import { nativeConstants } from './native-constants.js';
import { Places } from './places.js';
import type { Scope } from './scope.js';
import type { GenericFunction, Type } from './types.js';

/** Annotations under construction. */
export interface Notes extends Annotations {
  readonly types: Map<Expression, Type>;
  readonly instances: Map<Expression, FunctionInstance>;
  readonly traitObjects: Map<Expression, string>;
  readonly declared: Map<object, Type>;
  readonly constants: Map<Expression, ConstantValue>;
}

export const newNotes = (): Notes => ({
  types: new Map(),
  instances: new Map(),
  traitObjects: new Map(),
  declared: new Map(),
  constants: new Map(),
});

export interface ImplRecord {
  readonly trait: string;
  readonly target: string;
  readonly module: string;
  readonly declaration: ImplDeclaration;
}

/** Instances of one generic function, by their types. An instance is absent for a native function. */
export type KnownInstances = Map<string, { result: Type; readonly instance?: FunctionInstance }>;

export class UnitState {
  readonly notes = newNotes();
  /** In the order of their discovery. */
  readonly instances: FunctionInstance[] = [];
  readonly knownInstances = new Map<GenericFunction, KnownInstances>();
  /** Name of a record → the traits that an `impl` or a `derive` gives it. */
  readonly traitsOf = new Map<string, string[]>();
  readonly impls: ImplRecord[] = [];
  readonly importedImpls = new Set<ImplDeclaration>();
  /** `use impl m::Trait for T;`: which of several impls is meant. */
  readonly selections: UseImplDeclaration[] = [];
  /** Name of an imported module → its dotted path. */
  readonly moduleNames = new Map<string, string>();
  readonly importedNames = new Set<string>();
  readonly autoTraits = new Set<string>();
  /** `Record::Trait` */
  readonly derived = new Set<string>();
  readonly constants = new Map<string, readonly ConstantDeclaration[]>(nativeConstants);
  readonly constantFunctions = new Map<string, FunctionDeclaration[]>();
  readonly specialisations = new Map<string, TypeDeclaration[]>();
  /** After `import m (*)` of a module that is not known, any name may be one of its. */
  anyNameMayExist = false;
  /** How many instances are being checked, one inside the other. */
  depth = 0;

  constructor(
    readonly file: SourceFile,
    /** Of the declarations. */
    readonly scope: Scope,
  ) {}

  get module(): string {
    return this.file.module;
  }
}

/** Where the checker stands inside a body. */
export interface Context {
  readonly state: UnitState;
  readonly scope: Scope;
  readonly notes: Notes;
  readonly places: Places;
  /** What the surroundings want; number literals and constructors without arguments take it over. */
  readonly expected: Type | undefined;
  /** What `next` must be given. */
  readonly next: readonly Type[];
  /** What the function returns by its declaration. */
  readonly result: Type | undefined;
  /** Inside the left side of a member access or an assignment a moved place may be named. */
  readonly mayNameMoved: boolean;
  /** What the original compiler does not look at is only looked at for annotations: it teaches functions nothing. */
  readonly quiet: boolean;
}

export const contextAt = (state: UnitState, scope: Scope, notes: Notes): Context => ({
  state,
  scope,
  notes,
  places: Places.none(),
  expected: undefined,
  next: [],
  result: undefined,
  mayNameMoved: false,
  quiet: false,
});

/** For an operand: nothing is expected of it. */
export const operandContext = (context: Context, mayNameMoved = false): Context =>
  context.expected === undefined && context.mayNameMoved === mayNameMoved
    ? context
    : { ...context, expected: undefined, mayNameMoved };
