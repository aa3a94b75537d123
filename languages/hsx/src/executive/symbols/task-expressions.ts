// Expressions of C about a task: conditions of breakpoints, and what a watch looks at.

import { changesProgram, Failure, SymbolIndex, TypeTable, type Scalar, type TypeId } from '@sonde/engine';
import { compileToJavaScript, sizeOf, type CompiledProgram, type ProgramAccess } from '@sonde/lens';
import { expressions } from '../../pack/expressions.js';
import { describePrograms, type VariableTables } from '../../pack/symbols.js';
import { activationsOf } from '../../runtime/activations.js';
import { programSpan } from '../../runtime/image.js';
import { readRegister } from '../../runtime/registers.js';
import type { TaskState } from '../../runtime/state.js';
import type { System } from '../../runtime/system.js';
import { findSlot, wordOf } from '../../runtime/variables.js';
import { RegisterWord } from '../../runtime/words.js';
import type { SymFile } from '../../toolchain/format/sym-file.js';

export interface NamedMemory {
  readonly address: number;
  readonly size: number;
  readonly type: TypeId;
}

/** What one program has of names and types. Made when an expression is first asked for. */
export class TaskExpressions {
  readonly types = new TypeTable();
  readonly tables: VariableTables;
  readonly #index: SymbolIndex;

  constructor(
    private readonly system: System,
    private readonly task: TaskState,
    code: Uint32Array,
    sym: SymFile | undefined,
  ) {
    const { symbols, tables } = describePrograms([
      { name: task.name, folder: '/', code, ...(sym === undefined ? {} : { sym }) },
    ]);
    for (const [id, description] of symbols.types) this.types.define(id, description);
    this.#index = new SymbolIndex(symbols);
    this.tables = tables[0]!;
  }

  /** Throws a Failure that says what makes no sense. */
  condition(text: string, pc: number): () => boolean {
    const run = this.#compiled(text, pc);
    return () => isTrue(run(this.#access(activationsOf(this.task, 0, 1)[0]!.serial)));
  }

  /** The memory that an expression names, seen from where the task stands. Throws a Failure or a RangeError. */
  memory(text: string): NamedMemory {
    const { pc } = this.task;
    const { type } = this.#expression(text, pc);
    const size = sizeOf(type, this.types);
    const access = this.#access(activationsOf(this.task, 0, 1)[0]!.serial);
    const address = this.#compiled(`&(${text})`, pc)(access);
    if ((typeof address !== 'bigint' && typeof address !== 'number') || size === undefined || size < 1)
      throw new Failure('bad-expression', 'user', `'${text}' is nothing in memory.`);
    return { address: Number(address) & 0xffff, size, type };
  }

  /** The local variable of that name that is in sight. */
  isLocal(name: string): boolean {
    const kind = this.#index.namesAt(this.task.pc).lookup(name)?.kind;
    return kind === 'local' || kind === 'parameter';
  }

  functionName(pc: number): string | undefined {
    return this.#index.functionAt(pc)?.name;
  }

  #expression(text: string, pc: number) {
    const compiled = expressions.compile(text, { names: this.#index.namesAt(pc), types: this.types });
    if (changesProgram(compiled.program) || !compiled.pure)
      throw new Failure('bad-expression', 'user', `'${text}' would change the program.`);
    return compiled;
  }

  #compiled(text: string, pc: number): CompiledProgram {
    return compileToJavaScript(this.#expression(text, pc).program, { types: this.types, memory: true });
  }

  #access(serial: number): ProgramAccess {
    const { system, task, tables } = this;
    const slotOf = (slot: number) => findSlot(system, task.id, serial, slot);
    const globalAt = (index: number): number => tables.globals[index % programSpan] ?? -1;
    const view = new DataView(task.memory.buffer);
    const wordAt = (address: number): RegisterWord => new RegisterWord([view.getUint32(address, true)]);
    return {
      home: view,
      slot: slot => {
        const found = slotOf(slot);
        return found.kind === 'memory' ? wordAt(found.address) : wordOf(found);
      },
      slotAt: slot => {
        const found = slotOf(slot);
        return found.kind === 'memory' ? found.address : -1;
      },
      global: index => wordAt(globalAt(index)),
      globalAt,
      register: name => new RegisterWord([readRegister(task, serial, name) ?? 0]),
      memory: (_space, offset) => task.memory[Number(offset)],
      scalar: word => scalarOf(word),
    };
  }
}

function scalarOf(word: unknown): Scalar | undefined {
  if (typeof word === 'number') return word;
  if (!(word instanceof RegisterWord)) return undefined;
  const [low = 0, high] = word.words;
  return high === undefined ? low >>> 0 : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

const isTrue = (result: Scalar | { readonly word: unknown }): boolean =>
  typeof result === 'object' || !(result === false || result === 0 || result === 0n || result === '');
