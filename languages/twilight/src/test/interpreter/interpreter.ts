// Runs contracts from their trees alone, with storage, events and output. Gas is not its business.

import type { ContractTree, FunctionTree, UnitTree } from '../../toolchain/syntax/tree.js';
import { Declarations } from './declarations.js';
import { evaluate } from './evaluate.js';
import { cell, Scope, type Frame } from './frame.js';
import { runFunction } from './functions.js';
import { Machine, type Context, type EmittedEvent, type Visit } from './machine.js';
import { Ended } from './signals.js';
import { keyOf, unit, type Value } from './values.js';

export type { Context, EmittedEvent, Visit } from './machine.js';

export interface Interpreted {
  readonly outcome: 'returned' | 'revert' | 'panic';
  readonly value: Value;
  /** Why it failed. */
  readonly message: string;
  readonly events: readonly EmittedEvent[];
  readonly output: readonly string[];
}

export interface InterpreterOptions {
  readonly assertions?: boolean;
  readonly watch?: (visit: Visit) => void;
}

export const someContext: Context = {
  sender: 0xa11cen,
  value: 0n,
  origin: 0xa11cen,
  self: 0xc0n,
  blockNumber: 1n,
  timestamp: 1_700_000_000n,
};

/** A contract with its storage; each call is a transaction, which leaves no trace where it fails. */
export class InterpretedContract {
  storage: ReadonlyMap<string, Value>;
  readonly #declarations: Declarations;

  constructor(
    units: readonly UnitTree[],
    contract: ContractTree,
    private readonly options: InterpreterOptions = {},
  ) {
    this.#declarations = new Declarations(units, contract);
    this.storage = new Map(
      contract.storage.map(item => [item.name.text, this.#declarations.zero(item.type)]),
    );
  }

  /** Storage initialisers, then `init`. */
  deploy(args: readonly Value[] = [], context: Context = someContext): Interpreted {
    const { contract } = this.#declarations;
    return this.#transaction(context, machine => {
      const init = contract.functions.find(({ name }) => name.text === 'init');
      const scope = new Scope(undefined);
      // Initialisers run at the head of `init`, where its parameters are.
      for (const [nth, { name, type, at }] of (init?.parameters ?? []).entries())
        scope.names.set(name.text, cell(machine.conform(args[nth]!, type, at)));
      for (const item of contract.storage) {
        if (item.value === undefined) continue;
        const frame: Frame = {
          name: 'init',
          depth: 0,
          region: undefined,
          scope,
          result: undefined,
          types: new Map(),
          placeholder: undefined,
          olds: new Map(),
        };
        machine.visit(frame, item.at);
        machine.storage.set(
          item.name.text,
          machine.conform(evaluate(machine, frame, item.value), item.type, item.at),
        );
      }
      return init === undefined ? unit : this.#run(machine, init, args);
    });
  }

  /** An entry, or a getter of a public storage variable. */
  call(name: string, args: readonly Value[] = [], context: Context = someContext): Interpreted {
    const { contract } = this.#declarations;
    const found = contract.functions.find(one => one.name.text === name);
    return this.#transaction(context, machine =>
      found === undefined ? this.#getter(machine, name, args) : this.#run(machine, found, args),
    );
  }

  #run(machine: Machine, tree: FunctionTree, args: readonly Value[]): Value {
    const cells = new Map(
      tree.parameters.map(({ name, type, at }, nth) => [
        name.text,
        cell(machine.conform(args[nth]!, type, at)),
      ]),
    );
    return runFunction(machine, tree, cells, new Map(), tree.name.text, 0);
  }

  #getter(machine: Machine, name: string, args: readonly Value[]): Value {
    let type = this.#declarations.contract.storage.find(item => item.name.text === name)!.type;
    let value = machine.storage.get(name)!;
    for (const arg of args) {
      if (type.kind !== 'named') break;
      if (value.kind === 'map') {
        type = type.args[1]!;
        value = value.entries.get(keyOf(arg))?.[1] ?? this.#declarations.zero(type);
      } else if (value.kind === 'vector' && arg.kind === 'int') {
        const item = value.items[Number(arg.value)];
        if (item === undefined) throw new Ended('panic', 'index out of bounds', type.at);
        value = item;
      }
    }
    return value;
  }

  #transaction(context: Context, run: (machine: Machine) => Value): Interpreted {
    const storage = new Map(this.storage);
    const machine = new Machine(
      this.#declarations,
      storage,
      context,
      this.options.assertions === true,
      this.options.watch,
    );
    const told = { events: machine.events, output: machine.output };
    try {
      const value = run(machine);
      this.storage = storage;
      return { outcome: 'returned', value, message: '', ...told };
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      return { outcome: error.outcome, value: unit, message: error.text, ...told, events: [] };
    }
  }
}
