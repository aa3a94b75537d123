// The rows of the console: output as it comes, with opened answers between; follows the end until somebody scrolls up.
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
} from 'react';
import { timeViewOf, type LogLine } from '@sonde/client';
import { drawValue, useModel, usePanel, useStore, VirtualRows, type VirtualRowsHandle } from '@sonde/panels';
import { hasActions, LineRow, MemberRow } from './log-row.js';
import type { LogView } from './log-view.js';
import type { OpenedAnswers } from './opened-answers.js';
import { rowsOfLine } from './line-layout.js';
import { RowPlaces } from './row-places.js';
import { useColumns } from './use-columns.js';

const rowHeight = 22;

export interface ConsoleLogProps {
  readonly shown: readonly LogLine[];
  readonly view: LogView;
  readonly answers: OpenedAnswers;
  readonly empty: ReactNode;
}

const rowCountOf = (line: LogLine, columns: number): number => rowsOfLine(line, columns).length;

export function ConsoleLog({ shown, view, answers, empty }: ConsoleLogProps): ReactNode {
  const model = useModel();
  const time = timeViewOf(model);
  const mayMove = usePanel().rights === 'full';
  useStore(answers.version);
  const list = useRef<VirtualRowsHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [chosen, setChosen] = useState(-1);
  const takesFocus = useRef(false);
  const open = answers.places(shown);
  const columns = useColumns(frame);
  const [places] = useState(() => new RowPlaces(rowCountOf));
  places.update(shown, columns);
  const count = places.count(open);

  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);

  const rowHasActions = (row: number): boolean => {
    const { line, piece, inside } = places.placeOf(row, open);
    const logLine = shown[line];
    if (logLine === undefined || piece > 0) return false;
    return inside === 0 ? hasActions(logLine) : answers.treeOf(logLine)?.row(inside)?.canOpen === true;
  };
  const nearest = (from: number, by: 1 | -1, to: number): number => {
    for (let row = from; by < 0 ? row > to : row < to; row += by) if (rowHasActions(row)) return row;
    return -1;
  };
  const isChosenSeen = chosen >= range.from && chosen < range.to && rowHasActions(chosen);
  const stop = isChosenSeen ? chosen : nearest(Math.min(range.to, count) - 1, -1, range.from - 1);

  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    const button = frame.current?.querySelector<HTMLElement>('.log-row button[tabindex="0"]');
    if (button === null || button === undefined) return;
    takesFocus.current = false;
    button.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // On the list itself the arrow keys scroll; on what is pressed in a row they go to the next such row.
    if (event.target === event.currentTarget || stop < 0) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const to = event.key === 'ArrowUp' ? nearest(stop - 1, -1, -1) : nearest(stop + 1, 1, count);
    if (to < 0) return;
    takesFocus.current = true;
    setChosen(to);
    list.current?.reveal(to);
  };

  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    const { scrollTop, clientHeight, scrollHeight } = event.target as HTMLElement;
    setAtEnd(scrollTop + clientHeight >= scrollHeight - rowHeight);
  };

  const renderRow = (row: number): ReactNode => {
    const { line, piece, inside } = places.placeOf(row, open);
    const logLine = shown[line];
    if (logLine === undefined) return null;
    const tree = answers.treeOf(logLine);
    const isStop = row === stop;
    if (inside === 0)
      return (
        <LineRow
          key={piece === 0 ? logLine.number : `${logLine.number} ${piece}`}
          line={logLine}
          piece={piece}
          columns={columns}
          begin={view.beginOf(logLine)}
          isOpen={tree !== undefined}
          isStop={isStop}
          onToggle={() => void answers.toggle(logLine)}
          onView={() => drawValue(logLine.value!)}
          onTime={
            logLine.time !== undefined && mayMove
              ? () => void time.goTo({ position: logLine.time!.at })
              : undefined
          }
          onSource={() => void model.sources.show(logLine.source!, logLine.line)}
        />
      );
    const member = tree?.row(inside);
    if (member === undefined) return null;
    if (member.kind === 'loading') void tree?.loadRows(inside, inside + 1);
    return (
      <MemberRow
        key={`${logLine.number} ${member.key}`}
        row={member}
        isStop={isStop}
        onToggle={() => void tree?.toggle(member.key)}
      />
    );
  };

  return (
    <div className="console-log" ref={frame} onScrollCapture={onScroll}>
      <VirtualRows
        ref={list}
        count={count}
        rowHeight={rowHeight}
        label="Output and answers"
        role="log"
        className="log-rows"
        followsEnd
        onRange={onRange}
        onKeyDown={onKeyDown}
        renderRow={renderRow}
        empty={empty}
      />
      {!atEnd && count > 0 && (
        <button type="button" className="jump-to-end" onClick={() => list.current?.reveal(count - 1)}>
          Jump to end
        </button>
      )}
    </div>
  );
}
