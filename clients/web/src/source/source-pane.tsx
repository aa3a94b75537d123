// Sources in tabs: the text, breakpoints beside it, values in it, the line of time under it.
import { useEffect, useRef, type ReactNode } from 'react';
import { sourceKey } from '@sonde/client';
import { frontView, IconButton, TabStrip, TimeStrip, useModel, useStore, type ViewName } from '@sonde/panels';
import type { PageState } from '../page/page-state.js';
import type { AskHover } from './hover.js';
import { SourceEditor } from './source-editor.js';

export interface SourcePaneProps {
  /** Asks for a file to be shown beside what the program leads to. */
  readonly onOpen: () => void;
  /** What is shown under the pointer. */
  readonly hover: (page: PageState) => AskHover;
}

export function SourcePane({ onOpen, hover }: SourcePaneProps): ReactNode {
  const model = useModel();
  const open = useStore(model.sources.open);
  const active = useStore(model.sources.active);
  const shown = open.find(({ key }) => key === active);
  useLeadingFrame();
  return (
    <div className="source-pane">
      <TabStrip
        label="Sources"
        tabs={open.map(({ key, name, source }) => ({
          id: key,
          label: name,
          ...(source.path === undefined ? {} : { title: source.path }),
        }))}
        active={active}
        onChoose={key => model.sources.active.set(key)}
        onClose={key => model.sources.close(key)}
        actions={<IconButton shape="add" label="Open a file" onClick={onOpen} />}
      />
      {shown === undefined ? (
        <NoSource />
      ) : shown.problem !== undefined ? (
        <div className="empty" role="alert">
          {shown.problem}
        </div>
      ) : shown.text === undefined ? (
        <div className="empty">Reading {shown.name}…</div>
      ) : (
        <SourceEditor source={shown} text={shown.text} hover={hover} />
      )}
      <TimeStrip />
    </div>
  );
}

/**
 * The program leads, and a chosen frame too: their source comes to the front. Where there is none, or none that can be read,
 * the instructions do, until there is one again.
 */
function useLeadingFrame(): void {
  const model = useModel();
  const frame = useStore(model.frame.selection)?.frame;
  const before = useRef<ViewName | undefined>(undefined);
  useEffect(() => {
    if (frame === undefined) return;
    const showInstructions = (): void => {
      if (!canDisassemble(model, frame) || frontView.get() === 'disassembly') return;
      before.current = frontView.get();
      frontView.set('disassembly');
    };
    const { source, line } = frame;
    if (source === undefined) {
      model.sources.active.set(undefined);
      return showInstructions();
    }
    void model.sources.show(source, line).then(() => {
      if (model.frame.selection.get()?.frame !== frame) return;
      const shown = model.sources.open.get().find(({ key }) => key === sourceKey(source));
      if (shown?.problem !== undefined) return showInstructions();
      if (before.current !== undefined && frontView.get() === 'disassembly') frontView.set(before.current);
      before.current = undefined;
    });
  }, [model, frame]);
}

const canDisassemble = (
  model: ReturnType<typeof useModel>,
  frame: { readonly instructionPointerReference?: string },
): boolean => model.can('supportsDisassembleRequest') && frame.instructionPointerReference !== undefined;

function NoSource(): ReactNode {
  const model = useModel();
  const frame = useStore(model.frame.selection)?.frame;
  if (frame === undefined) return <div className="empty">No source is open.</div>;
  return (
    <div className="empty">
      There is no source for {frame.name}
      {canDisassemble(model, frame) ? ': the disassembly shows its instructions.' : '.'}
    </div>
  );
}
