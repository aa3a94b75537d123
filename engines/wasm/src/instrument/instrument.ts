// Rewrites a module so that it can be stopped, looked at and run again to the same position.
//
// What it costs the program while nothing is armed: an addition and a comparison for each basic block, a comparison for
// each probe inside of one, and two stores and a few loads around calls. Offsets that leave the engine are those of the original module.

import {
  bytesOf,
  type ByteWriter,
  sectionIds,
  customSection,
  writeElements,
  writeExport,
  writeFunctionType,
  writeGlobal,
  writeImport,
  writeLimits,
  writeSections,
  writeTableType,
  type Export,
  type FunctionType,
  type Import,
  type MemoryType,
  type Renumber,
  type WasmModule,
  type WrittenSection,
} from '@sonde/wasm';
import { Failure } from '@sonde/engine';
import type { CostOf } from './blocks.js';
import { nothingTooLarge, usualLimits, withLess, type CodeLimits, type TooLarge } from './code-limits.js';
import { checkFeatures } from './features.js';
import { handlerFunctions, type AddedFunction } from './handlers.js';
import { setLimitFunction } from './fences.js';
import { HomePlan } from './homes.js';
import { Signatures, stopType, type EngineGlobals, type EngineImports } from './layout.js';
import { OffsetMap } from './offset-map.js';
import { placeProbes } from './place-probes.js';
import {
  rewriteFunction,
  spilledLocals,
  type RewriteContext,
  type RewrittenFunction,
} from './rewrite-function.js';
import {
  armedName,
  exportNames,
  fenceName,
  globalName,
  handlerNames,
  ownModule,
  stopName,
  type CrossingType,
  type Site,
} from './sites.js';

export interface InstrumentOptions {
  /** Offsets of instructions at which the program can be stopped cheaply. */
  readonly probes: readonly number[];
  readonly costOf?: CostOf;
  /** Every instruction can be stopped at. */
  readonly steps?: boolean;
  /** Of memory, in pages of 64 KiB: it cannot grow beyond that, whatever the module says. */
  readonly mostPages?: number;
  readonly limits?: CodeLimits;
  /** Whether the program goes on with a local as the debugger leaves it, also where it was not stepped by instructions. */
  readonly takesBack?: (index: number, local: number) => boolean;
}

export interface Instrumented {
  readonly bytes: Uint8Array;
  /** By number. The first ones are the probes. */
  readonly sites: readonly Site[];
  /** Sites of probes by offset; offsets at which no instruction begins are not there, nor those of dead code. */
  readonly probes: ReadonlyMap<number, number>;
  readonly signatures: readonly (readonly CrossingType[])[];
  /** The signature of each function of the module itself, by its index. */
  readonly signatureOf: ReadonlyMap<number, number>;
  readonly offsets: OffsetMap;
  /** Functions that have less than was wanted, because V8 would not take them with all of it. */
  readonly tooLarge: TooLarge;
}

/** Throws a Failure for modules that cannot be instrumented. */
export function instrument(module: WasmModule, options: InstrumentOptions): Instrumented {
  checkFeatures(module);
  const { whole } = options.limits ?? usualLimits;
  let tooLarge = nothingTooLarge;
  for (;;) {
    const made = new Instrumenter(module, options, tooLarge).run();
    const large = made.sizes.flatMap((size, nth) => (size > whole ? [module.functions[nth]!] : []));
    if (large.length === 0) return made;
    tooLarge = withLess(module, tooLarge, large, options.steps === true);
  }
}

class Instrumenter {
  readonly #types: FunctionType[];
  readonly #typeIndices = new Map<string, number>();
  readonly #signatures = new Signatures();
  readonly #sites: Site[] = [];
  readonly #probes: ReadonlyMap<number, number>;
  /** Functions with probes: each has a fence, a global with the limit or, where one of them is armed, less than anything. */
  readonly #flagged: ReadonlyMap<number, number>;
  readonly #importedFunctions: number;
  readonly #addedImports: Import[] = [];
  readonly #signatureOf = new Map<number, number>();

