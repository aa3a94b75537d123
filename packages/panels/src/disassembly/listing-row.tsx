// One row of the disassembly.
import type { ReactNode } from 'react';
import { bytesText, type InstructionMark, type ListingRow } from '@sonde/client';

export interface ListingRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: ListingRow;
  readonly mark: InstructionMark | undefined;
  /** The program is here, or will come back here when the frames above have returned. */
  readonly current: 'stopped' | 'returns' | undefined;
  readonly isActive: boolean;
  readonly canBreak: boolean;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
  readonly onSource: () => void;
}

export function ListingRowView(props: ListingRowProps): ReactNode {
  const { id, index, row, isActive, onChoose } = props;
  const { current } = props;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isActive}
      aria-current={current === undefined ? undefined : 'location'}
      className={`listing-row listing-${row.kind} ${isActive ? 'is-active' : ''} ${current === undefined ? '' : `is-${current}`}`}
      onMouseDown={onChoose}
    >
      {row.kind === 'symbol' ? (
        <span role="gridcell" aria-colspan={4} className="listing-name">
          {row.name}
        </span>
      ) : row.kind === 'source' ? (
        <span role="gridcell" aria-colspan={4} className="listing-line">
          <button type="button" className="link" tabIndex={-1} onClick={props.onSource}>
            {`${row.source.name ?? row.source.path?.split(/[\\/]/).at(-1) ?? 'source'}:${row.line}`}
          </button>
          <span className="listing-text">{row.text?.trim()}</span>
        </span>
      ) : (
        <InstructionCells {...props} instruction={row.instruction} />
      )}
    </div>
  );
}

function InstructionCells({
  instruction,
  mark,
  current,
  canBreak,
  onToggle,
}: ListingRowProps & {
  readonly instruction: Extract<ListingRow, { kind: 'instruction' }>['instruction'];
}): ReactNode {
  const { address, bytes, text } = instruction;
  return (
    <>
      <span role="gridcell" className="listing-margin">
        <button
          type="button"
          className={`listing-break ${mark === undefined ? '' : `is-${mark.state}`}`}
          tabIndex={-1}
          disabled={!canBreak}
          aria-label={
            mark === undefined ? `Set a breakpoint at ${address}` : `Remove the breakpoint at ${address}`
          }
          aria-pressed={mark !== undefined && mark.state !== 'foreign'}
          title={mark?.title ?? 'Set a breakpoint (F9)'}
          onClick={onToggle}
        >
          {mark === undefined ? '' : mark.state === 'set' ? '●' : mark.state === 'waiting' ? '○' : '◆'}
        </button>
        <span className="listing-arrow" aria-hidden="true">
          {current === 'stopped' ? '➜' : current === 'returns' ? '▷' : ''}
        </span>
      </span>
      <span role="gridcell" className="listing-address">
        {address}
      </span>
      <span role="gridcell" className="listing-bytes">
        {bytesText(bytes)}
      </span>
      <span role="gridcell" className="listing-code">
        {text}
      </span>
    </>
  );
}
