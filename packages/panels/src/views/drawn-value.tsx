// The value that is drawn below the source, drawn anew at every stop.
import { useEffect, type ReactNode } from 'react';
import type { SessionModel, ShownVariable } from '@sonde/client';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { shownView, type ShownView } from '../values/shown-view.js';
import { StructuredViewBox } from './structured-view-box.js';

export function DrawnValue({ shown }: { readonly shown: ShownView }): ReactNode {
  const model = useModel();
  const inline = useStore(model.frame.inline);
  useEffect(() => {
    if (inline !== undefined) void drawAgain(model, inline.frame.id);
  }, [model, inline]);
  return (
    <div className="drawn-value">
      {shown.isOld === true && (
        <p className="view-note">This is how it was: {shown.title} is not seen from here.</p>
      )}
      <StructuredViewBox view={shown.view} />
    </div>
  );
}

async function drawAgain(model: SessionModel, frameId: number): Promise<void> {
  const before = shownView.get();
  if (before?.expression === undefined) return;
  const { expression, title } = before;
  let view: ShownVariable['view'];
  try {
    const answer = await model.client.request('evaluate', { expression, frameId, context: 'watch' });
    ({ view } = answer as { readonly view?: ShownVariable['view'] });
  } catch {
    // Another function, or a value that is gone: what was drawn stays, and says so.
  }
  if (shownView.get() !== before) return;
  if (view === undefined) shownView.set({ ...before, isOld: true });
  else shownView.set({ title, expression, view });
}
