// A tree of values: opened, edited, copied, watched, followed; with the pointer or with keys.
import {
  useCallback,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { shortType, type TreeRow, type ValueTree } from '@sonde/client';
import { useModel } from '../panel-surroundings.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { rowAfter } from '../ui/row-keys.js';
import { useStore } from '../ui/use-store.js';
import { VirtualRows, type VirtualRowsHandle } from '../ui/virtual-rows.js';
import { copyValue } from './copy-value.js';
import { drawValue, viewLabels } from './shown-view.js';
import { ValueEditor } from './value-editor.js';
import { useValueActions, type ExtraActions } from './value-actions.js';

export interface ValueRowsProps {
  readonly tree: ValueTree;
  readonly label: string;
  readonly empty: ReactNode;
  readonly extra?: ExtraActions;
}

export const rowHeight = 22;
/** The whole of a longer one is told by the tip of the row. */
const longestType = 24;

export function ValueRows({ tree, label, empty, extra }: ValueRowsProps): ReactNode {
  useStore(tree.version);
  const model = useModel();
  const list = useRef<VirtualRowsHandle>(null);
  const id = useId();
  const [active, setActive] = useState<string | undefined>(undefined);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  const [menu, setMenu] = useState<
    { readonly row: TreeRow; readonly x: number; readonly y: number } | undefined
  >(undefined);
  const actionsFor = useValueActions(extra);
  const activeIndex = active === undefined ? -1 : tree.indexOf(active);

  const range = useCallback((from: number, to: number) => void tree.see(from, to), [tree]);

  const moveTo = (index: number): void => {
    const row = tree.row(index);
    if (row === undefined) return;
    setActive(row.key);
    list.current?.reveal(index);
    // A row that is still to be read gets another key when it is there.
    if (row.kind === 'loading')
      void tree.loadRows(index, index + 1).then(() => {
        setActive(now => (now === row.key ? tree.row(index)?.key : now));
      });
  };

  const edit = (row: TreeRow): void => {
    setActive(row.key);
    setEditing(row.key);
  };

  const closeMenu = useCallback(() => {
    setMenu(undefined);
    list.current?.focus();
  }, []);

  const openMenu = (row: TreeRow, x: number, y: number): void => {
    setActive(row.key);
    setMenu({ row, x, y });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (editing !== undefined) return;
    const index = Math.max(0, activeIndex);
    const row = tree.row(index);
    if (row === undefined) return;
    const handled = handleKey(event, row, index);
    if (handled) event.preventDefault();
  };

  const handleKey = (event: KeyboardEvent<HTMLDivElement>, row: TreeRow, index: number): boolean => {
    const next = rowAfter(event.key, activeIndex, tree.rowCount - 1);
    if (next !== undefined) return (moveTo(next), true);
    switch (event.key) {
      case 'ArrowRight':
        if (row.canOpen && !row.isOpen) void tree.toggle(row.key);
        else moveTo(index + 1);
        return true;
      case 'ArrowLeft':
        if (row.isOpen) void tree.toggle(row.key);
        else moveTo(Math.max(0, tree.parentIndex(index)));
        return true;
      case ' ':
        if (row.canOpen) void tree.toggle(row.key);
        return true;
      case 'F2':
      case 'Enter': {
        const { editable } = actionsFor(row, edit);
        if (editable) edit(row);
        else if (row.canOpen) void tree.toggle(row.key);
        return true;
      }
      case 'Delete':
        extra?.remove?.(row);
        return extra?.remove !== undefined;
      case 'c':
        if (!event.ctrlKey && !event.metaKey) return false;
        void model.attempt(() => copyValue(model, row.variable));
        return true;
      case 'F10':
        if (!event.shiftKey) return false;
        break;
      case 'ContextMenu':
        break;
      default:
        return false;
    }
    const place = document.getElementById(rowId(id, row.key))?.getBoundingClientRect();
    openMenu(row, (place?.left ?? 0) + 30, place?.bottom ?? 0);
    return true;
  };

  const finishEdit = (): void => {
    setEditing(undefined);
    list.current?.focus();
  };

  return (
    <>
      <VirtualRows
        ref={list}
        count={tree.rowCount}
        rowHeight={rowHeight}
        label={label}
        role="tree"
        className="value-rows"
        activeRow={activeIndex < 0 ? undefined : rowId(id, active!)}
        onRange={range}
        onKeyDown={onKeyDown}
        empty={empty}
        renderRow={index => {
          const row = tree.row(index);
          if (row === undefined) return null;
          return (
            <Row
              key={row.key}
              id={rowId(id, row.key)}
              row={row}
              isActive={row.key === active}
              onToggle={() => {
                setActive(row.key);
                void tree.toggle(row.key);
              }}
              onChoose={() => setActive(row.key)}
              onMenu={(x, y) => openMenu(row, x, y)}
              onEdit={() => {
                if (actionsFor(row, edit).editable) edit(row);
              }}
            >
              {editing === row.key ? (
                <ValueEditor
                  row={row}
                  onDone={finishEdit}
                  {...(extra?.rename ? { rename: extra.rename } : {})}
                />
              ) : undefined}
            </Row>
          );
        }}
      />
      {menu !== undefined && (
        <Menu
          label={`What can be done with ${menu.row.variable.name}`}
          items={actionsFor(menu.row, edit).items}
          x={menu.x}
          y={menu.y}
          onClose={closeMenu}
        />
      )}
    </>
  );
}

const rowId = (list: string, key: string): string =>
  `${list}${key.replaceAll(/[^\w-]/g, c => `_${c.codePointAt(0)}`)}`;

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
  readonly onMenu: (x: number, y: number) => void;
  readonly onEdit: () => void;
  readonly children?: ReactNode;
}

