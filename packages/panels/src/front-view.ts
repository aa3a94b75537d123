// Which view is in front: one that leads to another view sets it, and whoever shows them follows.
import { Store } from '@sonde/client';

export type ViewName =
  | 'console'
  | 'memory'
  | 'map'
  | 'disassembly'
  | 'objects'
  | 'view'
  | 'timeline'
  | 'history';

export const frontView = new Store<ViewName>('console');
