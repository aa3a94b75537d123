// The panes side by side, or one at a time where there is no room.
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import {
  Group,
  Panel,
  Separator,
  useDefaultLayout,
  type GroupImperativeHandle,
  type Layout,
} from 'react-resizable-panels';
import { BreakpointsPanel } from '../panels/breakpoints/breakpoints-panel.js';
import { CallStackPanel } from '../panels/call-stack/call-stack-panel.js';
import { ProgramInput } from '../panels/console/program-input.js';
import { hoverIn } from '../source/hover-value.js';
import { VariablesPanel } from '../panels/variables-panel.js';
import { WatchesPanel } from '../panels/watches-panel.js';
import { frontView, TabStrip, useModel, useStore } from '@sonde/panels';
import { SourcePane } from '../source/source-pane.js';
import { LowerPane } from './lower-pane.js';

export interface LayoutProps {
  /** Asks for a file to be opened. */
  readonly onOpen: () => void;
}

/** Source in the middle, the stack on the left, values on the right, the rest below. */
export function ThreeColumns({ onOpen }: LayoutProps): ReactNode {
  const columns = useDefaultLayout({ id: 'sonde-columns', storage: localStorage });
  return (
    <Group orientation="horizontal" {...columns}>
      <Panel id="left" defaultSize="19%" minSize="140px">
        <Stacked
          id="left"
          parts={[
            { id: 'stack', size: '55%', content: <CallStackPanel /> },
            { id: 'breakpoints', content: <BreakpointsPanel /> },
          ]}
        />
      </Panel>
      <Separator className="separator" aria-label="Between stack and source" />
      <Panel id="middle" minSize="260px">
        <Middle onOpen={onOpen} />
      </Panel>
      <Separator className="separator" aria-label="Between source and values" />
      <Panel id="right" defaultSize="28%" minSize="180px">
        <Values />
      </Panel>
    </Group>
  );
}

/** Source on the left, all the rest on the right. */
export function TwoColumns({ onOpen }: LayoutProps): ReactNode {
  const columns = useDefaultLayout({ id: 'sonde-two-columns', storage: localStorage });
  return (
    <Group orientation="horizontal" {...columns}>
      <Panel id="middle" minSize="260px">
        <Middle onOpen={onOpen} />
      </Panel>
      <Separator className="separator" aria-label="Between source and values" />
      <Panel id="right" defaultSize="37%" minSize="200px">
        <Stacked
          id="all"
          parts={[
            { id: 'variables', size: '38%', content: <VariablesPanel /> },
            { id: 'watches', size: '19%', content: <WatchesPanel /> },
            { id: 'stack', size: '22%', content: <CallStackPanel /> },
            { id: 'breakpoints', content: <BreakpointsPanel /> },
          ]}
        />
      </Panel>
    </Group>
  );
}

/** One part at a time. */
export function NarrowLayout({ onOpen }: LayoutProps): ReactNode {
  const [part, setPart] = useState('source');
  const waits = useStore(useModel().waitsForInput);
  // A menu of a value may lead to a view that is in another part.
  useEffect(() => frontView.subscribe(() => setPart('lower')), []);
  const id = useId();
  const parts = [
    { id: 'source', label: 'Source' },
    { id: 'values', label: 'Values' },
    { id: 'stack', label: 'Stack' },
    { id: 'lower', label: 'Console', ...(waits ? { badge: 'input' } : {}) },
  ];
  return (
    <div className="narrow">
      <TabStrip label="Parts of the page" tabs={parts} active={part} onChoose={setPart} controls={id} />
      <div
        id={id}
        role="tabpanel"
        aria-label={parts.find(each => each.id === part)?.label}
        className="narrow-part"
      >
        {part === 'source' && <SourcePane onOpen={onOpen} hover={hoverIn} />}
        {part === 'values' && <Values />}
        {part === 'stack' && (
          <Stacked
            id="narrow-left"
            parts={[
              { id: 'stack', size: '55%', content: <CallStackPanel /> },
              { id: 'breakpoints', content: <BreakpointsPanel /> },
            ]}
          />
        )}
        {part === 'lower' && <LowerPane />}
      </div>
      {part !== 'lower' && <ProgramInput />}
    </div>
  );
}

/** A drawn graph of objects needs room: while it is in front, the lower part is the larger one. */
function Middle({ onOpen }: LayoutProps): ReactNode {
  const isGraph = useStore(frontView) === 'objects';
  return (
    <Stacked
      id="middle"
      parts={[
        { id: 'source', size: '64%', content: <SourcePane onOpen={onOpen} hover={hoverIn} /> },
        { id: 'lower', content: <LowerPane /> },
      ]}
      {...(isGraph ? { mode: objectsMode } : {})}
    />
  );
}

const objectsMode: Mode = { id: 'objects', layout: { source: 22, lower: 78 } };

const Values = (): ReactNode => (
  <Stacked
    id="right"
    parts={[
      { id: 'variables', size: '66%', content: <VariablesPanel /> },
      { id: 'watches', content: <WatchesPanel /> },
    ]}
  />
);

/** Other sizes for as long as something is shown, remembered by themselves; afterwards it is as it was. */
interface Mode {
  readonly id: string;
  /** In percent, until a user chooses others. */
  readonly layout: Layout;
}

interface StackedProps {
  /** Its sizes are remembered under this name. */
  readonly id: string;
  readonly parts: readonly { readonly id: string; readonly size?: string; readonly content: ReactNode }[];
  readonly mode?: Mode;
}

/** One above the other. */
function Stacked({ id, parts, mode }: StackedProps): ReactNode {
  // What a mode sets is nobody's choice, and is not remembered.
  const remembered = { storage: localStorage, onlySaveAfterUserInteractions: true };
  const usual = useDefaultLayout({ id: `sonde-${id}`, ...remembered });
  const special = useDefaultLayout({ id: `sonde-${id}-${mode?.id ?? 'usual'}`, ...remembered });
  const group = useRef<GroupImperativeHandle>(null);
  const wanted = mode === undefined ? undefined : (special.defaultLayout ?? mode.layout);
  useLayoutEffect(() => {
    if (wanted === undefined || group.current === null) return;
    const { current } = group;
    const before = current.getLayout();
    current.setLayout(wanted);
    return () => void current.setLayout(before);
    // Only a change of the mode sets sizes: what a user does to them within it stays.
  }, [mode]);
  return (
    <Group
      orientation="vertical"
      groupRef={group}
      {...(usual.defaultLayout && { defaultLayout: usual.defaultLayout })}
      onLayoutChanged={mode === undefined ? usual.onLayoutChanged : special.onLayoutChanged}
    >
      {parts.flatMap((part, index) => [
        ...(index === 0
          ? []
          : [
              <Separator
                key={`before ${part.id}`}
                className="separator"
                aria-label={`Between ${parts[index - 1]!.id} and ${part.id}`}
              />,
            ]),
        <Panel key={part.id} id={part.id} minSize="80px" {...(part.size && { defaultSize: part.size })}>
          {part.content}
        </Panel>,
      ])}
    </Group>
  );
}
