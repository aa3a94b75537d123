// Instructions as people read them, with the names that stand behind their numbers.

import { placeOf } from './address-space.js';
import { fromBytes } from './byte-text.js';
import {
  decodeInstruction,
  instructionsOf,
  isInstruction,
  otherwiseTag,
  type Instruction,
  type Operand,
  type SwitchCase,
} from './instructions.js';
import type { NgoModule } from './ngo.js';
import { shownName } from './shown-names.js';

const longestText = 60;

/** These take a name and the number of arguments: `CALL fib/1`. */
const calls = new Set(['CALL', 'CALL_IMPORT', 'INVOKE_MEMBER', 'NATIVE_CALL', 'NEW_OBJECT']);

/** Texts of these are data; of the others names of types, members, natives. */
const quoted = new Set(['LOAD_STR']);

/** Undefined where the module has no code; what is no instruction is shown as a byte with the reason. */
export function disassemble(
  module: NgoModule,
  address: number,
): { readonly size: number; readonly text: string } | undefined {
  const place = placeOf(module, address);
  if (place === undefined) return undefined;
  const { code } = module.functions[place.function]!;
  const decoded = decodeInstruction(code, place.offset);
  if (isInstruction(decoded)) return { size: decoded.size, text: showInstruction(decoded, module) };
  return { size: 1, text: `0x${hex(code[place.offset]!)} (${decoded.problem})` };
}

/** All of a function, one instruction per line with its offset. */
export function disassembleFunction(module: NgoModule, index: number): string {
  const { code } = module.functions[index]!;
  const lines: string[] = [];
  let next = 0;
  for (const instruction of instructionsOf(code)) {
    lines.push(`${instruction.offset}: ${showInstruction(instruction, module)}`);
    next = instruction.offset + instruction.size;
  }
  if (next < code.length) {
    const decoded = decodeInstruction(code, next);
    lines.push(`${next}: ${isInstruction(decoded) ? '' : decoded.problem}`);
  }
  return lines.join('\n');
}

/** Numbers that the tables of the module have no entry for are shown as they are. */
export function showInstruction({ opcode, operands }: Instruction, module: NgoModule): string {
  const { name } = opcode;
  const [first, second] = operands;
  if (first === undefined) return name;
  if (name === 'PUSH_BOOL') return `${name} ${numberOf(first) === 0 ? 'false' : 'true'}`;
  if (name === 'MAKE_RANGE') return `${name} ${numberOf(first) === 0 ? 'exclusive' : 'inclusive'}`;
  if (name === 'CONSTRUCT_TAGGED') return `${name} ${taggedName(operands, module)}`;
  const shown = showOperand(first, module, quoted.has(name));
  if (calls.has(name) && second !== undefined) return `${name} ${shown}/${numberOf(second)}`;
  return [name, shown, ...operands.slice(1).map(o => showOperand(o, module, false))].join(' ');
}

function showOperand(operand: Operand, module: NgoModule, isData: boolean): string {
  switch (operand.kind) {
    case 'flags':
      return operand.flags.map(spread => (spread ? '...item' : 'item')).join(', ');
    case 'cases':
      return showCases(operand.cases, module);
    case 'string': {
      const text = module.strings[operand.value];
      if (text === undefined) return `string#${operand.value}`;
      return isData ? quote(text) : fromBytes(text);
    }
    case 'function': {
      const found = module.functions[operand.value];
      return found === undefined ? `function#${operand.value}` : shownName(found.name);
    }
    case 'import': {
      const found = module.imports[operand.value];
      return found === undefined ? `import#${operand.value}` : `${found.module}.${shownName(found.symbol)}`;
    }
    case 'type':
      return module.types[operand.value]?.name ?? `type#${operand.value}`;
    default:
      return String(operand.value);
  }
}

function taggedName([type, variant, count]: readonly Operand[], module: NgoModule): string {
  const found = module.types[numberOf(type)];
  const typeName = found?.name ?? `type#${numberOf(type)}`;
  const variantName = found?.variants[numberOf(variant)]?.name ?? `#${numberOf(variant)}`;
  return `${typeName}.${variantName}/${numberOf(count)}`;
}

/** The instruction does not say which type it is about; names are shown when only one type fits its cases. */
function showCases(cases: readonly SwitchCase[], module: NgoModule): string {
  const own = cases.filter(({ tag }) => tag !== otherwiseTag);
  const isWhole = own.length === cases.length;
  const fitting = module.types.filter(
    ({ variants }) =>
      variants.length > 0 &&
      own.every(({ tag }) => tag < variants.length) &&
      (!isWhole || own.length === variants.length),
  );
  const variants = fitting.length === 1 ? fitting[0]!.variants : [];
  return cases
    .map(({ tag, target }) => {
      const name = tag === otherwiseTag ? 'otherwise' : (variants[tag]?.name ?? String(tag));
      return `${name}→${target}`;
    })
    .join(' ');
}

const numberOf = (operand: Operand | undefined): number =>
  operand !== undefined && 'value' in operand ? Number(operand.value) : 0;

/** Cut before it is decoded: a text may be large, and a listing shows many. */
function quote(text: string): string {
  const shown = JSON.stringify(fromBytes(text.slice(0, longestText)));
  return text.length > longestText ? `${shown}…` : shown;
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