  constructor(
    private readonly module: WasmModule,
    private readonly options: InstrumentOptions,
    private readonly tooLarge: TooLarge,
  ) {
    this.#types = [...module.types];
    this.#importedFunctions = count(module, 'function');
    ({ ordinals: this.#probes, functions: this.#flagged } = placeProbes(
      module,
      options.probes,
      tooLarge.toProbe,
    ));
    this.#sites.length = this.#probes.size;
  }

  /** `sizes`: of the functions of the module, in bytes. */
  run(): Instrumented & { readonly sizes: readonly number[] } {
    const { module, options, tooLarge } = this;
    // The number of imports moves all functions: signatures are collected before code is written.
    const locals = new Map(module.functions.map(body => [body.index, this.#localsOf(body.index)]));
    for (const [index, signature] of locals) this.#signatureOf.set(index, signature);
    const imports = this.#planImports();
    const shift = this.#addedImports.length;
    const renumber: Renumber = (space, index) =>
      space === 'function' && index >= this.#importedFunctions ? index + shift : index;
    const firstGlobal = count(module, 'global') + module.globals.length;
    const globals: EngineGlobals = {
      used: firstGlobal,
      limit: firstGlobal + 1,
      target: firstGlobal + 2,
      mark: firstGlobal + 3,
      wantedEntry: firstGlobal + 4,
      unwinding: firstGlobal + 5,
      armed: firstGlobal + 6,
    };
    const fences = globals.armed + this.#words;
    const handlerTable = count(module, 'table') + module.tables.length;
    const homes = new HomePlan(
      this.#signatures.list,
      fences + this.#flagged.size,
      this.#importedFunctions + shift + module.functions.length + 3 * this.#signatures.list.length + 1,
    );
    const context: RewriteContext = {
      module,
      renumber,
      costOf: options.costOf ?? (() => 1),
      globals,
      imports,
      handlerTable,
      stepsIn: index => options.steps === true && !tooLarge.toStep.has(index),
      probes: this.#probes,
      takesBack: options.takesBack ?? (() => true),
      fenceOf: index => {
        const nth = this.#flagged.get(index);
        return nth === undefined ? undefined : fences + nth;
      },
      typeIndex: type => this.#typeIndex(type),
      signatureOf: types => this.#signatures.of(types),
      homes,
      limits: options.limits ?? usualLimits,
      stopTypeOf: signature => this.#typeIndex(stopType(this.#signatures.list[signature]!)),
      addSite: site => this.#addSite(site),
    };
    const functions = module.functions.map(body => rewriteFunction(context, body));
    const parts = { ...context, signatures: this.#signatures.list, probes: this.#probes.size };
    const added = [
      ...handlerFunctions(parts),
      setLimitFunction(context, [...this.#flagged.keys()]),
      ...homes.functions(parts, context.typeIndex),
    ];
    const { sections, codeSection, starts } = this.#sections(context, functions, added);
    const written = writeSections(sections);
    const codeStart = written.starts[sections.indexOf(codeSection)]!;
    const offsets = new OffsetMap(
      functions.map((each, nth) => ({
        function: module.functions[nth]!.index,
        start: codeStart + starts[nth]!,
        end: codeStart + starts[nth]! + each.bytes.length,
        pairs: each.offsets,
      })),
    );
    return {
      bytes: written.bytes,
      sites: this.#sites,
      probes: this.#probes,
      signatures: this.#signatures.list,
      signatureOf: this.#signatureOf,
      offsets,
      tooLarge,
      sizes: functions.map(({ bytes }) => bytes.length),
    };
  }

  /** Words with one bit for each probe. */
  get #words(): number {
    return Math.ceil(this.#probes.size / 32);
  }

  #localsOf(index: number): number {
    const body = this.module.functions[index - this.#importedFunctions]!;
    return this.#signatures.of(spilledLocals(this.module, body));
  }

  #planImports(): EngineImports {
    const add = (name: string, type: FunctionType): number => {
      this.#addedImports.push({
        module: ownModule,
        name,
        thing: { kind: 'function', type: this.#typeIndex(type) },
      });
      return this.#importedFunctions + this.#addedImports.length - 1;
    };
    const slice = add('slice', { params: ['i32'], results: [] });
    const leave = {
      0: add('leave0', { params: [], results: [] }),
      32: add('leave32', { params: ['i32'], results: [] }),
      64: add('leave64', { params: ['i64'], results: [] }),
    } as const;
    const stop = this.#importedFunctions + this.#addedImports.length;
    this.#signatures.list.forEach((signature, nth) => add(stopName(nth), stopType(signature)));
    return { slice, leave, stop };
  }

  #typeIndex(type: FunctionType): number {
    const key = `${type.params.join()}>${type.results.join()}`;
    const known = this.#typeIndices.get(key);
    if (known !== undefined) return known;
    this.#typeIndices.set(key, this.#types.length);
    return this.#types.push(type) - 1;
  }

  #addSite(site: Site): number {
    if (site.kind !== 'probe') return this.#sites.push(site) - 1;
    const ordinal = this.#probes.get(site.offset)!;
    this.#sites[ordinal] = site;
    return ordinal;
  }

  #sections(
    context: RewriteContext,
    functions: readonly RewrittenFunction[],
    added: readonly AddedFunction[],
  ) {
    const { module } = this;
    const { renumber } = context;
    const starts: number[] = [];
    const codeSection: WrittenSection = {
      id: sectionIds.code,
      bytes: bytesOf(writer =>
        writer.vector([...functions, ...added], ({ bytes }) => {
          writer.unsigned(bytes.length);
          starts.push(writer.length);
          writer.bytes(bytes);
        }),
      ),
    };
    const firstFunction = this.#importedFunctions + this.#addedImports.length;
    const sections: WrittenSection[] = [codeSection, branchHints(functions, firstFunction)];
    const vector = <Item>(
      id: number,
      items: readonly Item[],
      write: (writer: ByteWriter, item: Item) => void,
    ): void => {
      if (items.length > 0)
        sections.push({ id, bytes: bytesOf(writer => writer.vector(items, item => write(writer, item))) });
    };
    vector(sectionIds.import, [...module.imports, ...this.#addedImports], writeImport);
    vector(sectionIds.function, [...module.functions, ...added], (writer, { type }) => writer.unsigned(type));
    const probes = this.#probes.size;
    const handlers = { element: 'funcref', min: 3 * probes, max: 3 * probes } as const;
    vector(sectionIds.table, [...module.tables, handlers], writeTableType);
    const own = 6 + this.#words + this.#flagged.size;
    sections.push({
      id: sectionIds.global,
      bytes: bytesOf(writer => {
        writer.unsigned(module.globals.length + own + context.homes.globals.length);
        for (const global of module.globals) writeGlobal(writer, global, module.bytes, renumber);
        for (let nth = 0; nth < own; nth++)
          writer.bytes(nth < 5 || nth >= 6 + this.#words ? emptyGlobal.i64 : emptyGlobal.i32);
        for (const type of context.homes.globals) writer.bytes(emptyGlobal[type]);
      }),
    });
    vector(sectionIds.export, this.#exports(context, added), writeExport);
    vector(sectionIds.element, module.elements, (writer, segment) =>
      writeElements(writer, segment, module.bytes, renumber),
    );
    // What is left is as it was; names and debug information would only be wrong.
    const { mostPages = Infinity } = this.options;
    vector(sectionIds.memory, module.memories, (writer, type) =>
      writeLimits(writer, limited(type, mostPages)),
    );
    const copied = new Set<number>([sectionIds.tag, sectionIds.dataCount, sectionIds.data]);
    for (const { id, start, end } of module.sections)
      if (copied.has(id)) sections.push({ id, bytes: module.bytes.subarray(start, end) });
    // Last, because everything above may have asked for types.
    vector(sectionIds.type, this.#types, writeFunctionType);
    return { sections, codeSection, starts };
  }

  #exports(
    { renumber, globals, imports, handlerTable }: RewriteContext,
    added: readonly AddedFunction[],
  ): readonly Export[] {
    const { module } = this;
    const own = (name: string, kind: Export['kind'], index: number): Export => ({ name, kind, index });
    const firstAdded = this.#importedFunctions + this.#addedImports.length + module.functions.length;
    const globalTypes = [
      ...module.imports.flatMap(({ thing }) => (thing.kind === 'global' ? [thing.type] : [])),
      ...module.globals.map(({ type }) => type),
    ];
    const hasMemory = count(module, 'memory') + module.memories.length > 0;
    return [
      ...module.exports.map(each =>
        each.kind === 'function' ? { ...each, index: renumber('function', each.index) } : each,
      ),
      own(exportNames.used, 'global', globals.used),
      own(exportNames.limit, 'global', globals.limit),
      own(exportNames.target, 'global', globals.target),
      own(exportNames.mark, 'global', globals.mark),
      own(exportNames.wantedEntry, 'global', globals.wantedEntry),
      own(exportNames.unwinding, 'global', globals.unwinding),
      ...Array.from({ length: this.#words }, (_, word) =>
        own(armedName(word), 'global', globals.armed + word),
      ),
      ...[...this.#flagged].map(([index, nth]) =>
        own(fenceName(index), 'global', globals.armed + this.#words + nth),
      ),
      own(exportNames.handlers, 'table', handlerTable),
      ...(hasMemory ? [own(exportNames.memory, 'memory', 0)] : []),
      // JavaScript cannot look at vectors.
      ...globalTypes.flatMap(({ type }, index) =>
        type === 'v128' ? [] : [own(globalName(index), 'global', index)],
      ),
      ...this.#signatures.list.map((_, nth) => own(handlerNames.stop(nth), 'function', imports.stop + nth)),
      ...added.map(({ name }, nth) => own(name, 'function', firstAdded + nth)),
      ...(module.start === undefined
        ? []
        : [own(exportNames.start, 'function', renumber('function', module.start))]),
    ];
  }
}

/**
 * Tells V8 which branches are hardly ever taken (proposal "branch hinting"): without it, the calls behind them make all
 * values be kept in memory where the program runs.
 */
function branchHints(functions: readonly RewrittenFunction[], first: number): WrittenSection {
  const contents = bytesOf(writer =>
    writer.vector(functions, ({ rare }, nth) => {
      writer.unsigned(first + nth);
      writer.vector(rare, offset => {
        writer.unsigned(offset);
        writer.unsigned(1);
        writer.byte(0);
      });
    }),
  );
  return { ...customSection('metadata.code.branch_hint', contents), beforeCode: true };
}

/** Throws a Failure for a module that begins with more. */
export function limited(type: MemoryType, mostPages: number): MemoryType {
  if (type.min > mostPages)
    throw new Failure(
      'no-resources',
      'program',
      `the module wants ${type.min} pages of memory, and may have ${mostPages}.`,
    );
  return mostPages === Infinity ? type : { ...type, max: Math.min(type.max ?? Infinity, mostPages) };
}

/** Mutable, with zero or null. */
const emptyGlobal: Readonly<Record<CrossingType, readonly number[]>> = {
  i64: [0x7e, 0x01, 0x42, 0x00, 0x0b],
  i32: [0x7f, 0x01, 0x41, 0x00, 0x0b],
  funcref: [0x70, 0x01, 0xd0, 0x70, 0x0b],
  externref: [0x6f, 0x01, 0xd0, 0x6f, 0x0b],
};

const count = (module: WasmModule, kind: Import['thing']['kind']): number =>
  module.imports.filter(({ thing }) => thing.kind === kind).length;
