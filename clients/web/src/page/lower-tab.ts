// Which of the views below the source is in front.
import { Store } from '../model/store.js';

export type LowerTab = 'console' | 'memory' | 'map' | 'disassembly' | 'view';

export const lowerTab = new Store<LowerTab>('console');
