// Watched expressions.
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { type ExtraActions, PanelFrame, useModel, useStore, ValueRows } from '@sonde/panels';

export function WatchesPanel(): ReactNode {
  const model = useModel();
  const { kind } = useStore(model.phase);
  const [text, setText] = useState('');
  const extra = useMemo<ExtraActions>(
    () => ({
      remove: row => {
        if (row.depth === 0) void model.watches.remove(row.key);
      },
      removeLabel: 'Stop watching',
      rename: (row, to) => model.watches.change(row.key, to),
    }),
    [model],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    void model.watches.add(text);
    setText('');
  };
  return (
    <PanelFrame title="Watch" className={kind === 'running' ? 'is-waiting' : ''}>
      <ValueRows
        tree={model.watches.tree}
        label="Watched expressions"
        extra={extra}
        empty="Expressions that are typed below are evaluated at every stop."
      />
      <input
        className="watch-input code"
        aria-label="Expression to watch"
        placeholder="Add an expression"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </PanelFrame>
  );
}
