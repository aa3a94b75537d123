// What clients are told about a module, from its symbols.

import { codeAddress, type ModuleId, type ModuleInfo, type SymbolIndex } from '@sonde/engine';

export function moduleInfo(symbols: SymbolIndex, id: ModuleId): ModuleInfo {
  const module = symbols.data.modules.find(m => m.id === id);
  if (module === undefined) return { id, name: id };
  return {
    id,
    name: module.name,
    symbols: 'loaded',
    isUserCode: true,
    range: { start: codeAddress(module.start), end: codeAddress(module.end) },
    ...(module.path === undefined ? {} : { path: module.path }),
  };
}
