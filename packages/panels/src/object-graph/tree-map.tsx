// What keeps how much alive, as areas: objects, and in them what they alone hold.
import type { NodeView } from '@sonde/heap';
import { bytesText } from '@sonde/heap';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { rowAfter } from '../ui/row-keys.js';
import { useSize } from '../ui/use-size.js';
import type { Box } from './graph-routes.js';
import { nameOf, titleOf } from './node-words.js';
import { areaName, treeMap } from './tree-map-layout.js';

export interface MapNode {
  readonly node: NodeView;
  /** The largest of what it alone holds. */
  readonly inside: readonly NodeView[];
  /** How many smaller ones there are. */
  readonly others: number;
}

export interface TreeMapProps {
  readonly label: string;
  readonly nodes: readonly MapNode[];
  readonly onOpen: (node: NodeView) => void;
}

const head = 18;
/** Smaller areas are not drawn: the table has them all. */
const leastDrawn = 3;

export function TreeMap({ label, nodes, onOpen }: TreeMapProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const boxes = treeMap(
    nodes.map(({ node }) => weightOf(node)),
    { x: 0, y: 0, width, height },
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-area]')];
    const here = all.indexOf(document.activeElement as HTMLElement);
    const key = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' }[event.key] ?? event.key;
    const next = rowAfter(key, here, all.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div ref={frame} className="og-map" role="group" aria-label={label} onKeyDown={onKeyDown}>
      {nodes.map(({ node, inside, others }, nth) => (
        <Area
          key={node.id}
          node={node}
          inside={inside}
          others={others}
          box={boxes[nth]!}
          isFirst={nth === 0}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

const weightOf = ({ retained, size }: NodeView): number => retained ?? size;

const isDrawn = ({ width, height }: Box): boolean => width >= leastDrawn && height >= leastDrawn;

interface AreaProps extends MapNode {
  readonly box: Box;
  readonly isFirst: boolean;
  readonly onOpen: (node: NodeView) => void;
}

function Area({ node, inside, others, box, isFirst, onOpen }: AreaProps): ReactNode {
  if (!isDrawn(box)) return null;
  const name = areaName(titleOf(node), bytesText(weightOf(node)), box);
  // What the object takes itself is the part of its area that stays empty.
  const room = { x: 3, y: head, width: box.width - 7, height: box.height - head - 4 };
  const held = inside.reduce((sum, each) => sum + weightOf(each), 0);
  const own = Math.max(0, weightOf(node) - held);
  const parts =
    name !== '' && room.width > 20 && room.height > 12 ? treeMap([...inside.map(weightOf), own], room) : [];
  const rest = others > 0 ? parts.at(-1) : undefined;
  return (
    <div className="og-area" style={{ left: box.x, top: box.y, width: box.width, height: box.height }}>
      <button
        type="button"
        data-area=""
        className="og-area-name"
        tabIndex={isFirst ? 0 : -1}
        aria-label={`${titleOf(node)} ${bytesText(weightOf(node))}, @${node.id}`}
        title={`${nameOf(node)}\nkeeps ${bytesText(weightOf(node))}`}
        onClick={() => onOpen(node)}
      >
        {name}
      </button>
      {inside.map((each, nth) => {
        const part = parts[nth];
        if (part === undefined || !isDrawn(part)) return null;
        return (
          <span
            key={each.id}
            className="og-part"
            style={{ left: part.x, top: part.y, width: part.width, height: part.height }}
            aria-hidden="true"
          >
            {areaName(titleOf(each), bytesText(weightOf(each)), part)}
          </span>
        );
      })}
      {rest !== undefined && isDrawn(rest) && (
        <span
          className="og-part is-rest"
          style={{ left: rest.x, top: rest.y, width: rest.width, height: rest.height }}
          aria-hidden="true"
        >
          {areaName(`+ ${others.toLocaleString('en')} more`, '', rest)}
        </span>
      )}
    </div>
  );
}
