// The hex view: bytes around a place, read as they come into view, with what changed since the last stop marked.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useModel, usePanel } from '../panel-surroundings.js';
import { useSize } from '../ui/use-size.js';
import { useStore } from '../ui/use-store.js';
import { useVisible } from '../ui/use-visible.js';
import { VirtualRows, type VirtualRowsHandle } from '../ui/virtual-rows.js';
import {
  digitsFor,
  formatAddress,
  lastOffset,
  paddedOffset,
  moved,
  offsetOfRow,
  rowOf,
  windowAround,
  wordAt,
  wordValue,
  type HexWindow,
  type MemoryView,
} from '@sonde/client';
import { cellId, HexRow } from './hex-row.js';
import { MemoryBar } from './memory-bar.js';
import { memoryViewOf } from './memory-view.js';

const rowHeight = 22;
/** Below this, rows of sixteen would be cut. */
const wideEnough = 645;

export function MemoryPanel(): ReactNode {
  const model = useModel();
  const view = memoryViewOf(model);
  useStore(view.visited);
  const problem = useStore(view.problem);
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const isVisible = useVisible(frame);
  const { place } = view;
  return (
    <div className="memory" ref={frame}>
      {place === undefined ? (
        <NoPlace view={view} problem={problem} />
      ) : (
        <HexView
          view={view}
          // A window of its own for every place, so that it begins a row.
          window={windowAround(place.address, width >= wideEnough ? 16 : 8)}
          isVisible={isVisible}
          problem={problem}
        />
      )}
    </div>
  );
}

function NoPlace({
  view,
  problem,
}: {
  readonly view: MemoryView;
  readonly problem: string | undefined;
}): ReactNode {
  const model = useModel();
  const phase = useStore(model.phase);
  return (
    <>
      <MemoryBar
        view={view}
        word={undefined}
        bigEndian={false}
        onBigEndian={() => undefined}
        onFollow={() => undefined}
        disabled={phase.kind !== 'stopped'}
      />
      {problem !== undefined && <Problem text={problem} />}
      <div className="empty">
        Type an address or an expression, or choose “Show its memory” from the menu of a value.
      </div>
    </>
  );
}

const Problem = ({ text }: { readonly text: string }): ReactNode => (
  <div className="panel-problem" role="alert">
    {text}
  </div>
);

interface HexViewProps {
  readonly view: MemoryView;
  readonly window: HexWindow;
  readonly isVisible: boolean;
  readonly problem: string | undefined;
}

function HexView({ view, window, isVisible, problem }: HexViewProps): ReactNode {
  const model = useModel();
  const { rights } = usePanel();
  const { pages } = view;
  useStore(pages.version);
  const cursor = useStore(view.cursor);
  const moves = useStore(view.moves);
  const epoch = useStore(view.epoch);
  const phase = useStore(model.phase);
  const pointerSize = useStore(model.pointerSize);
  const id = useId();
  const list = useRef<VirtualRowsHandle>(null);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [bigEndian, setBigEndian] = useState(false);
  const [typed, setTyped] = useState('');
  const { space, start, perRow, rows } = window;
  const isStopped = phase.kind === 'stopped';
  const canWrite = isStopped && rights === 'full' && model.can('supportsWriteMemoryRequest');

  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);

  useEffect(() => {
    if (!isVisible || !isStopped) return;
    const width = BigInt(perRow);
    void pages.load(space, start + BigInt(range.from) * width, start + BigInt(range.to) * width);
  }, [pages, space, start, perRow, range, isVisible, isStopped, epoch]);

  // A new place, and rows of another width, bring the cursor into view.
  useLayoutEffect(() => {
    const row = rowOf({ space, start, perRow, rows }, view.cursor.get());
    if (row !== undefined) list.current?.reveal(row, 'center');
  }, [view, moves, space, start, perRow, rows]);

  const wordStart = wordAt(cursor, pointerSize);
  const word = wordOf(view, space, wordStart, pointerSize, bigEndian);

  const follow = (): void => {
    if (word === undefined) return;
    const address = { space, offset: word };
    view.goTo({ address, label: formatAddress(address) });
    list.current?.focus();
  };

  const moveTo = (offset: bigint): void => {
    setTyped('');
    view.cursor.set(offset);
    const row = rowOf(window, offset);
    // Beyond the window another begins there.
    if (row === undefined) view.goTo({ address: { space, offset }, label: formatAddress({ space, offset }) });
    else list.current?.reveal(row);
  };

  const type = (digit: string): void => {
    if (typed === '') return setTyped(digit);
    setTyped('');
    void view.write(cursor, Number.parseInt(typed + digit, 16));
    if (cursor < lastOffset) moveTo(cursor + 1n);
  };

  const handle = (event: KeyboardEvent<HTMLDivElement>): boolean => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      if (key === 'ArrowLeft') view.back();
      else view.forth();
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    if (key === 'Enter') return (follow(), true);
    if (key === 'Escape' && typed !== '') return (setTyped(''), true);
    if (/^[0-9a-f]$/i.test(key) && canWrite) return (type(key.toLowerCase()), true);
    const page = Math.max(1, range.to - range.from - 18);
    const to = moved(cursor, key, perRow, page);
    if (to === undefined) return false;
    moveTo(to);
    return true;
  };

  const cursorRow = rowOf(window, cursor);
  const isSeen = cursorRow !== undefined && cursorRow >= range.from && cursorRow < range.to;
  const digits = digitsFor(offsetOfRow(window, rows - 1));
  return (
    <>
      <MemoryBar
        view={view}
        word={word}
        bigEndian={bigEndian}
        onBigEndian={setBigEndian}
        onFollow={follow}
        disabled={!isStopped}
      />
      {problem !== undefined && <Problem text={problem} />}
      <VirtualRows
        ref={list}
        count={rows}
        rowHeight={rowHeight}
        label={`Memory at ${view.place?.label ?? ''}`}
        role="grid"
        className="hex-rows"
        wide
        onRange={onRange}
        onKeyDown={event => {
          if (handle(event)) event.preventDefault();
        }}
        activeRow={isSeen ? cellId(id, cursor) : undefined}
        renderRow={row => {
          const offset = offsetOfRow(window, row);
          const length = Number(
            offset + BigInt(perRow) - 1n > lastOffset ? lastOffset - offset + 1n : BigInt(perRow),
          );
          return (
            <HexRow
              key={row}
              id={id}
              row={row}
              address={`${space === '' ? '' : `${space}:`}${paddedOffset(offset, digits)}`}
              offset={offset}
              bytes={Array.from({ length }, (_, index) => pages.at(space, offset + BigInt(index)))}
              cursor={within(cursor - offset, length)}
              word={{
                from: clamp(wordStart - offset, length),
                to: clamp(wordStart + BigInt(pointerSize) - offset, length),
              }}
              typed={typed}
              onChoose={moveTo}
            />
          );
        }}
      />
    </>
  );
}

const within = (index: bigint, length: number): number =>
  index >= 0n && index < BigInt(length) ? Number(index) : -1;

const clamp = (index: bigint, length: number): number =>
  index < 0n ? 0 : index > BigInt(length) ? length : Number(index);

function wordOf(
  { pages }: MemoryView,
  space: string,
  start: bigint,
  size: number,
  bigEndian: boolean,
): bigint | undefined {
  const bytes: number[] = [];
  for (let index = 0; index < size; index++) {
    const byte = pages.at(space, start + BigInt(index));
    if (byte.kind !== 'value') return undefined;
    bytes.push(byte.value);
  }
  return wordValue(bytes, bigEndian);
}
