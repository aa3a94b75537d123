// The memory view of a session, which goes where the other parts of the page point it.
import { formatAddress, MemoryView, parseAddress, perModel } from '@sonde/client';
import { memoryTarget } from './memory-target.js';

export const memoryViewOf = perModel(model => {
  const view = new MemoryView(model);
  memoryTarget.subscribe(() => followTarget(view));
  followTarget(view);
  return view;
});

function followTarget(view: MemoryView): void {
  const target = memoryTarget.get();
  if (target === undefined) return;
  const address = parseAddress(target.reference);
  if (address === undefined) return void view.goToText(target.reference);
  view.goTo({ address, label: target.label ?? formatAddress(address) });
}
