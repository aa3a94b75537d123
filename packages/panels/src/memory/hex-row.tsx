// One row of the hex view: the address, the bytes, and the letters that they are.
import type { ReactNode } from 'react';
import { letterOf, type ByteState } from '@sonde/client';

export interface HexRowProps {
  readonly id: string;
  readonly row: number;
  readonly address: string;
  readonly offset: bigint;
  readonly bytes: readonly ByteState[];
  /** Which byte of the row has the cursor; -1 for none. */
  readonly cursor: number;
  /** The word of the cursor, as far as it is in this row. */
  readonly word: { readonly from: number; readonly to: number };
  /** The first digit of a new value that is being typed at the cursor. */
  readonly typed: string;
  readonly onChoose: (offset: bigint) => void;
}

export function HexRow(props: HexRowProps): ReactNode {
  const { row, address, offset, bytes, cursor, word, typed } = props;
  return (
    <div role="row" className="hex-row" aria-rowindex={row + 1}>
      <span role="rowheader" className="hex-address">
        {address}
      </span>
      {bytes.map((byte, index) => (
        <span
          key={index}
          id={cellId(props.id, offset + BigInt(index))}
          role="gridcell"
          aria-selected={index === cursor}
          aria-label={spoken(byte)}
          title={byte.kind === 'unreadable' ? (byte.problem ?? 'This byte cannot be read.') : undefined}
          className={[
            'hex-byte',
            index === 8 ? 'is-half' : '',
            index === cursor ? 'is-active' : '',
            index >= word.from && index < word.to ? 'is-word' : '',
            byte.kind === 'value' && byte.changed ? 'is-changed' : '',
            byte.kind === 'value' ? (byte.value === 0 ? 'is-zero' : '') : 'is-missing',
          ].join(' ')}
          onMouseDown={() => props.onChoose(offset + BigInt(index))}
        >
          {index === cursor && typed !== '' ? `${typed}_` : shown(byte)}
        </span>
      ))}
      <span role="gridcell" className="hex-letters">
        {bytes.map(byte => (byte.kind === 'value' ? letterOf(byte.value) : ' ')).join('')}
      </span>
    </div>
  );
}

export const cellId = (id: string, offset: bigint): string => `${id}b${offset.toString(16)}`;

const shown = (byte: ByteState): string => {
  if (byte.kind === 'value') return byte.value.toString(16).padStart(2, '0');
  return byte.kind === 'unreadable' ? '??' : '··';
};

const spoken = (byte: ByteState): string | undefined => {
  if (byte.kind === 'unreadable') return 'unreadable';
  if (byte.kind === 'unread') return 'not read yet';
  return byte.changed ? `${shown(byte)} changed` : undefined;
};
