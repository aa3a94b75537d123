// The entry of the checker: a source of either flavor to a typed program, or to what is wrong with it.

import { Problems, type SourceText } from '@sonde/native-compiler';
import type { Diagnostic } from '@sonde/language';
import { assemble, singleFile, type AssemblyRules } from '../modules/assemble.js';
import { parseProgram } from '../syntax/parse.js';
import type { ProgramTree } from '../syntax/tree.js';
import type { Flavor } from '../syntax/words.js';
import { declareAll } from './declarations.js';
import { checkMatch } from './exhaustiveness.js';
import { inferFileLevel } from './infer-program.js';
import { Inference } from './inference.js';
import { checkInitialisation } from './initialisation.js';
import type { Observer } from './meanings.js';
import type { TypedProgram } from './typed-program.js';

export interface Checked {
  /** Absent when there are errors. */
  readonly program?: TypedProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file on its own. */
export function checkSource(text: SourceText, flavor: Flavor): Checked {
  return checkFiles([{ text, flavor }], singleFile);
}

export interface ProgramFile {
  readonly text: SourceText;
  readonly flavor: Flavor;
}

/** The files of a program, which may be written in different flavors; at least one. */
export function checkFiles(files: readonly ProgramFile[], rules: AssemblyRules): Checked {
  const [first, ...others] = files.map(({ text }) => text) as [SourceText, ...SourceText[]];
  const parsed = files.map(({ text, flavor }) => {
    const own = new Problems(text);
    return { text, own, tree: parseProgram(flavor, own) };
  });
  if (parsed.some(({ own }) => own.hasErrors()))
    return { diagnostics: parsed.flatMap(({ own }) => own.diagnostics()) };
  const problems = new Problems(first, others);
  const { tree, entry } = assemble(parsed, rules, problems);
  if (problems.hasErrors()) return { diagnostics: problems.diagnostics() };
  const texts = [entry, ...[first, ...others].filter(text => text !== entry)];
  const program = checkTree(tree, texts, problems);
  const diagnostics = problems.diagnostics();
  return problems.hasErrors() ? { diagnostics } : { program, diagnostics };
}

export interface Analysed {
  readonly tree: ProgramTree;
  readonly inference: Inference;
  readonly program: TypedProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** The other files of the program that a source belongs to. */
export interface Surroundings {
  readonly files: readonly ProgramFile[];
  readonly rules: AssemblyRules;
}

/** As far as a source makes sense, also where it has errors: what an editor asks about while it is being written. */
export function analyseSource(
  text: SourceText,
  flavor: Flavor,
  observer: Observer,
  { files, rules }: Surroundings = { files: [], rules: singleFile },
): Analysed {
  const others = files.map(file => file.text);
  const problems = new Problems(text, others);
  const own = parseProgram(flavor, problems, true);
  const parsed = files.map(file => ({
    text: file.text,
    tree: parseProgram(file.flavor, new Problems(file.text), true),
  }));
  const { tree } = assemble([{ text, tree: own }, ...parsed], rules, problems);
  // What inference finds wrong with half a program mostly follows from the half that is missing.
  const later = problems.hasErrors() ? new Problems(text, others) : problems;
  const inference = new Inference(later, observer);
  const program = checkTree(tree, [text, ...others], later, inference);
  return { tree: own, inference, program, diagnostics: problems.diagnostics() };
}

function checkTree(
  tree: ProgramTree,
  texts: readonly SourceText[],
  problems: Problems,
  inference: Inference = new Inference(problems),
): TypedProgram {
  declareAll(inference, tree);
  const { functions, constants, main } = inferFileLevel(inference, tree);
  inference.matches.forEach(match => checkMatch(inference, match));
  if (!problems.hasErrors()) checkInitialisation(inference, [...constants, ...main.statements]);
  const globals = [...constants, ...main.statements].flatMap(statement =>
    statement.kind === 'let' && statement.variable.isGlobal ? [statement.variable] : [],
  );
  return {
    source: texts[0]!.source,
    texts,
    functions,
    types: inference.types,
    effects: inference.effects,
    externs: inference.externs,
    constants,
    main,
    globals,
    isTest: inference.usesTests,
  };
}
