// The smallest program that can be debugged: one function with one local variable. The example to start from.

import { functionType, i32, intConstant, IrModule } from '../llvm-ir.js';

/** `answer: number = 42; return answer` in lines 2 and 3 of a file. */
export function smallestProgram(name: string, directory: string): string {
  const module = new IrModule({ name });
  const unit = module.debugUnit({ language: 'DW_LANG_C11', producer: 'example', file: { name, directory } });
  const number = unit.types.typedef('number', unit.types.basic('int32', 32, 'signed'));

  const type = unit.types.subroutine(number, []);
  const subprogram = unit.subprogram({ name: 'main', file: unit.file, line: 1, type });
  const fn = module.define('main', functionType(i32, []), { subprogram });
  const { code } = fn;

  const answer = fn.alloca(i32, 'answer');
  code.at(2, 3, subprogram);
  code.declareVariable(unit.variable({ name: 'answer', scope: subprogram, line: 2, type: number }), answer);
  code.store(intConstant(i32, 42), answer);

  code.at(3, 3, subprogram);
  code.ret(code.load(i32, answer));
  return module.toString();
}
