// The field in which a value is changed, in its row.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { failureText, writeValue, type TreeRow } from '@sonde/client';
import { useModel } from '../panel-surroundings.js';

export interface ValueEditorProps {
  readonly row: TreeRow;
  readonly onDone: () => void;
  /** What is edited is the name, as with a watched expression. */
  readonly rename?: (row: TreeRow, text: string) => Promise<void>;
}

export function ValueEditor({ row, onDone, rename }: ValueEditorProps): ReactNode {
  const model = useModel();
  const { name, value } = row.variable;
  const renames = rename !== undefined && row.depth === 0;
  const before = renames ? name : value;
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const about = useId();

  const write = async (): Promise<void> => {
    try {
      await (renames ? rename(row, text) : writeValue(model, row, text));
      onDone();
    } catch (error) {
      // What was typed stays, so that it can be corrected.
      setProblem(failureText(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onDone();
    if (event.key !== 'Enter') return;
    if (text === before) return onDone();
    void write();
  };
  return (
    <>
      <input
        className="value-input code"
        aria-label={`New value of ${name}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : about}
        value={text}
        autoFocus
        spellCheck={false}
        onFocus={event => event.target.select()}
        onChange={event => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={onDone}
        onMouseDown={event => event.stopPropagation()}
        onDoubleClick={event => event.stopPropagation()}
      />
      {problem !== undefined && (
        <span id={about} className="value-problem" role="alert" title={problem}>
          {problem}
        </span>
      )}
    </>
  );
}
