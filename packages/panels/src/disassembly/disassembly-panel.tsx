// The disassembly: follows the frame that is looked at, reads on where one scrolls, breaks and steps by instruction.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { Source } from '@sonde/dap';
import {
  sourceKey,
  disassemblyViewOf,
  instructionMarks,
  listing,
  rowOfAddress,
  type OpenSource,
  type LineText,
  type ListingRow,
} from '@sonde/client';
import { useModel, usePanel } from '../panel-surroundings.js';
import { IconButton } from '../ui/icon-button.js';
import { useStore } from '../ui/use-store.js';
import { useVisible } from '../ui/use-visible.js';
import { VirtualRows, type VirtualRowsHandle } from '../ui/virtual-rows.js';
import { ListingRowView } from './listing-row.js';

const rowHeight = 22;
/** Rows from an end at which more is read. */
const near = 20;
const page = 15;

export function DisassemblyPanel(): ReactNode {
  const model = useModel();
  const { rights } = usePanel();
  const view = disassemblyViewOf(model);
  const { instructions } = view;
  useStore(instructions.version);
  const problem = useStore(view.problem);
  const chosen = useStore(view.chosen);
  const selection = useStore(model.frame.selection);
  const stack = useStore(model.threads.list).find(({ id }) => id === selection?.threadId)?.stack;
  const phase = useStore(model.phase);
  const open = useStore(model.sources.open);
  const { instructions: wanted } = useStore(model.breakpoints.book.content);
  const outcomes = useStore(model.breakpoints.outcomes);
  const others = useStore(model.breakpoints.others);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualRowsHandle>(null);
  const isVisible = useVisible(frame);
  const id = useId();
  const [range, setRange] = useState({ from: 0, to: 0 });

  const reference = selection?.frame.instructionPointerReference;
  const isTop = stack?.frames[0]?.id === selection?.frame.id;
  const stop = phase.kind === 'stopped' ? phase.stop.number : undefined;
  const mayTouch = rights === 'full';
  const isStopped = phase.kind === 'stopped' && mayTouch;

  const { list: shownInstructions } = instructions;
  const rows = useMemo(() => listing(shownInstructions, lineTextOf(open)), [shownInstructions, open]);
  const hasBytes = shownInstructions.some(({ bytes }) => bytes !== undefined);
  const marks = useMemo(
    () => instructionMarks(wanted, outcomes.instructions, others),
    [wanted, outcomes, others],
  );
  const currentIndex = reference === undefined ? -1 : instructions.indexOf(reference);
  const current = instructions.list[currentIndex]?.address;
  const currentRow = useMemo(
    () => (current === undefined ? -1 : rowOfAddress(rows, current)),
    [rows, current],
  );
  const chosenRow = useMemo(() => (chosen === undefined ? -1 : rowOfAddress(rows, chosen)), [rows, chosen]);
  const activeRow = chosenRow >= 0 ? chosenRow : currentRow;

  useEffect(() => {
    if (isVisible && reference !== undefined) void view.show(reference);
  }, [view, isVisible, reference, stop]);

  useKeptPlace(frame, rows);

  // Every stop, and every other frame, brings its instruction into view.
  const shown = useRef('');
  useLayoutEffect(() => {
    if (currentRow < 0 || !isVisible) return;
    const wantedPlace = `${stop ?? ''} ${current ?? ''}`;
    if (shown.current === wantedPlace) return;
    const isFirst = shown.current === '';
    shown.current = wantedPlace;
    view.chosen.set(undefined);
    list.current?.reveal(currentRow, isFirst || !isAround(range, currentRow) ? 'center' : 'nearest');
  }, [view, currentRow, current, stop, isVisible, range]);

  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  useEffect(() => {
    if (!isVisible || rows.length === 0 || range.to === 0) return;
    if (range.from < near && instructions.hasMore.before) void view.before();
    else if (range.to > rows.length - near && instructions.hasMore.after) void view.after();
  }, [view, instructions, rows, range, isVisible]);

  const addressOf = (index: number): string | undefined => {
    const row = rows[index];
    return row?.kind === 'instruction' ? row.instruction.address : undefined;
  };

  const move = (by: number): void => {
    const direction = by < 0 ? -1 : 1;
    let to = Math.min(rows.length - 1, Math.max(0, activeRow + by));
    while (addressOf(to) === undefined && to > 0 && to < rows.length - 1) to += direction;
    const address = addressOf(to);
    if (address === undefined) return;
    view.chosen.set(address);
    list.current?.reveal(to);
  };

  const toggle = (index: number): void => {
    const address = addressOf(index);
    if (address !== undefined && mayTouch) void view.toggleBreakpoint(address);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
    };
    const by = steps[event.key];
    if (by !== undefined) move(by);
    else if (event.key === 'F9') toggle(activeRow);
    else return;
    event.preventDefault();
  };

  const toSource = ({ source, line }: Extract<ListingRow, { kind: 'source' }>): void =>
    void model.sources.show(source, line);

  return (
    <div className="disassembly" ref={frame}>
      <div className="disassembly-bar">
        <IconButton
          shape="over"
          label="Step over one instruction"
          disabled={!isStopped}
          onClick={() => void model.move('next', 'instruction')}
        />
        <IconButton
          shape="into"
          label="Step one instruction"
          disabled={!isStopped}
          onClick={() => void model.move('stepIn', 'instruction')}
        />
        <button
          type="button"
          disabled={currentRow < 0}
          onClick={() => {
            view.chosen.set(undefined);
            list.current?.reveal(currentRow, 'center');
          }}
        >
          To the current instruction
        </button>
        {problem !== undefined && (
          <span className="panel-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      <VirtualRows
        ref={list}
        count={rows.length}
        rowHeight={rowHeight}
        label="Instructions"
        role="grid"
        className={`listing-rows ${hasBytes ? '' : 'has-no-bytes'}`}
        wide
        activeRow={isAround(range, activeRow) ? `${id}${activeRow}` : undefined}
        onRange={onRange}
        onKeyDown={onKeyDown}
        empty={
          selection !== undefined && reference === undefined
            ? 'This frame has no machine code.'
            : 'Instructions are shown when the program stops.'
        }
        renderRow={index => {
          const row = rows[index];
          if (row === undefined) return null;
          const address = addressOf(index);
          return (
            <ListingRowView
              key={row.key}
              id={`${id}${index}`}
              index={index}
              row={row}
              mark={address === undefined ? undefined : marks.get(address)}
              current={
                address === undefined || address !== current ? undefined : isTop ? 'stopped' : 'returns'
              }
              isActive={index === activeRow}
              canBreak={mayTouch && model.can('supportsInstructionBreakpoints')}
              onChoose={() => {
                if (address !== undefined) view.chosen.set(address);
              }}
              onToggle={() => toggle(index)}
              onSource={() => {
                if (row.kind === 'source') toSource(row);
              }}
            />
          );
        }}
      />
    </div>
  );
}

const isAround = ({ from, to }: { readonly from: number; readonly to: number }, row: number): boolean =>
  row >= from && row < to;

/** Lines of sources that are open anyway. */
function lineTextOf(open: readonly OpenSource[]): LineText {
  const texts = new Map<string, readonly string[] | undefined>();
  return (source: Source, line) => {
    const key = sourceKey(source);
    if (!texts.has(key)) texts.set(key, open.find(each => each.key === key)?.text?.split('\n'));
    return texts.get(key)?.[line - 1];
  };
}

/** What is in view stays where it is when rows come in front of it. */
function useKeptPlace(frame: { readonly current: HTMLElement | null }, rows: readonly ListingRow[]): void {
  const first = useRef<{ readonly key: string; readonly index: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const before = first.current;
    const index = rows.findIndex(({ kind }) => kind === 'instruction');
    first.current = index < 0 ? undefined : { key: rows[index]!.key, index };
    if (before === undefined || first.current?.key === before.key) return;
    const now = rows.findIndex(({ key }) => key === before.key);
    const viewport = frame.current?.querySelector('.virtual-rows');
    if (now > before.index && viewport) viewport.scrollTop += (now - before.index) * rowHeight;
  }, [frame, rows]);
}
