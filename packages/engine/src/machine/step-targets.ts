// What a person may choose to step into: the calls that are still ahead on the line.

import type { StepTarget } from '../contract.js';
import type { SymbolIndex } from '../symbols.js';

export const stepTargetsAhead = (symbols: SymbolIndex, address: number): readonly StepTarget[] =>
  symbols.callsAhead(address).map(call => ({
    id: call.address,
    label: call.label,
    location: symbols.locate(call),
  }));
