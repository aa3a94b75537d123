// The call stack: threads, frames, what waits for what.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  PanelFrame,
  rowAfter,
  useModel,
  useStore,
  VirtualRows,
  type VirtualRowsHandle,
  visibleName,
} from '@sonde/panels';
import { hoveredFrame } from '../../source/hovered-frame.js';
import { stackLines, type StackLine } from '@sonde/client';

const rowHeight = 22;

export function CallStackPanel(): ReactNode {
  const model = useModel();
  const threads = useStore(model.threads.list);
  const selectedThread = useStore(model.threads.selected);
  const selection = useStore(model.frame.selection);
  const { kind } = useStore(model.phase);
  const lines = stackLines(threads, selectedThread);
  const list = useRef<VirtualRowsHandle>(null);
  const id = useId();
  const selectedIndex = lines.findIndex(
    line => line.kind === 'frame' && line.frame.id === selection?.frame.id,
  );
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const active = cursor !== undefined && cursor < lines.length ? cursor : selectedIndex;

  const choose = (line: StackLine): void => {
    setCursor(undefined);
    if (line.kind === 'frame') void model.frame.select(line.thread.id, line.frame, 'user');
    if (line.kind === 'thread') void model.attempt(() => model.threads.select(line.thread.id));
    if (line.kind === 'last') void model.attempt(() => model.threads.loadLast(line.thread.id));
    if (line.kind === 'more') void model.attempt(() => model.threads.loadMore(line.thread.id));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[active];
    const next = rowAfter(event.key, active, lines.length - 1);
    if (event.key === 'Enter' && line !== undefined) choose(line);
    else if (next === undefined) return;
    else {
      setCursor(next);
      list.current?.reveal(next);
    }
    event.preventDefault();
  };

  return (
    <PanelFrame title="Call stack" className={kind === 'running' ? 'is-waiting' : ''}>
      <VirtualRows
        ref={list}
        count={lines.length}
        rowHeight={rowHeight}
        label="Call stack"
        role="listbox"
        activeRow={active < 0 ? undefined : `${id}${active}`}
        onKeyDown={onKeyDown}
        empty={kind === 'running' ? 'The program runs.' : 'Frames are shown while the program is stopped.'}
        renderRow={index => (
          <StackRow
            key={index}
            id={`${id}${index}`}
            line={lines[index]!}
            isSelected={index === selectedIndex}
            isActive={index === active}
            onChoose={() => choose(lines[index]!)}
          />
        )}
      />
    </PanelFrame>
  );
}

interface StackRowProps {
  readonly id: string;
  readonly line: StackLine;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function StackRow({ id, line, isSelected, isActive, onChoose }: StackRowProps): ReactNode {
  const subtle = line.kind === 'frame' && line.frame.presentationHint === 'subtle';
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={`stack-row kind-${line.kind} ${isSelected ? 'is-selected' : ''} ${isActive ? 'is-active' : ''} ${subtle ? 'is-dimmed' : ''}`}
      title={titleOf(line)}
      onClick={onChoose}
      onMouseEnter={() => hoveredFrame.set(line.kind === 'frame' ? line.frame : undefined)}
      onMouseLeave={() => hoveredFrame.set(undefined)}
    >
      <StackText line={line} isSelected={isSelected} />
    </div>
  );
}

function StackText({
  line,
  isSelected,
}: {
  readonly line: StackLine;
  readonly isSelected: boolean;
}): ReactNode {
  switch (line.kind) {
    case 'thread':
      return (
        <>
          <span className="stack-mark">{line.isOpen ? '▾' : '▸'}</span>
          <span className="stack-name">{line.thread.name}</span>
        </>
      );
    case 'label':
      return <span className="stack-label">{line.text}</span>;
    case 'more':
      return <span className="stack-more">{line.rest.toLocaleString('en')} more frames …</span>;
    case 'last':
      return <span className="stack-more">Show the outermost frames</span>;
    case 'problem':
      return <span className="value-problem">{line.text}</span>;
    case 'frame': {
      const { name, source, line: at } = line.frame;
      return (
        <>
          <span className="stack-mark">{isSelected ? '➤' : ''}</span>
          <span className="stack-name">{name}</span>
          {source !== undefined && (
            <span className="stack-place">
              {visibleName(source.name ?? '')}:{at}
            </span>
          )}
        </>
      );
    }
  }
}

function titleOf(line: StackLine): string | undefined {
  if (line.kind !== 'frame') return undefined;
  const { name, source, line: at, presentationHint } = line.frame;
  const place = source?.path === undefined ? 'no source' : `${source.path}:${at}`;
  return `${name}\n${place}${presentationHint === 'subtle' ? '\nnot code of the program itself' : ''}`;
}
