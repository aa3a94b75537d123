// Statements and blocks.

import { i8, intConstant, type Value } from '@sonde/llvm-ir';
import { endOf } from '@sonde/native-compiler';
import type {
  Block,
  Declaration,
  Defer,
  Expression,
  If,
  Pass,
  Scope,
  Statement,
} from '../checker/typed-program.js';
import { sentinel } from '../checker/types.js';
import { emitLoop } from './emit-loops.js';
import { emitInto, emitMemory } from './emit-memory.js';
import { emitPick } from './emit-pick.js';
import { emitCondition, emitValue } from './emit-values.js';
import type { FunctionContext } from './function-context.js';

/** A block in a scope of its own, with something `first`; leaves the code at its end, where that can be reached. */
export function emitBlock(fc: FunctionContext, block: Block, first?: () => void): void {
  // Where nothing is written, no line of another way may show.
  if (block.statements.length === 0) fc.atNoLine();
  inScope(fc, block, () => {
    if (block.statements[0] !== undefined) fc.enterScope(block.scope, block.statements[0].at);
    first?.();
    for (const statement of block.statements) {
      if (fc.code.terminated) return;
      emitStatement(fc, statement);
    }
  });
}

/** Does the work in a new scope for the debugger, and then what is to be done when that is left at its end. */
export function inScope(fc: FunctionContext, { at }: Pick<Scope, 'at'>, work: () => void): void {
  const { surroundings, scope } = fc;
  if (scope !== undefined && fc.home.debug !== undefined)
    fc.scope = fc.home.debug.unit.lexicalBlock(scope, at.line, at.column);
  work();
  if (!fc.code.terminated) {
    // Nobody wants to stop at a brace where nothing happens.
    if (fc.cleanup !== surroundings.cleanup) fc.at(endOf(at));
    fc.leaveTo(surroundings);
  }
  fc.restore(surroundings);
  fc.scope = scope;
}

export function emitStatement(fc: FunctionContext, statement: Statement): void {
  const { code } = fc;
  if (statement.kind !== 'block') fc.at(statement.at);
  switch (statement.kind) {
    case 'block':
      return emitBlock(fc, statement);
    case 'declare':
      emitDeclaration(fc, statement);
      break;
    case 'expression':
      emitValue(fc, statement.expression);
      break;
    case 'pass':
      emitPass(fc, statement);
      break;
    case 'fail': {
      const given = emitValue(fc, statement.code);
      // A fail always fails.
      const isZero = code.icmp('eq', given, intConstant(i8, 0));
      fc.fail(code.select(isZero, intConstant(i8, sentinel(8)), given));
      break;
    }
    case 'if':
      return emitIf(fc, statement);
    case 'pick':
      return emitPick(fc, statement);
    case 'fall': {
      const { bodies, outer } = fc.picks.get(statement.pick)!;
      fc.leaveTo(outer);
      return code.br(bodies[statement.case]!);
    }
    case 'break':
    case 'continue': {
      const { breaks, continues, outer } = fc.loops.get(statement.loop)!;
      fc.leaveTo(outer);
      return code.br(statement.kind === 'break' ? breaks : continues);
    }
    case 'defer':
      fc.onLeaveShared(selector => emitBlock(fc, statement.body, () => tellApart(fc, statement, selector)));
      return;
    default:
      return emitLoop(fc, statement);
  }
  fc.endStatement();
}

/**
 * On one line there are two places to stop at: where a defer is reached, and where its code runs. Debuggers take them for
 * one if they are in one block, and a block without variables is none to them: so the selector is described as one of it.
 */
function tellApart(fc: FunctionContext, { at, body }: Defer, selector: Value): void {
  if (body.statements[0]?.at.line === at.line) fc.describeOwn('__exit0', at, selector);
}

function emitDeclaration(fc: FunctionContext, { variable, initial }: Declaration): void {
  if (variable.role === 'global') return emitInitial(fc, variable, initial, fc.slot(variable));
  fc.declareForRest(variable, slot => emitInitial(fc, variable, initial, slot));
}

function emitInitial(
  fc: FunctionContext,
  { type, role }: Declaration['variable'],
  initial: Expression | undefined,
  slot: Value,
): void {
  if (initial === undefined) return fc.zero(slot, fc.ir(type));
  if (!fc.home.layout.inMemory(type)) return fc.code.store(emitValue(fc, initial), slot);
  // A global can be seen by what its value is made of.
  if (role === 'global') fc.copy(slot, emitMemory(fc, initial), type);
  else emitInto(fc, initial, slot);
}

function emitPass(fc: FunctionContext, { value }: Pass): void {
  const { code, result } = fc;
  if (value !== undefined) emitGiven(fc, value);
  code.store(intConstant(i8, 0), result);
  fc.leave();
}

function emitGiven(fc: FunctionContext, value: Expression): void {
  const { code } = fc;
  const to = (): Value => code.member(fc.home.layout.struct(fc.resultType), fc.result, 1);
  if (fc.home.layout.inMemory(value.type)) return emitInto(fc, value, to());
  const given = emitValue(fc, value);
  code.store(given, to());
}

function emitIf(fc: FunctionContext, { condition, then, otherwise }: If): void {
  const { code, builder } = fc;
  const [yes, after] = [builder.block('then'), builder.block('after')];
  const no = otherwise ? builder.block('else') : after;
  fc.at(condition.at);
  code.condBr(emitCondition(fc, condition), yes, no);
  fc.endStatement();
  code.moveTo(yes);
  emitBlock(fc, then);
  if (!code.terminated) code.br(after);
  if (otherwise) {
    code.moveTo(no);
    emitStatement(fc, otherwise);
    if (!code.terminated) code.br(after);
  }
  fc.join(after);
}
