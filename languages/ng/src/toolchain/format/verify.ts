// Looks for what would fail only when it runs: the original reader takes such files, and so do we.

import { functionBases } from './address-space.js';
import { codeOffsetInFile } from './code-offsets.js';
import {
  decodeInstruction,
  eachOpcode,
  isInstruction,
  type Instruction,
  type Operand,
} from './instructions.js';
import type { NgoModule } from './ngo.js';
import { opcodes, type OperandKind } from './opcodes.js';

export interface ModuleProblem {
  /** For people: what is wrong and where. */
  readonly text: string;
  /** Index of the function; undefined for what is wrong with the tables. */
  readonly function?: number;
  /** Into the code of that function. */
  readonly offset?: number;
  /** The same as an address of the module. */
  readonly address?: number;
  /** The same as a byte of the file, where the module came from one. */
  readonly fileOffset?: number;
}

/** More are counted, not listed: a damaged file has one cause and many effects. */
const mostProblems = 20;

/** No instruction can name a slot beyond. */
const mostSlots = 0x10000;

/** The original machine has no handler for these. */
const withoutHandler = new Set(['PUSH_STR', 'HALT']);

const checkedKinds: readonly OperandKind[] = ['string', 'function', 'type', 'import', 'target', 'cases'];

/** By number: 1 for instructions that can be wrong in themselves. Most of a program cannot. */
const checkedOpcodes = new Uint8Array(256);
for (const { code, name, operands } of opcodes)
  if (name === 'LOAD_CONST' || withoutHandler.has(name) || operands.some(kind => checkedKinds.includes(kind)))
    checkedOpcodes[code] = 1;

export function verifyModule(module: NgoModule): readonly ModuleProblem[] {
  const problems: ModuleProblem[] = [];
  let unlisted = 0;
  for (const problem of allProblems(module)) {
    if (problems.length < mostProblems) problems.push(problem);
    else unlisted++;
    // Enough to say "many"; the rest of a large file need not be looked at.
    if (unlisted >= 1000) break;
  }
  if (unlisted > 0) problems.push({ text: `and ${unlisted >= 1000 ? 'many' : unlisted} more` });
  return problems;
}

function* allProblems(module: NgoModule): Generator<ModuleProblem> {
  const [first] = module.functions;
  if (first === undefined) yield { text: 'it has no functions, so nothing can be run' };
  else if (first.name !== '__start__')
    yield { text: `its first function is ${first.name}, not __start__`, function: 0 };
  for (const [symbol, index] of module.exports)
    if (module.functions[index] === undefined)
      yield { text: `it exports ${symbol} as function ${index} of ${module.functions.length}` };
  for (const index of module.functions.keys()) yield* problemsOfFunction(module, index);
}

function* problemsOfFunction(module: NgoModule, index: number): Generator<ModuleProblem> {
  const { name, code, numLocals, numParams } = module.functions[index]!;
  if (numLocals < 0 || numLocals > mostSlots)
    yield { text: `${name} has ${numLocals} locals`, function: index };
  if (numParams < 0 || numParams > mostSlots)
    yield { text: `${name} has ${numParams} parameters`, function: index };

  const starts = new Uint8Array(code.length);
  const toCheck: number[] = [];
  const decodedUpTo = eachOpcode(code, (opcode, offset) => {
    starts[offset] = 1;
    if (checkedOpcodes[opcode] === 1) toCheck.push(offset);
  });
  const jumps: { readonly from: number; readonly target: number }[] = [];
  for (const offset of toCheck) {
    const instruction = decodeInstruction(code, offset);
    if (!isInstruction(instruction)) continue;
    for (const problem of problemsOfInstruction(instruction, module))
      yield at(module, index, offset, problem);
    for (const operand of instruction.operands)
      for (const target of targetsOf(operand)) jumps.push({ from: offset, target });
  }
  if (decodedUpTo < code.length) {
    const end = decodeInstruction(code, decodedUpTo);
    if (!isInstruction(end)) yield at(module, index, decodedUpTo, end.problem);
  }

  for (const { from, target } of jumps) {
    // The compiler of the original jumps behind the last instruction where nothing ever gets to the jump.
    if (target === code.length) continue;
    if (target < 0 || target > code.length)
      yield at(module, index, from, `jump to ${target}, outside of the code (${code.length} bytes)`);
    else if (target < decodedUpTo && starts[target] === 0)
      yield at(module, index, from, `jump to ${target}, into the middle of an instruction`);
  }
}

function* problemsOfInstruction({ opcode, operands }: Instruction, module: NgoModule): Generator<string> {
  if (withoutHandler.has(opcode.name)) yield `${opcode.name} cannot be run`;
  for (const operand of operands) {
    const table = tableOf(operand, module);
    if (table !== undefined && 'value' in operand && operand.value >= table.length)
      yield `${opcode.name} names ${operand.kind} ${operand.value} of ${table.length}`;
  }
  const [first, second] = operands.map(operand => ('value' in operand ? Number(operand.value) : 0));
  if (opcode.name === 'LOAD_CONST' && first! >= module.constants.length)
    yield `${opcode.name} names constant ${first!} of ${module.constants.length}`;
  const type = opcode.name === 'CONSTRUCT_TAGGED' ? module.types[first!] : undefined;
  if (type !== undefined && second! >= type.variants.length)
    yield `${opcode.name} names variant ${second!} of the ${type.variants.length} of ${type.name}`;
}

function tableOf({ kind }: Operand, module: NgoModule): readonly unknown[] | undefined {
  switch (kind) {
    case 'string':
      return module.strings;
    case 'function':
      return module.functions;
    case 'type':
      return module.types;
    case 'import':
      return module.imports;
    default:
      return undefined;
  }
}

function targetsOf(operand: Operand): readonly number[] {
  if (operand.kind === 'target') return [operand.value];
  return operand.kind === 'cases' ? operand.cases.map(({ target }) => target) : [];
}

function at(module: NgoModule, index: number, offset: number, what: string): ModuleProblem {
  const { name } = module.functions[index]!;
  const inFile = codeOffsetInFile(module, index);
  const fileOffset = inFile === undefined ? {} : { fileOffset: inFile + offset };
  const byte = inFile === undefined ? '' : ` (byte ${inFile + offset} of the file)`;
  return {
    text: `${what}, in ${name} at offset ${offset}${byte}`,
    function: index,
    offset,
    address: functionBases(module)[index]! + offset,
    ...fileOffset,
  };
}
