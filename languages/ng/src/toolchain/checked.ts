// What the checker tells the code generator about a unit.

import type { Type } from './checker/types.js';
import type { Expression, FunctionDeclaration, ImplDeclaration, Unit } from './ast.js';
import type { SourceFile } from './source.js';

/** What was found out about the nodes of one body. A generic function has one of these for each instance. */
export interface Annotations {
  /** Absent where nothing is known before the program runs. */
  readonly types: ReadonlyMap<Expression, Type>;
  /** Calls, maps, filters and folds of generic functions → the instance that is meant. */
  readonly instances: ReadonlyMap<Expression, FunctionInstance>;
  /** A `ref<T>` that becomes a `ref<Trait>` here → the name of the trait. */
  readonly traitObjects: ReadonlyMap<Expression, string>;
  /** Declared and inferred types of locals, parameters and globals, by the node that declares them. */
  readonly declared: ReadonlyMap<object, Type>;
  /** What is decided before the program runs: tests of `const if`, `is_number<T>`, `typeof(x).name`. */
  readonly constants: ReadonlyMap<Expression, ConstantValue>;
}

export type ConstantValue = boolean | bigint | string;

/** A generic function with types for its parameters. */
export interface FunctionInstance {
  /** As it stands in the function table (`$NG2:v1…`). */
  readonly mangledName: string;
  /** As people write it: `pick<i32>`. */
  readonly shownName: string;
  readonly module: string;
  readonly declaration: FunctionDeclaration;
  readonly typeArguments: ReadonlyMap<string, Type>;
  /** Of the body with these types. */
  readonly annotations: Annotations;
}

/** What other modules may use of a module. */
export interface ModuleInterface {
  readonly name: string;
  readonly file: SourceFile;
  readonly unit: Unit;
  /** Exported names. */
  readonly exports: ReadonlySet<string>;
  /** Types of exported functions and values as text, for `exportTypes` of the compiled module. */
  readonly exportTypes: ReadonlyMap<string, string>;
  /** What the checker knows about the exports; absent for a module that was never checked (it has only its compiled form). */
  readonly exported?: ExportedNames;
}

/** What importers check against. */
export interface ExportedNames {
  readonly types: ReadonlyMap<string, Type>;
  readonly impls: readonly ExportedImpl[];
}

export interface ExportedImpl {
  readonly trait: string;
  readonly module: string;
  readonly declaration: ImplDeclaration;
}

export interface CheckedUnit {
  readonly file: SourceFile;
  readonly unit: Unit;
  readonly interface: ModuleInterface;
  /** By the dotted name in the `import`; only those that are NG source or compiled NG, never natives. */
  readonly imports: ReadonlyMap<string, ModuleInterface>;
  readonly annotations: Annotations;
  /** In the order of their discovery. */
  readonly instances: readonly FunctionInstance[];
}
