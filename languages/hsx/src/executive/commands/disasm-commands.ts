// Disassembly: from an address on, or around the pc.

import { instructionParts } from '../../toolchain/dis/instruction-text.js';
import { fieldsOf } from '../../toolchain/isa.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import { hexOf, Refusal, type Answer } from '../request.js';
import type { Call, Command, CommandTable } from './call.js';
import { codeBytes } from './memory-commands.js';

const command: Command = call => disassemble(call);

export const disasmCommands: CommandTable = { disasm: command, 'disasm.read': command };

const views = ['around_pc', 'from_addr'];
const sources = ['on-demand', 'cached'];

function disassemble({ request, task }: Call): Answer {
  const mode = request.text('mode', 'on-demand');
  const view = request.has('view') ? request.text('view') : views.includes(mode) ? mode : 'from_addr';
  if (!views.includes(view) || ![...views, ...sources].includes(mode))
    throw new Refusal('mode is around_pc or from_addr');
  const requested = request.integer('count', { min: 1, max: 1_024 }, 16);
  const { pc } = task.state;
  const reference = view === 'around_pc' ? pc : request.address('addr', pc);
  if (reference % 4 !== 0) throw new Refusal('addr is a multiple of 4');
  const start = view === 'around_pc' ? before(task, pc, Math.floor(requested / 2)) : reference;
  const found: Instruction[] = [];
  const end = task.program.image.code.length * 4;
  for (let at = start; at < end && found.length < requested; at += found.at(-1)!.size)
    found.push(new Instruction(task, at, found.length));
  const address = found[0]?.pc ?? reference;
  const last = found.at(-1);
  const bytes = codeBytes(task).subarray(address, last === undefined ? address : last.pc + last.size);
  return {
    instructions: found.map(each => each.flat),
    has_symbols: task.symbols !== undefined,
    disasm: {
      pid: task.pid,
      address,
      count: found.length,
      requested,
      mode: sources.includes(mode) ? mode : 'on-demand',
      view,
      cached: false,
      truncated: found.length < requested,
      bytes_read: bytes.length,
      data: hexOf(bytes),
      instructions: found.map(each => each.nested),
      ...(view === 'around_pc' ? { reference } : {}),
    },
  };
}

/** Where the n-th instruction before the pc begins, as those of the program follow one another. */
function before(task: LoadedTask, pc: number, count: number): number {
  const { code } = task.program.image;
  const starts: number[] = [];
  let at = 0;
  while (at < pc && at < code.length * 4) {
    starts.push(at);
    at += instructionParts(code[at / 4]!, code[at / 4 + 1], at).size;
  }
  return starts.at(-count) ?? (starts.length === 0 || count === 0 ? pc : starts[0]!);
}

class Instruction {
  readonly size: number;
  readonly #common: Answer;

  constructor(
    private readonly task: LoadedTask,
    readonly pc: number,
    index: number,
  ) {
    const { code } = task.program.image;
    const [word, next] = [code[pc / 4]!, code[pc / 4 + 1]];
    const nameAt = (address: number, space: 'code' | 'data'): string | undefined =>
      space === 'code' ? named(task.symbols?.functionAt(address)) : undefined;
    const { mnemonic, operands, target, size } = instructionParts(word, next, pc, nameAt);
    const { rd, rs1, rs2, imm, immu } = fieldsOf(word);
    const [label] = task.symbols?.labelsAt(pc) ?? [];
    this.size = size;
    const targetSymbol = target === undefined ? undefined : task.symbols?.functionAt(target);
    this.#common = {
      index,
      pc,
      size,
      word,
      mnemonic,
      ...{ rd, rs1, rs2, imm, imm_raw: immu },
      operands,
      bytes: size === 8 ? wordText(word) + wordText(next!) : wordText(word),
      ...(size === 8 ? { extended_word: next } : {}),
      ...(target === undefined ? {} : { target }),
      ...(targetSymbol === undefined ? {} : { target_symbol: targetSymbol }),
      ...(label === undefined ? {} : { label }),
    };
  }

  get flat(): Answer {
    const { symbols } = this.task;
    const symbol = symbols?.functionAt(this.pc);
    const line = symbols?.lineAt(this.pc);
    return {
      ...this.#common,
      symbol: symbol?.name ?? null,
      file: line?.file ?? null,
      line: line?.line ?? null,
    };
  }

  get nested(): Answer {
    const symbol = this.task.symbols?.functionAt(this.pc);
    const line = this.task.symbols?.lineAt(this.pc);
    return {
      ...this.#common,
      ...(symbol === undefined ? {} : { symbol }),
      ...(line === undefined ? {} : { line }),
    };
  }
}

const wordText = (word: number): string => word.toString(16).padStart(8, '0');

function named(symbol: { readonly name: string; readonly offset: number } | undefined): string | undefined {
  if (symbol === undefined) return undefined;
  return symbol.offset === 0 ? symbol.name : `${symbol.name}+0x${symbol.offset.toString(16)}`;
}
