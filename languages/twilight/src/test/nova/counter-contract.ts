// A contract made by hand, for tests of the node: a counter in storage, and every way in which a call can end.

import { ModuleBuilder, type Code, type FunctionReference, type Mark } from '@sonde/wasm';
import { hostFunctions, moduleExports, type HostFunctionName } from '../../toolchain/host/host-functions.js';

export interface CounterContract {
  readonly bytes: Uint8Array;
  /** Offsets of statements by name. */
  readonly at: Readonly<Record<Statement, number>>;
}

export type Statement = 'load' | 'double' | 'store' | 'emit' | 'done' | 'twice' | 'fail' | 'loop' | 'burn';

const key = { at: 64, text: 'count' };
const message = { at: 80, text: 'no more' };
const said = { at: 96, text: 'added' };
const value = 128;
const topic = 160;
const panicAt = 256;

/**
 * `add(n)`: reads the counter, adds twice n, writes it, prints, emits and answers with it. `fail(n)` adds and reverts, `trap` panics,
 * `divide(n)` divides by n, `burn(n)` counts down from n, `forever` never ends, `sender` reads the context.
 */
export function counterContract(): CounterContract {
  const module = new ModuleBuilder('counter');
  const host = {} as Record<HostFunctionName, FunctionReference>;
  for (const name of ['read', 'write', 'emitEvent', 'revert', 'print', 'getSender', 'getGasLeft'] as const) {
    const { module: from, name: imported, type } = hostFunctions[name];
    host[name] = module.importFunction(from, imported, type);
  }
  module.export(moduleExports.memory, module.memory({ min: 1, max: 1 }));
  const panicGlobal = module.global('panic', { type: 'i32', mutable: true }, code => code.i32(0));
  module.export(moduleExports.panicText, panicGlobal);
  const utf8 = new TextEncoder();
  for (const each of [key, message, said]) module.data(each.at, utf8.encode(each.text));
  module.data(topic, new Uint8Array(32).fill(7));
  module.data(panicAt, new Uint8Array([4, 0, 0, 0, ...utf8.encode('oops')]));

  const marks = {} as Record<Statement, Mark>;
  const statement = (code: Code, name: Statement): Code => {
    marks[name] = code.mark();
    return code;
  };
  const text = (code: Code, of: { readonly at: number; readonly text: string }): Code =>
    code.i32(of.at).i32(of.text.length);

  const twice = module.function('twice', { params: ['i64'], results: ['i64'] });
  twice.param(0, 'n');
  statement(twice.code, 'twice').get(0).i64(2).op('i64.mul');

  const add = module.function('add', { params: ['i64'], results: ['i64'] });
  const n = add.param(0, 'n');
  const total = add.local('i64', 'total');
  const { code } = add;
  statement(code, 'load').i32(0);
  text(code, key).i32(value).i32(0).i32(8).call(host.read).op('drop');
  code.i32(value).load('i64.load').set(total);
  statement(code, 'double').get(n).call(twice.reference).get(total).op('i64.add').set(total);
  statement(code, 'store').i32(value).get(total).store('i64.store');
  code.i32(0);
  text(code, key).i32(value).i32(8).call(host.write).op('drop');
  statement(code, 'emit').i32(topic).i32(1).i32(value).i32(8).call(host.emitEvent).op('drop');
  statement(code, 'done');
  text(code, said).call(host.print).get(total);

  const fail = module.function('fail', { params: ['i64'], results: [] });
  fail.code.get(0).call(add.reference).op('drop');
  statement(fail.code, 'fail');
  text(fail.code, message).call(host.revert).op('drop', 'unreachable');

  const trap = module.function('trap', { params: [], results: [] });
  trap.code.i32(panicAt).globalSet(panicGlobal).op('unreachable');

  const divide = module.function('divide', { params: ['i32'], results: ['i32'] });
  divide.code.i32(100).get(0).op('i32.div_s');

  const burn = module.function('burn', { params: ['i32'], results: ['i32'] });
  const left = burn.param(0, 'left');
  burn.code.loop(undefined, again => {
    statement(burn.code, 'burn').get(left).i32(1).op('i32.sub').tee(left).brIf(again);
  });
  burn.code.get(left);

  const forever = module.function('forever', { params: [], results: [] });
  forever.code.loop(undefined, again => {
    statement(forever.code, 'loop');
    forever.code.br(again);
  });
  // The loop has no end that could be reached.
  forever.code.op('unreachable');

  const sender = module.function('sender', { params: [], results: ['i64'] });
  sender.code.i32(value).call(host.getSender).op('drop').i32(value).load('i64.load');

  const gas = module.function('gas', { params: [], results: ['i64'] });
  gas.code.call(host.getGasLeft);

  for (const each of [add, fail, trap, divide, burn, forever, sender, gas]) module.export(each.name, each);
  const built = module.build();
  const at = Object.fromEntries(
    Object.entries(marks).map(([name, mark]) => [name, built.offsetOf(mark)]),
  ) as Record<Statement, number>;
  return { bytes: built.bytes, at };
}
