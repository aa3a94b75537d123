// A compile unit: files, functions, scopes, variables and locations of one source, for the debugger.

import { misuse } from '../misuse.js';
import { DebugTypes } from './debug-types.js';
import { expressionText, flagsField, NodeList, nodeText, stringField } from './metadata.js';
import type { DebugExpression, MetadataTable } from './metadata.js';
import { requireLine, storedColumn, subprogramOf } from './nodes.js';
import type {
  DebugFile,
  DebugGlobal,
  DebugLocation,
  DebugNamespace,
  DebugScope,
  DebugType,
  DebugVariable,
  LexicalBlock,
  LocalScope,
  Subprogram,
  UnitScope,
} from './nodes.js';

export interface FileOptions {
  readonly name: string;
  /** What the name starts from; a debugger joins the two. */
  readonly directory: string;
  /** 32 hex digits. DWARF 5 carries checksums only if all files of a unit have one. */
  readonly md5?: string;
  /** The text itself, for sources that exist nowhere else. */
  readonly source?: string;
}

export interface UnitOptions {
  /** `DW_LANG_…` as DWARF names it, or its number. */
  readonly language: string | number;
  readonly producer: string;
  readonly file: FileOptions;
  readonly isOptimized?: boolean;
  /** The command line, for the record. */
  readonly flags?: string;
}

export interface SubprogramOptions {
  readonly name: string;
  /** The symbol, where it is another. */
  readonly linkageName?: string;
  readonly file: DebugFile;
  readonly line: number;
  /** Of the opening of the body; the line of the name where it is not given. */
  readonly scopeLine?: number;
  /** Made by `types.subroutine`. */
  readonly type: DebugType;
  readonly scope?: DebugScope;
  /** A function of this unit only. */
  readonly isLocal?: boolean;
  /** False: known but not here. */
  readonly isDefinition?: boolean;
  /** Made by the compiler; debuggers step through it. */
  readonly artificial?: boolean;
  /** Where the program begins. */
  readonly isMain?: boolean;
  readonly noReturn?: boolean;
}

export interface VariableOptions {
  readonly name: string;
  readonly scope: LocalScope;
  readonly line: number;
  readonly type: DebugType;
  readonly file?: DebugFile;
  readonly artificial?: boolean;
}

export interface GlobalVariableOptions {
  readonly name: string;
  readonly linkageName?: string;
  readonly file: DebugFile;
  readonly line: number;
  readonly type: DebugType;
  readonly scope?: DebugScope;
  readonly isLocal?: boolean;
  readonly expression?: DebugExpression;
}

export class DebugUnit implements UnitScope {
  readonly kind = 'unit';
  readonly id: number;
  readonly types: DebugTypes;
  readonly file: DebugFile;
  readonly #enumerations: NodeList;
  readonly #retained: NodeList;
  readonly #globals: NodeList;
  readonly #optimized: boolean;
  readonly #variables = new Map<number, NodeList>();

