// The views of a session behind tabs: disassembly, memory, its map, objects, its line of time, and values that are drawn;
// the surroundings may add others.
import { objectGraphOf } from '@sonde/client';
import { useId, type ReactNode } from 'react';
import { DisassemblyPanel } from './disassembly/disassembly-panel.js';
import { frontView, type ViewName } from './front-view.js';
import { MemoryMapPanel } from './memory-map/memory-map-panel.js';
import { MemoryPanel } from './memory/memory-panel.js';
import { ObjectGraphPanel } from './object-graph/object-graph-panel.js';
import { useModel } from './panel-surroundings.js';
import { HistoryPanel } from './time/history-panel.js';
import { shownHistory } from './time/shown-history.js';
import { TimelinePanel } from './time/timeline-panel.js';
import { TabStrip } from './ui/tab-strip.js';
import { useStore } from './ui/use-store.js';
import { shownView } from './values/shown-view.js';
import { DrawnValue } from './views/drawn-value.js';

interface SessionViewsProps {
  /** What the tabs are called for those who hear the page. */
  readonly label: string;
  /** A tab of the surroundings in front of the others. */
  readonly first?: { readonly id: ViewName; readonly label: string; readonly content: ReactNode };
  /** The line of time stands under the source already. */
  readonly hasTimeStrip?: boolean;
  /** Shown where the program offers none of them. */
  readonly empty?: ReactNode;
}

export function SessionViews({ label, first, hasTimeStrip, empty }: SessionViewsProps): ReactNode {
  const model = useModel();
  const active = useStore(frontView);
  const capabilities = useStore(model.capabilities);
  const isSonde = useStore(model.info) !== undefined;
  // It asks from the first stop on whether the program's objects can be read.
  objectGraphOf(model);
  const view = useStore(shownView);
  const history = useStore(shownHistory);
  const id = useId();
  const goesBack = capabilities.supportsStepBack === true;
  const hasMemory = capabilities.supportsReadMemoryRequest === true;
  const tabs: readonly { readonly id: ViewName; readonly label: string; readonly there: boolean }[] = [
    ...(first === undefined ? [] : [{ ...first, there: true }]),
    { id: 'disassembly', label: 'Disassembly', there: capabilities.supportsDisassembleRequest === true },
    { id: 'memory', label: 'Memory', there: hasMemory },
    { id: 'map', label: 'Memory map', there: hasMemory },
    { id: 'objects', label: 'Objects', there: isSonde },
    { id: 'timeline', label: 'Timeline', there: goesBack },
    { id: 'history', label: `History of ${history?.title ?? ''}`, there: goesBack && history !== undefined },
    { id: 'view', label: view?.title ?? 'View', there: view !== undefined },
  ];
  const there = tabs.filter(tab => tab.there);
  const shown = there.find(tab => tab.id === active) ?? there[0];
  if (shown === undefined) return empty;
  return (
    <>
      <TabStrip
        label={label}
        tabs={there}
        active={shown.id}
        onChoose={tab => frontView.set(tab as ViewName)}
        controls={id}
      />
      <div id={id} role="tabpanel" aria-label={shown.label} className="view-body">
        {shown.id === first?.id && first.content}
        {shown.id === 'disassembly' && <DisassemblyPanel />}
        {shown.id === 'memory' && <MemoryPanel />}
        {shown.id === 'map' && <MemoryMapPanel />}
        {shown.id === 'objects' && <ObjectGraphPanel />}
        {shown.id === 'timeline' && <TimelinePanel strip={hasTimeStrip !== true} />}
        {shown.id === 'history' && history !== undefined && <HistoryPanel shown={history} />}
        {shown.id === 'view' && view !== undefined && <DrawnValue shown={view} />}
      </div>
    </>
  );
}
