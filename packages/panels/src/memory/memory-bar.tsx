// Above the bytes: where to go, where one was, and what the word at the cursor points to.
import { useState, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { useStore } from '../ui/use-store.js';
import { formatAddress, type MemoryView } from '@sonde/client';

export interface MemoryBarProps {
  readonly view: MemoryView;
  /** What the word at the cursor holds; undefined where it cannot be read. */
  readonly word: bigint | undefined;
  readonly bigEndian: boolean;
  readonly onBigEndian: (on: boolean) => void;
  readonly onFollow: () => void;
  readonly disabled: boolean;
}

export function MemoryBar(props: MemoryBarProps): ReactNode {
  const { view, word, bigEndian, onBigEndian, onFollow, disabled } = props;
  const { places, at } = useStore(view.visited);
  const place = places[at];
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const label = place?.label ?? '';
  return (
    <form
      className="memory-bar"
      onSubmit={event => {
        event.preventDefault();
        const text = typed ?? label;
        setTyped(undefined);
        void view.goToText(text);
      }}
    >
      <IconButton shape="reverse" label="Back" disabled={at <= 0} onClick={() => view.back()} />
      <IconButton
        shape="continue"
        label="Forward"
        disabled={at >= places.length - 1}
        onClick={() => view.forth()}
      />
      <input
        className="code memory-address"
        aria-label="Address or expression"
        placeholder="Address or expression"
        value={typed ?? label}
        spellCheck={false}
        autoComplete="off"
        onChange={event => setTyped(event.target.value)}
        onBlur={() => setTyped(text => (text === '' ? undefined : text))}
      />
      <button type="submit" disabled={disabled}>
        Go
      </button>
      {place !== undefined && label !== formatAddress(place.address) && (
        <span className="memory-at code">{formatAddress(place.address)}</span>
      )}
      <span className="bar-space" />
      <button
        type="button"
        aria-pressed={bigEndian}
        title="The first byte of a word is its highest"
        onClick={() => onBigEndian(!bigEndian)}
      >
        Big-endian
      </button>
      <button
        type="button"
        className="memory-follow"
        disabled={disabled || word === undefined}
        title="Show what the word at the cursor points to (Enter)"
        onClick={onFollow}
      >
        Follow <span className="code">{word === undefined ? '–' : `0x${word.toString(16)}`}</span>
      </button>
    </form>
  );
}
