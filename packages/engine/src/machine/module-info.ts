// What clients are told about a module, from its symbols.

import type { ModuleColumn, ModuleInfo } from '../contract.js';
import type { ModuleId } from '../ids.js';
import { codeAddress, type SymbolIndex } from '../symbols.js';

/** The column that all machines have; languages add theirs. */
export const functionsColumn: ModuleColumn = { name: 'functions', label: 'Functions', type: 'number' };

export function moduleInfo(symbols: SymbolIndex, id: ModuleId): ModuleInfo {
  const module = symbols.data.modules.find(m => m.id === id);
  if (module === undefined) return { id, name: id };
  const functions = symbols.data.functions.filter(f => f.module === id && f.artificial !== true);
  return {
    id,
    name: module.name,
    symbols: 'loaded',
    isUserCode: true,
    range: { start: codeAddress(module.start), end: codeAddress(module.end) },
    extra: { [functionsColumn.name]: functions.length, ...module.extra },
    ...(module.path === undefined ? {} : { path: module.path }),
  };
}
