// A list of rows of one height, of which only those in view exist: a million cost as much as fifty.
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  useImperativeHandle,
} from 'react';

export interface VirtualRowsHandle {
  /** Scrolls as little as needed. */
  reveal(index: number, where?: 'nearest' | 'center'): void;
  focus(): void;
}

export interface VirtualRowsProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly role: 'tree' | 'list' | 'log' | 'grid' | 'listbox';
  readonly renderRow: (index: number) => ReactNode;
  /** Rows that are in view now, with a few around them. */
  readonly onRange?: (from: number, to: number) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** The id of the row that has the focus within the list, for screen readers. */
  readonly activeRow?: string | undefined;
  readonly className?: string;
  /** Stays at the end while it is there: for what grows. */
  readonly followsEnd?: boolean;
  /** As wide as the widest row instead of as wide as the view. */
  readonly wide?: boolean;
  readonly ref?: Ref<VirtualRowsHandle>;
  readonly empty?: ReactNode;
}

const around = 8;
/** Browsers lay out no more than some millions of pixels; longer lists scroll faster than their rows. */
const mostPixels = 15_000_000;

export function VirtualRows(props: VirtualRowsProps): ReactNode {
  const { count, rowHeight, label, role, renderRow, onRange, onKeyDown, activeRow, followsEnd, wide } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const atEnd = useRef(true);

  const natural = count * rowHeight;
  const height = Math.min(natural, mostPixels);
  const scale = natural > height ? (natural - view.height) / (height - view.height) : 1;
  const top = view.top * scale;
  const from = Math.max(0, Math.floor(top / rowHeight) - around);
  const to = Math.min(count, Math.ceil((top + view.height) / rowHeight) + around);

  const measure = useCallback(() => {
    const element = viewport.current;
    if (element === null) return;
    const { scrollTop: top, clientHeight: height } = element;
    setView(old => (old.top === top && old.height === height ? old : { top, height }));
  }, []);

  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  useLayoutEffect(() => {
    const element = viewport.current;
    if (followsEnd === true && atEnd.current && element !== null) element.scrollTop = element.scrollHeight;
    measure();
  }, [count, followsEnd, measure]);

  useLayoutEffect(() => onRange?.(from, to), [from, to, onRange]);

  useImperativeHandle(props.ref, () => ({
    reveal: (index, where = 'nearest') => {
      const element = viewport.current;
      if (element === null) return;
      const wanted = index * rowHeight;
      const { clientHeight } = element;
      const shown = element.scrollTop * scale;
      if (wanted >= shown && wanted + rowHeight <= shown + clientHeight && where === 'nearest') return;
      const next =
        where === 'center'
          ? wanted - clientHeight / 2
          : wanted < shown
            ? wanted
            : wanted + rowHeight - clientHeight;
      element.scrollTop = next / scale;
    },
    focus: () => viewport.current?.focus(),
  }));

  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    atEnd.current = scrollTop + clientHeight >= scrollHeight - rowHeight;
    measure();
  };

  const rows: ReactNode[] = [];
  for (let index = from; index < to; index++) rows.push(renderRow(index));
  return (
    <div
      ref={viewport}
      className={`virtual-rows ${wide === true ? 'is-wide' : ''} ${props.className ?? ''}`}
      role={count === 0 ? 'group' : role}
      aria-label={label}
      aria-activedescendant={count === 0 ? undefined : activeRow}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      {count === 0 && props.empty !== undefined ? (
        <div className="empty">{props.empty}</div>
      ) : (
        <div className="virtual-canvas" role="presentation" style={{ height }}>
          <div
            className="virtual-window"
            role="presentation"
            style={{ transform: `translateY(${view.top + from * rowHeight - top}px)` }}
          >
            {rows}
          </div>
        </div>
      )}
    </div>
  );
}
