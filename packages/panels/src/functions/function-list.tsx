// The functions of the program by its symbols, those with a part of a name: each can be stopped at and opened.
import { functionViewOf, sourceName, type FunctionRow } from '@sonde/client';
import { useEffect, type ReactNode } from 'react';
import { usePanel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { VirtualRows } from '../ui/virtual-rows.js';
import { visibleName } from '../ui/visible-name.js';

const rowHeight = 24;
/** Rows that are in view without scrolling. */
const mostRows = 10;

export function FunctionList({ filter }: { readonly filter: string }): ReactNode {
  const { model } = usePanel();
  const view = functionViewOf(model);
  const { rows, total } = useStore(view.page);
  const problem = useStore(view.problem);
  const phase = useStore(model.phase);
  const { functions } = useStore(model.breakpoints.book.content);
  useEffect(() => void view.search(filter.trim()), [view, filter, phase]);
  if (problem !== undefined) return <div className="empty">{problem}</div>;
  if (rows.length === 0) return null;
  const set = new Set(functions.map(({ name }) => name));
  return (
    <div className="function-list" style={{ height: Math.min(rows.length, mostRows) * rowHeight }}>
      <VirtualRows
        count={rows.length}
        rowHeight={rowHeight}
        label={`${total} functions`}
        role="list"
        onRange={(_from, to) => void (to > rows.length - mostRows && view.more())}
        renderRow={index => <Row key={index} row={rows[index]!} isSet={set.has(rows[index]!.name)} />}
      />
    </div>
  );
}

function Row({ row, isSet }: { readonly row: FunctionRow; readonly isSet: boolean }): ReactNode {
  const { model, rights } = usePanel();
  const { name, source, line } = row;
  return (
    <div className="function-row" role="listitem" title={name}>
      <input
        type="checkbox"
        aria-label={`Stop in ${name}`}
        checked={isSet}
        disabled={rights !== 'full'}
        onChange={() => void model.breakpoints.toggleFunction(name)}
      />
      <span className="function-name">{visibleName(name)}</span>
      {source !== undefined && (
        <button
          type="button"
          className="link function-place"
          onClick={() => void model.sources.show(source, line ?? 1)}
        >
          {visibleName(sourceName(source))}:{line}
        </button>
      )}
    </div>
  );
}
