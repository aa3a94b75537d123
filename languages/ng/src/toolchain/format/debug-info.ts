// What a debugger knows of a module: the source map of the specification, and what that lacks.

/** One entry of the NGSM block. Addresses run over the code of all functions, in the order of the table. */
export interface SourceMapEntry {
  readonly bytecodeAddress: number;
  /** From 1. */
  readonly sourceLine: number;
  /** From 0. */
  readonly sourceColumn: number;
  readonly sourceFile: string;
}

export interface SourceMap {
  readonly compileUnitName: string;
  /** By address. */
  readonly entries: readonly SourceMapEntry[];
}

/** In the source of the module or function; both count from 1. */
export interface DeclaredAt {
  readonly line: number;
  readonly column: number;
}

export interface DebugLocal {
  readonly name: string;
  readonly slot: number;
  /** As the language writes it; empty when nothing is known before the program runs. */
  readonly type: string;
  readonly parameter: boolean;
  /** Where it may be read, in module addresses; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly declared?: DeclaredAt;
}

export interface DebugFunction {
  /** As people write it: `Account.deposit`, `pick<i32>`; the table of functions has the mangled one. */
  readonly name: string;
  /** Index into the function table of the module. */
  readonly index: number;
  /** Module addresses; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Nobody wrote it: a native's empty body, the shape of an import. */
  readonly artificial: boolean;
  readonly locals: readonly DebugLocal[];
  /** First and last line of its text; absent where nobody wrote it, and in what older compilers wrote. */
  readonly extent?: { readonly line: number; readonly endLine: number };
}

export interface DebugGlobal {
  readonly name: string;
  readonly index: number;
  readonly type: string;
  readonly declared?: DeclaredAt;
}

/** A call that somebody wrote, of whatever it turns out to be when the program runs. */
export interface DebugCall {
  /** Module address of the instruction that calls. */
  readonly address: number;
  /** As the source has it, on one line. */
  readonly label: string;
  /** From 1; the end is the first place behind it. Which file it is, the source map says. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A member of a record or a payload of a variant, by the name of its type. */
export interface DebugField extends DeclaredAt {
  readonly type: string;
  readonly name: string;
}

/** Per entry of the source map, in the same order. */
export interface DebugStatement {
  /** A statement begins here: a step may stop, a breakpoint may sit. */
  readonly statement: boolean;
  readonly endLine: number;
  /** From 1, as for people. */
  readonly endColumn: number;
}

/** The block behind NGSM. */
export interface DebugInfo {
  readonly compileUnitName: string;
  /** Absolute path of the source the module was compiled from. */
  readonly sourcePath: string;
  /** Of that source: tells whether a file found later is the one that was compiled. */
  readonly sourceHash: string;
  readonly functions: readonly DebugFunction[];
  readonly globals: readonly DebugGlobal[];
  readonly statements: readonly DebugStatement[];
  /** By address; absent in what older compilers wrote. */
  readonly calls?: readonly DebugCall[];
  readonly fields?: readonly DebugField[];
}

/** A module with what its file says for debuggers, where it says anything. */
export interface DebugParts {
  readonly sourceMap?: SourceMap;
  readonly debug?: DebugInfo;
}
