// Shows memory in the hex view, from wherever it is asked for.
import { frontView } from '../front-view.js';
import { memoryTarget } from '../memory/memory-target.js';

let asked = 0;

export function openMemory(reference: string, label?: string): void {
  memoryTarget.set({ reference, ...(label === undefined ? {} : { label }), number: ++asked });
  frontView.set('memory');
}
