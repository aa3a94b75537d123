// The debugger: source in the middle, the stack on the left, values on the right, the rest below.
import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { BreakpointsPanel } from '../panels/breakpoints/breakpoints-panel.js';
import { CallStackPanel } from '../panels/call-stack/call-stack-panel.js';
import { VariablesPanel } from '../panels/variables-panel.js';
import { WatchesPanel } from '../panels/watches-panel.js';
import { SourcePane } from '../source/source-pane.js';
import { LowerPane } from './lower-pane.js';
import { Messages } from './messages.js';
import { Toolbar } from './toolbar.js';

export function Debugger(): ReactNode {
  const columns = useDefaultLayout({ id: 'sonde-columns', storage: localStorage });
  const middle = useDefaultLayout({ id: 'sonde-middle', storage: localStorage });
  const left = useDefaultLayout({ id: 'sonde-left', storage: localStorage });
  const right = useDefaultLayout({ id: 'sonde-right', storage: localStorage });
  return (
    <div className="debugger">
      <Toolbar />
      <Messages />
      <main className="work">
        <Group orientation="horizontal" {...columns}>
          <Panel id="left" defaultSize="19%" minSize="140px">
            <Group orientation="vertical" {...left}>
              <Panel id="stack" defaultSize="55%" minSize="80px">
                <CallStackPanel />
              </Panel>
              <Separator className="separator" aria-label="Between call stack and breakpoints" />
              <Panel id="breakpoints" minSize="80px">
                <BreakpointsPanel />
              </Panel>
            </Group>
          </Panel>
          <Separator className="separator" aria-label="Between stack and source" />
          <Panel id="middle" minSize="260px">
            <Group orientation="vertical" {...middle}>
              <Panel id="source" defaultSize="64%" minSize="120px">
                <SourcePane />
              </Panel>
              <Separator className="separator" aria-label="Between source and console" />
              <Panel id="lower" minSize="80px">
                <LowerPane />
              </Panel>
            </Group>
          </Panel>
          <Separator className="separator" aria-label="Between source and values" />
          <Panel id="right" defaultSize="28%" minSize="180px">
            <Group orientation="vertical" {...right}>
              <Panel id="variables" defaultSize="66%" minSize="100px">
                <VariablesPanel />
              </Panel>
              <Separator className="separator" aria-label="Between variables and watches" />
              <Panel id="watches" minSize="80px">
                <WatchesPanel />
              </Panel>
            </Group>
          </Panel>
        </Group>
      </main>
    </div>
  );
}
