// What a `handle` is, as a constant: its effect and operations, where it is written, and which cells its arms use.

import {
  arrayConstant,
  i64,
  i8,
  intConstant,
  nullPointer,
  ptr,
  structConstant,
  structLayout,
  structType,
  type Constant,
} from '@sonde/llvm-ir';
import { expressionsIn } from '../checker/typed-walk.js';
import type { TypedExpression, Variable } from '../checker/typed-program.js';
import { typeName } from '../checker/types.js';
import { capturesOf, closureCell } from './emit-calls.js';
import type { FunctionContext } from './function-context.js';

type Handle = TypedExpression & { readonly kind: 'handle' };

/** `osp_handle_site` and `osp_captured_cell` of runtime/scheduling.h. */
const siteStruct = structType([ptr, i64, ptr, ptr, ptr, i64, i64, i64, ptr]);
const cellStruct = structType([ptr, ptr, i64, i64, ptr]);

export function handleSite(fc: FunctionContext, node: Handle): Constant {
  const { home } = fc;
  const { effect, arms, at } = node;
  const constant = (what: string, values: readonly Constant[]): Constant => {
    const initial = arrayConstant(values[0]!.type, values);
    const name = home.uniqueName(`osp.${what}.${effect.name}`);
    return home.module.global(name, initial.type, { initial, linkage: 'private', constant: true });
  };
  const resumes = effect.operations.map(operation =>
    intConstant(i8, arms.some(arm => arm.operation === operation && arm.resumes) ? 1 : 0),
  );
  const operations = effect.operations.map(({ name }) => home.text(name));
  const isTold = home.debug !== undefined;
  const cells = isTold ? cellsOf(fc, node) : [];
  const number = (value: number): Constant => intConstant(i64, value);
  const initial = structConstant(siteStruct, [
    home.effect(effect, fc.substitution),
    number(operations.length),
    operations.length === 0 ? nullPointer : constant('operations', operations),
    resumes.length === 0 ? nullPointer : constant('resumes', resumes),
    isTold ? home.text(home.program.texts[home.textNumber(at)]!.source.name) : nullPointer,
    number(isTold ? at.line : 0),
    number(isTold ? at.column : 0),
    number(cells.length),
    cells.length === 0 ? nullPointer : constant('cells', cells),
  ]);
  const name = home.uniqueName(`osp.handle.${effect.name}`);
  return home.module.global(name, siteStruct, { initial, linkage: 'private', constant: true });
}

/** Variables of the file level that functions read are captured by nobody. */
const globalsIn = (code: TypedExpression): readonly Variable[] =>
  [...expressionsIn(code)].flatMap(node => {
    if (node.kind === 'variable') return [node.variable];
    if (node.kind !== 'block') return [];
    return node.statements.flatMap(statement => (statement.kind === 'assign' ? [statement.variable] : []));
  });

/** Variables that may change, each once, with the first arm that has it. */
function cellsOf(fc: FunctionContext, { arms }: Handle): readonly Constant[] {
  const { home } = fc;
  const seen = new Set<unknown>();
  return arms.flatMap(arm => {
    const { captures, cell } = closureCell(fc, arm.body.captures);
    const { offsets } = structLayout(cell);
    const isOutside = (variable: Variable): boolean =>
      home.globals.has(variable) || captures.includes(variable);
    return [...new Set([...capturesOf(arm.body.captures), ...globalsIn(arm.code)])]
      .filter(variable => variable.mutable && isOutside(variable) && !seen.has(variable))
      .map(variable => {
        seen.add(variable);
        const global = home.globals.get(variable);
        return structConstant(cellStruct, [
          home.text(variable.name),
          home.text(typeName(fc.type(variable.type))),
          intConstant(i64, arm.operation.nth),
          intConstant(i64, global === undefined ? offsets[captures.indexOf(variable) + 1]! : 0),
          global ?? nullPointer,
        ]);
      });
  });
}
