// The entry of the checker: a source to a typed program, or to what is wrong with it.

import type { Diagnostic } from '@sonde/language';
import { Problems, type SourceText, endOf, type Span } from '@sonde/native-compiler';
import { parseProgram } from '../syntax/parse-program.js';
import type { ProgramTree, StatementTree } from '../syntax/statement-tree.js';
import { Body } from './body.js';
import { checkBlock, checkStatements } from './check-statements.js';
import { declareFunctions, declareMethods } from './declare-functions.js';
import { declareEnums, declareStructs, requireFree, reporting } from './declare-types.js';
import { ProgramNames, type DeclaredFunction, type FunctionDraft } from './program-names.js';
import type { Block, ScopeId, TypedFunction, TypedProgram } from './typed-program.js';
import { one, nothing } from './types.js';
import { warnLeaks } from './wild-leaks.js';

export interface Checked {
  /** Absent when there is an error. */
  readonly program?: TypedProgram;
  /** In the order of the source. */
  readonly diagnostics: readonly Diagnostic[];
}

export function checkSource(text: SourceText): Checked {
  const problems = new Problems(text);
  const tree = parseProgram(problems);
  // What was not understood would only lead to mistakes that are none.
  const program = problems.hasErrors() ? undefined : checkProgram(tree, problems);
  const failed = problems.hasErrors();
  return { diagnostics: problems.diagnostics(), ...(program && !failed ? { program } : {}) };
}

function checkProgram(tree: ProgramTree, problems: Problems): TypedProgram | undefined {
  const names = new ProgramNames(problems);
  for (const statement of tree.statements) {
    if (statement.kind === 'variable' && statement.constant)
      names.constants.set(statement.name.text, statement);
  }
  const constant = (name: string) => names.constants.get(name)?.initial;
  declareEnums(names, tree.enums, constant);
  declareStructs(names, tree.structs, constant);
  if (problems.hasErrors()) return undefined;
  declareFunctions(names, tree.functions);
  declareMethods(names, tree.structs);
  if (problems.hasErrors()) return undefined;
  const moduleInit = checkModule(names, tree);
  const functions = new Map<string, TypedFunction>();
  for (const [id, declared] of names.functions) {
    if (!problems.full) checkFunction(names, declared);
    functions.set(id, declared.draft);
  }
  const main = functions.get('main');
  if (!main && !moduleInit && !problems.hasErrors()) {
    problems.error(tree.at, 'the program has no main', 'Declare it: func:main = int32() { pass(0); };');
  }
  return {
    source: problems.text.source,
    structs: names.structs,
    enums: names.enums,
    functions,
    globals: [...names.globals.values()],
    ...(moduleInit ? { moduleInit } : {}),
    ...(main ? { main } : {}),
  };
}

function checkFunction(names: ProgramNames, { tree, draft }: DeclaredFunction): void {
  if (!tree?.body) return;
  const body = new Body(names, draft, 'function');
  const flow = body.inScope(tree.at, () => {
    for (const parameter of draft.parameters) body.adopt(parameter);
    return checkBlock(body, tree.body!);
  });
  finish(body, flow.statement, flow.completes);
  if (flow.completes && draft.result.kind !== 'void') {
    names.problems.error(
      endOf(tree.body.at),
      `${draft.name} can end without pass or fail`,
      `It has to pass ${one(draft.result)} on every way.`,
    );
  }
}

function finish(body: Body, block: Block, completes: boolean): void {
  const { draft } = body;
  draft.body = block;
  draft.scopes = body.scopes;
  draft.locals = body.locals;
  draft.fallsOffEnd = completes;
  warnLeaks(draft, body.names.problems);
}

/** What stands at module level, as the body of a function that runs before main. */
function checkModule(names: ProgramNames, tree: ProgramTree): TypedFunction | undefined {
  if (tree.statements.length === 0) return undefined;
  for (const statement of tree.statements) {
    if (statement.kind === 'variable') reporting(names, () => requireFree(names, statement.name));
  }
  if (names.problems.hasErrors()) return undefined;
  const at = moduleSpan(tree.statements);
  const draft: FunctionDraft = {
    ...{ name: '__aria_module_init', id: '__aria_module_init', hasSelf: false, at, nameAt: at },
    ...{ parameters: [], result: nothing, extern: false, async: false, jit: false },
    ...{ scopes: [], locals: [], fallsOffEnd: true },
  };
  const body = new Body(names, draft, 'module');
  body.inScope(at, () =>
    body.inScope(at, (scope: ScopeId) => {
      const { checked, completes } = checkStatements(body, tree.statements);
      finish(body, { kind: 'block', scope, statements: checked, at }, completes);
    }),
  );
  return draft;
}

function moduleSpan(statements: readonly StatementTree[]): Span {
  const first = statements[0]!.at;
  const { end, endLine, endColumn } = statements.at(-1)!.at;
  return { ...first, end, endLine, endColumn };
}
