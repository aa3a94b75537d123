// Below the source: console, disassembly, memory, its map, and values that are drawn.
import { useId, type ReactNode } from 'react';
import { ConsolePanel } from '../panels/console/console-panel.js';
import {
  DisassemblyPanel,
  DrawnValue,
  frontView,
  MemoryMapPanel,
  MemoryPanel,
  shownView,
  TabStrip,
  useModel,
  useStore,
  type ViewName,
} from '@sonde/panels';
import { ProgramInput } from '../panels/console/program-input.js';

export function LowerPane(): ReactNode {
  const model = useModel();
  const active = useStore(frontView);
  const capabilities = useStore(model.capabilities);
  const view = useStore(shownView);
  const id = useId();
  const tabs: readonly { readonly id: ViewName; readonly label: string; readonly there: boolean }[] = [
    { id: 'console', label: 'Console', there: true },
    { id: 'disassembly', label: 'Disassembly', there: capabilities.supportsDisassembleRequest === true },
    { id: 'memory', label: 'Memory', there: capabilities.supportsReadMemoryRequest === true },
    { id: 'map', label: 'Memory map', there: capabilities.supportsReadMemoryRequest === true },
    { id: 'view', label: view?.title ?? 'View', there: view !== undefined },
  ];
  const there = tabs.filter(tab => tab.there);
  const shown = there.some(tab => tab.id === active) ? active : 'console';
  return (
    <div className="lower-pane">
      <TabStrip
        label="Below the source"
        tabs={there}
        active={shown}
        onChoose={tab => frontView.set(tab as ViewName)}
        controls={id}
      />
      <div
        id={id}
        role="tabpanel"
        aria-label={there.find(tab => tab.id === shown)?.label}
        className="lower-body"
      >
        {shown === 'console' && <ConsolePanel />}
        {shown === 'disassembly' && <DisassemblyPanel />}
        {shown === 'memory' && <MemoryPanel />}
        {shown === 'map' && <MemoryMapPanel />}
        {shown === 'view' && view !== undefined && <DrawnValue shown={view} />}
      </div>
      <ProgramInput />
    </div>
  );
}
