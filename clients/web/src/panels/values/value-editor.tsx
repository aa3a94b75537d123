// The field in which a value is changed, in its row.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { TreeRow } from '../../model/value-tree.js';
import { useModel } from '../../page/page-context.js';
import { writeValue } from './write-value.js';

export interface ValueEditorProps {
  readonly row: TreeRow;
  readonly onDone: (work?: Promise<void>) => void;
  /** What is edited is the name, as with a watched expression. */
  readonly rename?: (row: TreeRow, text: string) => Promise<void>;
}

export function ValueEditor({ row, onDone, rename }: ValueEditorProps): ReactNode {
  const model = useModel();
  const { name, value } = row.variable;
  const before = rename !== undefined && row.depth === 0 ? name : value;
  const [text, setText] = useState(before);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onDone();
    if (event.key !== 'Enter') return;
    if (text === before) return onDone();
    onDone(rename !== undefined && row.depth === 0 ? rename(row, text) : writeValue(model, row, text));
  };
  return (
    <input
      className="value-input code"
      aria-label={`New value of ${name}`}
      value={text}
      autoFocus
      spellCheck={false}
      onFocus={event => event.target.select()}
      onChange={event => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onDone()}
      onMouseDown={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
    />
  );
}
