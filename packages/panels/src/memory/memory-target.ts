// What the memory view is asked to show, by whatever part of the page.
import { Store } from '@sonde/client';

export interface MemoryTarget {
  readonly reference: string;
  readonly label?: string;
  /** Counts up, so that the same place can be asked for again. */
  readonly number: number;
}

export const memoryTarget = new Store<MemoryTarget | undefined>(undefined);
