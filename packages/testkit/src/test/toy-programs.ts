// What the toy programs in `programs/` do, as generators; their lines are found by marker.
import { basename, join } from 'node:path';
import { sourceFolder } from '../golden.js';
import type { ToyMachine, ToyPoint, ToyProgram, ToyValue } from './toy-machine.js';

export const toyProgram = (name: string): string =>
  join(sourceFolder(import.meta.dirname), 'programs', `${name}.toy`);

export function behaviourOf(path: string): ToyProgram {
  const name = basename(path, '.toy');
  const body = bodies[name];
  if (body === undefined) throw new Error(`no program ${name}`);
  return function* run(machine) {
    yield* machine.call('main', {}, function* main() {
      yield* body(machine);
      return 0;
    });
  };
}

const bodies: Readonly<Record<string, (machine: ToyMachine) => Generator<ToyPoint, void>>> = {
  *sum(machine) {
    yield* machine.at('#start');
    machine.set('total', 0);
    yield* machine.at('#second');
    machine.set('i', 0);
    while (machine.get('i') < 5) {
      yield* machine.at('#call');
      machine.set('total', yield* add(machine, machine.get('total'), machine.get('i')));
      yield* machine.at('#increment');
      machine.set('i', machine.get('i') + 1);
    }
    yield* machine.at('#last-call');
    machine.set('total', yield* add(machine, machine.get('total'), 100));
    yield* machine.at('#print');
    machine.print(`total ${machine.get('total')}`);
  },

  *endless(machine) {
    machine.set('turns', 0);
    machine.print('looping');
    for (;;) {
      yield* machine.at('#loop');
      machine.set('turns', machine.get('turns') + 1);
    }
  },

  *greet(machine) {
    yield* machine.at('#ask');
    machine.print('your name?');
    yield* machine.at('#read');
    machine.set('name', yield* machine.read());
    yield* machine.at('#hello');
    machine.print(`hello ${String(machine.top.variables.get('name'))}`);
  },

  *fail(machine) {
    yield* machine.at('#before');
    machine.set('x', 1);
    yield* machine.at('#raise');
    yield* machine.raise('out of beans');
  },
};

function* add(machine: ToyMachine, a: number, b: number): Generator<ToyPoint, ToyValue> {
  return yield* machine.call('add', { a, b }, function* body() {
    yield* machine.at('#inside');
    machine.set('sum', machine.get('a') + machine.get('b'));
    yield* machine.at('#return');
    return machine.get('sum');
  });
}
