// A program that counts: each turn of a loop is two statements, and every tenth is printed.

import { marked, type MarkedModule } from './harness.js';

/** `main(n)`: `turn` adds one to `i`, `twice` sets `double` to it times two; where `i` can be divided by ten, `print` prints it. */
export const countingModule = (): MarkedModule =>
  marked((module, statement) => {
    const print = module.importFunction('env', 'print', { params: ['i32'], results: [] });
    module.export('memory', module.memory({ min: 1 }));
    module.data(64, new TextEncoder().encode('text\0'));
    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    main.param(0, 'n');
    const i = main.local('i32', 'i');
    const double = main.local('i64', 'double');
    const ratio = main.local('f64', 'ratio');
    const { code } = main;
    code.loop(undefined, again => {
      statement(code, 'turn');
      code.get(i).i32(1).op('i32.add').set(i);
      statement(code, 'twice');
      code.get(i).op('i64.extend_i32_s').i64(2).op('i64.mul').set(double);
      code.get(i).op('f64.convert_i32_s').f64(2).op('f64.div').set(ratio);
      code.i32(32).get(i).store('i32.store');
      code.get(i).i32(10).op('i32.rem_s', 'i32.eqz');
      code.if(undefined, () => {
        statement(code, 'print');
        code.get(i).call(print);
      });
      code.get(i).get(0).op('i32.lt_s').brIf(again);
    });
    statement(code, 'done');
    code.get(i);
    module.export('main', main);
  });
