// How many characters fit into a row of the console.
import type { RefObject } from 'react';
import { useSize } from '@sonde/panels';

/** The label, the gaps, the scrollbar; see console.css. */
const takenPixels = 44 + 6 + 8 + 16;

export function useColumns(frame: RefObject<HTMLElement | null>): number {
  const { width } = useSize(frame);
  return Math.max(20, Math.floor((width - takenPixels) / characterWidth()));
}

let measured: number | undefined;

/** Of the font in which rows are written. */
function characterWidth(): number {
  if (measured !== undefined) return measured;
  const probe = document.createElement('span');
  probe.className = 'log-probe';
  probe.textContent = 'm'.repeat(100);
  document.body.append(probe);
  measured = probe.getBoundingClientRect().width / 100 || 8;
  probe.remove();
  return measured;
}
