// Which calls of a module can be stepped into: those that may reach a function of the program.

import { lastAtOrBefore, type CallSymbol, type LineEntry } from '@sonde/engine';
import { placeOf } from '../format/address-space.js';
import { beginsInstruction } from '../format/instruction-starts.js';
import { decodeInstruction, isInstruction } from '../format/instructions.js';
import type { NgoModule } from '../format/ngo.js';
import type { LoadedModule } from './loaded-module.js';

/** Without a label or a line there is nothing to choose by. */
export function callSymbols(
  { module, debug, importedModules }: LoadedModule,
  base: number,
  lines: readonly LineEntry[],
): readonly CallSymbol[] {
  const members = memberNames(module);
  const calls = [...(debug?.calls ?? [])].sort((a, b) => a.address - b.address);
  return calls.flatMap(({ address, ...call }): readonly CallSymbol[] => {
    const entry = lines[lastAtOrBefore(lines, base + address, l => l.address)];
    if (entry === undefined || call.label === '') return [];
    if (!reachesCode(module, address, members, importedModules)) return [];
    return [{ ...call, address: base + address, source: entry.source }];
  });
}

/** Natives have no code to step into. Which member is called shows only when the program runs. */
function reachesCode(
  module: NgoModule,
  address: number,
  members: ReadonlySet<string>,
  importedModules: ReadonlyMap<string, number>,
): boolean {
  const place = beginsInstruction(module, address) ? placeOf(module, address) : undefined;
  const code = place === undefined ? undefined : module.functions[place.function]?.code;
  if (place === undefined || code === undefined) return false;
  const found = decodeInstruction(code, place.offset);
  if (!isInstruction(found)) return false;
  const [operand] = found.operands;
  const index = operand !== undefined && 'value' in operand ? Number(operand.value) : 0;
  switch (found.opcode.name) {
    case 'CALL_IMPORT':
      return importedModules.has(module.imports[index]?.module ?? '');
    case 'INVOKE_MEMBER':
      return members.has(lastPart(module.strings[index] ?? ''));
    default:
      return callsDirectly.has(found.opcode.name);
  }
}

const callsDirectly: ReadonlySet<string> = new Set([
  'CALL',
  'FOLD_MAP_CALL',
  'FOLD_FILTER_CALL',
  'FOLD_LEFT_CALL',
  'FOLD_RIGHT_CALL',
]);

/** Methods are called `Type.method` or `Type.Trait::method`. */
const memberNames = ({ functions }: NgoModule): ReadonlySet<string> =>
  new Set(functions.filter(({ name }) => name.includes('.')).map(({ name }) => lastPart(name)));

const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
