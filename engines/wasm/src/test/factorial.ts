// The program of most tests: factorials by recursion, a number of the host, output, and a division that may trap.

import { marked, type MarkedModule } from './harness.js';

/**
 * `main(n)`: `first` asks the host for a number, `call` computes n!, `print` prints it, `divide` divides by `n - 5`, `done`.
 * `fact(n)`: `enter` sets a local to 10 n, `half` one to 1.5, `branch` calls itself.
 */
export function factorial(): MarkedModule {
  return marked((module, statement) => {
    const print = module.importFunction('env', 'print', { params: ['i32'], results: [] });
    const next = module.importFunction('env', 'next', { params: ['i32'], results: ['i32'] });
    module.export('memory', module.memory({ min: 1 }));
    const counter = module.global('counter', { type: 'i32', mutable: true }, code => code.i32(0));

    const fact = module.function('fact', { params: ['i32'], results: ['i32'] });
    const ten = fact.local('i32', 'ten');
    const half = fact.local('f64', 'half');
    const { code } = fact;
    statement(code, 'enter');
    code.get(0).i32(10).op('i32.mul').set(ten);
    statement(code, 'half');
    code.f64(1.5).set(half);
    statement(code, 'branch');
    code.get(0).i32(2).op('i32.lt_s');
    code.if(
      'i32',
      () => void code.i32(1),
      () => void code.get(0).get(0).i32(1).op('i32.sub').call(fact.reference).op('i32.mul'),
    );

    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    main.param(0, 'n');
    fact.param(0, 'n');
    const result = main.local('i32', 'result');
    const body = main.code;
    statement(body, 'first');
    body.i32(8).call(next).set(result);
    statement(body, 'call');
    body.get(0).call(fact.reference).set(result);
    statement(body, 'print');
    body.get(result).call(print);
    statement(body, 'divide');
    body.i32(100).get(0).i32(5).op('i32.sub', 'i32.div_s').globalSet(counter);
    statement(body, 'done');
    body.get(result);
    module.export('main', main);
  });
}
