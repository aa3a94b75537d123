// hsx-cc: C sources and objects to a linked program, in memory.

import path from 'node:path';
import { addIncluded, readFromDisk, type ReadText } from '@sonde/built-in-clang';
import { assemble } from '../asm/assemble.js';
import { assemblyDebug } from '../asm/assembly-debug.js';
import type { DbgFile, DebugGrade } from '../format/dbg.js';
import type { HxoObject } from '../format/hxo.js';
import type { SymFile } from '../format/sym-file.js';
import { link, type LinkInput } from '../ld/link.js';
import { layOutCode } from '../llc/code-layout.js';
import { compileModule, type CompileDiagnostic, type CompiledModule } from '../llc/compile-module.js';
import { debugInformation } from '../llc/debug/debug-information.js';
import { emitModule } from '../llc/emit-module.js';
import type { Problem } from '../problem.js';
import { chosenFrontEnd, type FrontEndResult } from './front-end.js';
import { includeDirectory, startText, withHeaders } from './library.js';
import { neededLibrary } from './needed-library.js';
import { stemOf } from '../stem.js';

export type ProgramSource =
  /** Names are paths; those that are relative are taken from `directory`. */
  | { readonly kind: 'c'; readonly name: string; readonly text: string }
  | { readonly kind: 'assembly'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'object';
      readonly name: string;
      readonly object: HxoObject;
      /** What the compiler said of it, where that is known. */
      readonly dbg?: DbgFile;
    };

export interface CompileOptions {
  readonly optimization?: '0' | '1' | '2';
  readonly debugGrade?: DebugGrade;
  readonly includeDirectories?: readonly string[];
  readonly defines?: readonly string[];
  /** A program, or `wasm`; by itself the system's clang where there is one. */
  readonly clang?: string;
  readonly directory?: string;
  readonly readText?: ReadText;
  readonly appName?: string;
  readonly hxePath?: string;
}

export interface CompiledProgram {
  readonly image?: Uint8Array;
  readonly sym?: SymFile;
  readonly diagnostics: readonly CompileDiagnostic[];
  /** MVASM of each source in C, by object name. */
  readonly assembly: ReadonlyMap<string, string>;
}

const nothing = new Map<string, string>();
const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

export async function compileC(
  sources: readonly ProgramSource[],
  options: CompileOptions = {},
): Promise<CompiledProgram> {
  const [program] = await compilePrograms([sources], options);
  return program!;
}

/** Several programs with one run of clang, which takes longer to start than to compile. */
export async function compilePrograms(
  programs: readonly (readonly ProgramSource[])[],
  options: CompileOptions = {},
): Promise<CompiledProgram[]> {
  const front = await runFrontEnd(programs.flat().filter(isC), options);
  const made: CompiledProgram[] = [];
  for (const sources of programs) {
    const { modules, diagnostics } = compileSources(sources.filter(isC), options, front);
    if (diagnostics.some(isError)) made.push({ diagnostics, assembly: nothing });
    else made.push(await linkProgram(modules, sources, options, diagnostics));
  }
  return made;
}

export interface SeparateObject {
  readonly name: string;
  /** MVASM. */
  readonly text: string;
  readonly dbg?: DbgFile;
}

/** Objects that are linked later: nothing is known of where their code will lie, so all their jumps are far ones. */
export async function compileObjects(sources: readonly ProgramSource[], options: CompileOptions = {}) {
  const front = await runFrontEnd(sources.filter(isC), options);
  const { modules, diagnostics } = compileSources(sources.filter(isC), options, front);
  const objects: SeparateObject[] = modules.map(module => {
    const emitted = emitModule(module, { isShort: () => false });
    return {
      name: module.name,
      text: emitted.text,
      dbg: debugInformation(module, emitted, options.debugGrade ?? 3),
    };
  });
  for (const source of sources) {
    if (source.kind === 'assembly') objects.push({ name: stemOf(source.name), text: source.text });
  }
  return { objects, diagnostics };
}

type CSource = ProgramSource & { readonly kind: 'c' };
const isC = (source: ProgramSource): source is CSource => source.kind === 'c';

const absoluteName = (name: string, { directory }: CompileOptions): string =>
  path.resolve(directory ?? process.cwd(), name);

export async function runFrontEnd(
  sources: readonly CSource[],
  options: CompileOptions,
): Promise<FrontEndResult> {
  if (sources.length === 0) return { modules: new Map(), diagnostics: [] };
  const files = new Map(sources.map(({ name, text }) => [absoluteName(name, options), text]));
  const given = (options.includeDirectories ?? []).map(name => absoluteName(name, options));
  const directories = [...given, includeDirectory];
  addIncluded(files, directories, withHeaders(options.readText ?? readFromDisk));
  return chosenFrontEnd(options.clang)({
    files,
    sources: sources.map(({ name }) => absoluteName(name, options)),
    optimization: options.optimization ?? '0',
    debug: true,
    includeDirectories: directories,
    defines: options.defines ?? [],
  });
}

/** Up to where addresses matter. */
export function compileSources(sources: readonly CSource[], options: CompileOptions, front: FrontEndResult) {
  const own = new Set(sources.map(({ name }) => absoluteName(name, options)));
  // Headers belong to all.
  const diagnostics: CompileDiagnostic[] = front.diagnostics.filter(
    ({ file }) => file === undefined || own.has(file) || !front.modules.has(file),
  );
  const modules: CompiledModule[] = [];
  const taken = new Set<string>();
  for (const { name } of sources) {
    const text = front.modules.get(absoluteName(name, options));
    if (text === undefined) continue;
    const stem = stemOf(name);
    let unique = stem;
    for (let count = 2; taken.has(unique); count += 1) unique = `${stem}~${count}`;
    taken.add(unique);
    const compiled = compileModule(text, unique);
    diagnostics.push(...compiled.diagnostics);
    if (compiled.module !== undefined) modules.push(compiled.module);
  }
  return { modules, diagnostics };
}

