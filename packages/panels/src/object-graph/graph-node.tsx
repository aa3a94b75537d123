// One object in the graph: a box with its name and size, and what opens the rest of its references in either direction.
import type { Direction, ShownMore, ShownNode } from '@sonde/client';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Cell } from './graph-grid.js';
import { nodeBox } from './graph-routes.js';
import { lineOf, nameOf, sentenceOf, titleOf } from './node-words.js';

export interface GraphNodeProps {
  readonly shown: ShownNode;
  readonly cell: Cell;
  readonly isFocus: boolean;
  readonly isActive: boolean;
  readonly isNew: boolean;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
  readonly onToggle: (direction: Direction) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export function GraphNode(props: GraphNodeProps): ReactNode {
  const { shown, cell, isFocus, isActive, isNew } = props;
  const { node, isPinned } = shown;
  const { x, y } = nodeBox(cell);
  const looks = [
    'og-node',
    ...(isFocus ? ['is-focus'] : []),
    ...(isActive ? ['is-active'] : []),
    ...(isNew ? ['is-new'] : []),
    ...(node.root === undefined ? [] : ['is-root']),
    ...(node.validity === 'live' && node.unreachable !== true && !shown.isGone ? [] : ['is-doubtful']),
    ...(shown.isGone ? ['is-gone'] : []),
  ];
  return (
    <div className={looks.join(' ')} style={{ left: x, top: y }} data-node={shown.key}>
      <Opener shown={shown} direction="retainers" onToggle={props.onToggle} />
      <button
        type="button"
        className="og-name"
        data-focus={shown.key}
        tabIndex={isActive ? 0 : -1}
        aria-label={sentenceOf(shown, isFocus, isNew)}
        aria-current={isFocus ? 'true' : undefined}
        aria-pressed={isActive}
        title={nameOf(node)}
        onClick={props.onChoose}
        onDoubleClick={props.onFocus}
        onKeyDown={props.onKeyDown}
      >
        <span className="og-title">{titleOf(node)}</span>{' '}
        <span className="og-size">
          <span className="og-keeps">
            {isPinned && (
              <span className="og-pin" aria-hidden="true">
                ◆{' '}
              </span>
            )}
            {shown.isGone ? 'not there now' : lineOf(node, isNew)}
          </span>{' '}
          <span className="og-id">@{node.id}</span>
        </span>
      </button>
      <Opener shown={shown} direction="references" onToggle={props.onToggle} />
    </div>
  );
}

interface OpenerProps {
  readonly shown: ShownNode;
  readonly direction: Direction;
  readonly onToggle: (direction: Direction) => void;
}

/** Says how many references are hidden on its side, and shows them; or closes what was opened there. */
function Opener({ shown, direction, onToggle }: OpenerProps): ReactNode {
  const hidden = shown.hidden[direction];
  const isOpen = shown.isOpen[direction];
  const isLeft = direction === 'retainers';
  if (hidden === 0 && !isOpen) return <span className="og-opener" />;
  const words = isLeft ? 'what holds it' : 'what it holds';
  const label = isOpen
    ? `Hide ${words}: ${nameOf(shown.node)}`
    : `Show ${words}: ${nameOf(shown.node)}, ${hidden.toLocaleString('en')} hidden`;
  const count = hidden > 999 ? '1k+' : String(hidden);
  return (
    <button
      type="button"
      className="og-opener"
      tabIndex={-1}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={() => onToggle(direction)}
    >
      <span aria-hidden="true">{isOpen ? '−' : '+'}</span>
      {hidden > 0 && !isOpen && <span className="og-count">{count}</span>}
    </button>
  );
}

export interface MoreNodeProps {
  readonly more: ShownMore;
  readonly cell: Cell;
  readonly onOpen: () => void;
}

/** Stands for all that is not shown there. */
export function MoreNode({ more, cell, onOpen }: MoreNodeProps): ReactNode {
  const { x, y } = nodeBox(cell);
  const what = more.direction === 'references' ? 'references' : 'retainers';
  return (
    <div className="og-node og-more" style={{ left: x, top: y }} data-node={more.key}>
      <button type="button" className="og-name" onClick={onOpen} title={`Show more ${what} of @${more.of}`}>
        <span className="og-title">+ {more.count.toLocaleString('en')} more</span>{' '}
        <span className="og-size">{`${what} of @${more.of}`}</span>
      </button>
    </div>
  );
}