function Row({ id, row, isActive, onToggle, onChoose, onMenu, onEdit, children }: RowProps): ReactNode {
  const { variable, depth, kind, canOpen, isOpen, changed, problem } = row;
  const { name, value, type, presentationHint, view } = variable;
  const dimmed = presentationHint?.kind === 'virtual' || presentationHint?.visibility === 'internal';
  const contextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    onMenu(event.clientX, event.clientY);
  };
  return (
    <div
      id={id}
      role="treeitem"
      className={`value-row kind-${kind} ${isActive ? 'is-active' : ''} ${changed ? 'is-changed' : ''} ${dimmed ? 'is-dimmed' : ''}`}
      aria-level={depth + 1}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-selected={isActive}
      aria-posinset={row.position + 1}
      aria-setsize={row.siblings}
      title={
        problem ??
        (kind === 'value' ? `${name}: ${value}${type === undefined ? '' : `\n${type}`}` : undefined)
      }
      onMouseDown={onChoose}
      onDoubleClick={onEdit}
      onContextMenu={contextMenu}
      style={{ paddingLeft: 4 + depth * 14 }}
    >
      <span
        className="twisty"
        role="presentation"
        onMouseDown={event => event.stopPropagation()}
        onClick={canOpen ? onToggle : undefined}
      >
        {canOpen && <Icon shape={isOpen ? 'opened' : 'open'} />}
      </span>
      {kind === 'loading' ? (
        <span className="value-note">…</span>
      ) : kind === 'problem' ? (
        <span className="value-problem">{problem}</span>
      ) : (
        <>
          <span className="value-name" onClick={canOpen && kind !== 'value' ? onToggle : undefined}>
            {name}
          </span>
          {children ?? (
            <>
              {changed && (
                <span className="changed-mark" role="img" aria-label="changed">
                  ●
                </span>
              )}
              {problem !== undefined ? (
                <span className="value-problem">{problem}</span>
              ) : (
                <ValueText value={value} />
              )}
              {(view?.kind === 'table' || view?.kind === 'graph') && (
                // For the pointer only: with keys the menu does the same.
                <span
                  className="draw-mark"
                  role="presentation"
                  title={viewLabels[view.kind]}
                  onClick={() => drawValue(variable)}
                >
                  <Icon shape={view.kind} />
                </span>
              )}
              {type !== undefined && type !== '' && kind === 'value' && (
                <span className="value-type"> {shortType(type, longestType)}</span>
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** How many there are stands at the end of a long value, and is seen however much of that is cut off. */
function ValueText({ value }: { readonly value: string }): ReactNode {
  const length = / \(\d+\)$/.exec(value)?.[0] ?? '';
  const shown = value.slice(0, value.length - length.length);
  return (
    <>
      <span className={`value-text ${lookOf(value)}`}> {shown}</span>
      {length !== '' && <span className="value-length">{length}</span>}
    </>
  );
}

/** Texts, numbers and the rest look different, which helps to find one's way. */
function lookOf(value: string): string {
  if (/^["'`]/.test(value)) return 'looks-text';
  if (/^-?(0x[\da-f]+|\d[\d_.]*(e[+-]?\d+)?)$/i.test(value)) return 'looks-number';
  return '';
}
