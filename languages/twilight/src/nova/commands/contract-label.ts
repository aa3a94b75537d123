// What a contract is called: by its `.meta`, else by its address.

import type { ChainState } from '../chain/chain-state.js';
import type { LogEntry } from '../log/entry.js';

export const contractLabel = (state: ChainState, { code, to }: Pick<LogEntry, 'code' | 'to'>): string =>
  state.contractOf(code.hash, code.meta).description?.contract ?? to.slice(0, 10);
