// The line that the program waits for.
import { useState, type ReactNode } from 'react';
import { usePage } from '../../page/page-context.js';
import { useModel, useStore } from '@sonde/panels';

export function ProgramInput(): ReactNode {
  const model = useModel();
  const { rights } = usePage().info;
  const waits = useStore(model.waitsForInput);
  const [text, setText] = useState('');
  if (!waits || rights !== 'full') return null;
  return (
    <form
      className="program-input"
      onSubmit={event => {
        event.preventDefault();
        setText('');
        void model.input(text);
      }}
    >
      <label className="program-input-label">
        <span>Input for the program</span>
        <input
          className="code"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <button type="submit">Send line</button>
      <button type="button" onClick={() => void model.input(undefined)}>
        End of input
      </button>
    </form>
  );
}