async function linkProgram(
  modules: readonly CompiledModule[],
  sources: readonly ProgramSource[],
  options: CompileOptions,
  earlier: readonly CompileDiagnostic[],
): Promise<CompiledProgram> {
  const problems: Problem[] = [];
  const assembled = (name: string, text: string, file: string): LinkInput | undefined => {
    const result = assemble(text, { file, readText: file => (options.readText ?? readFromDisk)(file) });
    problems.push(...result.problems);
    return result.object === undefined ? undefined : { name, object: result.object };
  };
  const others = sources.flatMap((source): LinkInput[] => {
    if (source.kind === 'c') return [];
    const stem = stemOf(source.name);
    if (source.kind === 'object')
      return [
        { name: stem, object: source.object, ...(source.dbg === undefined ? {} : { dbg: source.dbg }) },
      ];
    const result = assemble(source.text, { file: source.name, readText: options.readText ?? readFromDisk });
    problems.push(...result.problems);
    const { object } = result;
    if (object === undefined) return [];
    return [
      { name: stem, object, dbg: assemblyDebug(result, object, stem, options.directory ?? process.cwd()) },
    ];
  });
  const start = assembled('hsx-start', startText(), 'start.mvasm');
  if (start === undefined || problems.some(isError)) return failed(earlier, problems);
  const caller = callerOfMain(modules, others);
  if (caller !== undefined)
    return failed(earlier, [
      {
        severity: 'error',
        kind: 'symbol',
        message: `${caller} refers to main of another file, which is compiled to run once`,
        hint: 'Call another function from there.',
      },
    ]);
  const { library, assembly } = await neededLibrary(modules, others, chosenFrontEnd(options.clang));
  const all = [...modules, ...library.map(({ module }) => module)];
  const keep = new Map(library.map(({ module, symbols }) => [module, symbols]));
  const functions = all.flatMap(module =>
    module.functions.filter(({ placed }) => keep.get(module)?.has(placed.code.symbol) ?? true),
  );
  const startSize = start.object.code.length * 4;
  const known = new Map([...start.object.symbols].map(([name, { offset }]) => [name, offset]));
  const layout = layOutCode(
    functions.map(({ placed }) => placed),
    startSize,
    known,
  );
  const grade = options.debugGrade ?? 3;
  const inputs: LinkInput[] = [start];
  const texts = new Map<string, string>();
  for (const module of all) {
    const symbols = keep.get(module);
    const emitted = emitModule(module, layout, symbol => symbols?.has(symbol) ?? true);
    const input = assembled(module.name, emitted.text, `${module.name}.mvasm`);
    if (input === undefined) return failed(earlier, problems);
    if (symbols === undefined) texts.set(module.name, emitted.text);
    inputs.push({ ...input, dbg: debugInformation(module, emitted, symbols === undefined ? grade : 1) });
  }
  for (const { name, text } of assembly) {
    const input = assembled(name, text, `${name}.mvasm`);
    if (input !== undefined) inputs.push(input);
  }
  const linked = link([...inputs, ...others], {
    ...(options.appName === undefined ? {} : { appName: options.appName }),
    ...(options.hxePath === undefined ? {} : { hxePath: options.hxePath }),
  });
  problems.push(...linked.problems);
  return {
    ...(linked.image === undefined ? {} : { image: linked.image }),
    ...(linked.sym === undefined ? {} : { sym: linked.sym }),
    diagnostics: [...earlier, ...tellable(problems).map(diagnosticOf)],
    assembly: texts,
  };
}

/** Large variables of `main` are not on the stack, so that only its own file may call it: that is compiled with it in sight. */
function callerOfMain(modules: readonly CompiledModule[], others: readonly LinkInput[]): string | undefined {
  const owner = modules.find(({ functions }) => functions.some(({ name }) => name === 'main'));
  if (owner === undefined) return undefined;
  const module = modules.find(
    each => each !== owner && [...each.functions, ...each.globals].some(({ used }) => used.has('main')),
  );
  return module?.name ?? others.find(({ object }) => object.imports.includes('main'))?.name;
}

/** What does not fit is said once, and not of a line of assembly that nobody wrote. */
function tellable(problems: readonly Problem[]): readonly Problem[] {
  const tooLarge = problems.find(({ kind }) => kind === 'too-large');
  if (tooLarge === undefined) return problems;
  const { place: _, sourceLine: __, ...rest } = tooLarge;
  return [rest, ...problems.filter(({ kind }) => kind !== 'too-large')];
}

const failed = (earlier: readonly CompileDiagnostic[], problems: readonly Problem[]): CompiledProgram => ({
  diagnostics: [...earlier, ...tellable(problems).map(diagnosticOf)],
  assembly: nothing,
});

function diagnosticOf({ severity, message, hint, place }: Problem): CompileDiagnostic {
  return {
    severity,
    message: hint === undefined ? message : `${message}. ${hint}`,
    ...(place === undefined ? {} : { file: place.file, line: place.line, column: place.column }),
  };
}