  constructor(
    readonly home: MetadataTable,
    options: UnitOptions,
  ) {
    const language = languageText(options.language);
    this.#optimized = options.isOptimized ?? false;
    this.file = this.addFile(options.file);
    this.#enumerations = new NodeList(home);
    this.#retained = new NodeList(home);
    this.#globals = new NodeList(home);
    this.types = new DebugTypes(home, type => this.#enumerations.add(type));
    this.id = home.later(() => {
      const fields = {
        language,
        file: home.ref(this.file),
        producer: stringField(options.producer),
        isOptimized: this.#optimized,
        flags: stringField(options.flags),
        runtimeVersion: 0,
        emissionKind: 'FullDebug',
        enums: this.#enumerations.ref,
        retainedTypes: this.#retained.ref,
        globals: this.#globals.ref,
        splitDebugInlining: false,
        nameTableKind: 'None',
      };
      return nodeText('DICompileUnit', fields, { distinct: true });
    });
    home.addNamed('llvm.dbg.cu', home.ref(this));
  }

  addFile(options: FileOptions): DebugFile {
    if (options.md5 !== undefined && !/^[0-9a-f]{32}$/i.test(options.md5))
      misuse(`an MD5 has 32 hex digits: ${options.md5}`);
    const fields = {
      filename: stringField(options.name) ?? misuse('a file needs a name'),
      directory: stringField(options.directory) ?? '""',
      checksumkind: options.md5 === undefined ? undefined : 'CSK_MD5',
      checksum: stringField(options.md5?.toLowerCase()),
      source: stringField(options.source),
    };
    return { kind: 'file', id: this.home.shared(nodeText('DIFile', fields)), home: this.home };
  }

  /** Keeps a type in the debug information although nothing there mentions it. */
  retain(type: DebugType): void {
    this.#retained.add(type);
  }

  namespace(name: string, scope?: DebugScope): DebugNamespace {
    const fields = { name: stringField(name), scope: this.home.optional(scope) ?? 'null' };
    return { kind: 'namespace', id: this.home.shared(nodeText('DINamespace', fields)), home: this.home };
  }

  subprogram(options: SubprogramOptions): Subprogram {
    const isDefinition = options.isDefinition ?? true;
    const line = requireLine(options.line, options.name);
    const scopeLine = isDefinition ? requireLine(options.scopeLine ?? line, options.name) : undefined;
    const spFlags = [
      ...(options.isLocal === true ? ['DISPFlagLocalToUnit'] : []),
      ...(isDefinition ? ['DISPFlagDefinition'] : []),
      ...(this.#optimized ? ['DISPFlagOptimized'] : []),
      ...(options.isMain === true ? ['DISPFlagMainSubprogram'] : []),
    ];
    const flags = [
      ...(options.artificial === true ? ['DIFlagArtificial'] : []),
      'DIFlagPrototyped',
      ...(options.noReturn === true ? ['DIFlagNoReturn'] : []),
    ];
    const fields = {
      name: stringField(options.name),
      linkageName: stringField(options.linkageName),
      scope: this.home.ref(options.scope ?? options.file),
      file: this.home.ref(options.file),
      line,
      type: this.home.ref(options.type),
      scopeLine,
      flags: flagsField(flags),
      spFlags: flagsField(spFlags),
    };
    const common = { kind: 'subprogram', name: options.name, file: options.file, home: this.home } as const;
    if (!isDefinition)
      return { ...common, isDefinition, id: this.home.shared(nodeText('DISubprogram', fields)) };
    const variables = new NodeList(this.home);
    const id = this.home.later(() => {
      const whole = { ...fields, unit: this.home.ref(this), retainedNodes: variables.ref };
      return nodeText('DISubprogram', whole, { distinct: true });
    });
    this.#variables.set(id, variables);
    return { ...common, isDefinition, id };
  }

  lexicalBlock(parent: LocalScope, line: number, column: number, file = parent.file): LexicalBlock {
    const fields = {
      scope: this.home.ref(parent),
      file: this.home.ref(file),
      line: requireLine(line, 'a block'),
      column: storedColumn(column, 'a block'),
    };
    const id = this.home.later(() => nodeText('DILexicalBlock', fields, { distinct: true }));
    return { kind: 'block', id, home: this.home, parent, file };
  }

  variable(options: VariableOptions): DebugVariable {
    return this.#variable(options, undefined);
  }

  /** `position` counts from 1. */
  parameter(position: number, options: VariableOptions): DebugVariable {
    if (!Number.isInteger(position) || position < 1 || position > 0xffff)
      misuse(`the parameter ${options.name} cannot have position ${position}`);
    return this.#variable(options, position);
  }

  /** To be given to the global variable as its `debug`. */
  globalVariable(options: GlobalVariableOptions): DebugGlobal {
    const fields = {
      name: stringField(options.name),
      linkageName: stringField(options.linkageName),
      scope: this.home.ref(options.scope ?? this),
      file: this.home.ref(options.file),
      line: requireLine(options.line, options.name),
      type: this.home.ref(options.type),
      isLocal: options.isLocal ?? false,
      isDefinition: true,
    };
    const variable = this.home.later(() => nodeText('DIGlobalVariable', fields, { distinct: true }));
    const expr = expressionText(options.expression ?? []);
    const id = this.home.shared(nodeText('DIGlobalVariableExpression', { var: `!${variable}`, expr }));
    const global: DebugGlobal = { kind: 'global', id, home: this.home };
    this.#globals.add(global);
    return global;
  }

  location(line: number, column: number, scope: LocalScope): DebugLocation {
    return locationNode(this.home, line, column, scope);
  }

  #variable(options: VariableOptions, position: number | undefined): DebugVariable {
    const fields = {
      name: stringField(options.name),
      arg: position,
      scope: this.home.ref(options.scope),
      file: this.home.ref(options.file ?? options.scope.file),
      line: requireLine(options.line, options.name),
      type: this.home.ref(options.type),
      flags: options.artificial === true ? 'DIFlagArtificial' : undefined,
    };
    const { scope, line } = options;
    const id = this.home.shared(nodeText('DILocalVariable', fields));
    const variable: DebugVariable = { kind: 'variable', id, home: this.home, scope, line };
    // An optimiser may remove every trace of a variable; the list lets a debugger say so instead of nothing.
    if (this.#optimized) this.#variables.get(subprogramOf(scope).id)?.add(variable);
    return variable;
  }
}

/** Equal ones are one node. Line 0 is code that belongs to no line. */
export function locationNode(
  table: MetadataTable,
  line: number,
  column: number,
  scope: LocalScope,
): DebugLocation {
  const fields = {
    line: requireLine(line, 'code'),
    column: storedColumn(column, 'code'),
    scope: table.ref(scope),
  };
  const id = table.shared(nodeText('DILocation', fields));
  return { kind: 'location', id, home: table, line, column: fields.column, scope };
}

function languageText(language: string | number): string | number {
  const fine =
    typeof language === 'number'
      ? Number.isInteger(language) && language > 0 && language <= 0xffff
      : /^DW_LANG_\w+$/.test(language);
  return fine ? language : misuse(`not a language of DWARF: ${language}`);
}
