// The neighbourhood of an object, drawn: what holds it on the left, what it holds on the right; moved by drag, wheel and keys.
import {
  drawnFile,
  shownGraph,
  type Direction,
  type Neighbourhood,
  type ObjectGraphView,
} from '@sonde/client';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useModel } from '../panel-surroundings.js';
import { useSize } from '../ui/use-size.js';
import { useStore } from '../ui/use-store.js';
import { edgeLook, edgeLooks, type EdgeLook } from './edge-looks.js';
import { neighbourOf } from './graph-keys.js';
import { GraphNode, MoreNode } from './graph-node.js';
import { labelBox, routesOf } from './graph-routes.js';
import { sceneOf } from './graph-camera.js';
import { nameOf } from './node-words.js';
import { SaveFile } from './save-file.js';

export interface GraphCanvasProps {
  readonly view: ObjectGraphView;
  readonly graph: Neighbourhood;
}

export function GraphCanvas({ view, graph }: GraphCanvasProps): ReactNode {
  const scene = sceneOf(view);
  const model = useModel();
  const snapshot = useStore(view.snapshots.shown);
  const begun = useStore(view.begun);
  const active = useStore(view.active);
  const refreshed = useStore(view.refreshed);
  const camera = useStore(scene.camera);
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const id = useId();
  const shown = useMemo(() => shownGraph(graph), [graph]);
  const placement = useMemo(() => scene.placed(shown, begun), [scene, shown, begun]);
  const routes = useMemo(() => routesOf(shown, placement), [shown, placement]);
  const names = useMemo(() => new Map(shown.nodes.map(({ key, node }) => [key, nameOf(node)])), [shown]);

  useLayoutEffect(() => scene.aim(String(graph.focus), size), [scene, graph, size]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // Listeners of React cannot keep the page from zooming itself.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey)
        scene.zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
      else if (event.shiftKey) scene.pan(-event.deltaY, 0);
      else scene.pan(-event.deltaX, -event.deltaY);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    // Whoever captures the pointer takes the click from what is under it.
    if (event.button !== 0 || (event.target as Element).closest('.og-node, button') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) scene.pan(event.movementX, event.movementY);
  };

  const toggle = (node: number, direction: Direction): void => {
    const isOpen = shown.nodes.find(each => each.node.id === node)?.isOpen[direction] === true;
    void (isOpen ? view.collapse(node, direction) : view.expand(node, direction));
  };

  const choose = (key: string): void => {
    view.active.set(Number(key));
    scene.reveal(key, size);
    frame.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(key)}"]`)?.focus();
  };

  const onNodeKey = (event: KeyboardEvent<HTMLButtonElement>, node: number): void => {
    const done = ((): boolean => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.shiftKey && event.key === 'ArrowRight') return (toggle(node, 'references'), true);
      if (event.shiftKey && event.key === 'ArrowLeft') return (toggle(node, 'retainers'), true);
      const next = neighbourOf(event.key, String(node), shown, placement);
      if (next !== undefined) return (choose(next), true);
      if (event.key === 'Enter') return (void view.showNode(node), true);
      if (event.key === 'p') return (void view.pin(node, !graph.pins.has(node)), true);
      if (event.key === 'w') return (void view.showWhy(node), true);
      return event.key.startsWith('Arrow');
    })();
    if (done) event.preventDefault();
  };

  return (
    <div
      ref={frame}
      className="og-canvas"
      role="group"
      aria-label={`Object graph around ${names.get(String(graph.focus)) ?? ''}`}
      aria-describedby={`${id}keys`}
      onFocus={({ target }) => {
        const key = target.getAttribute('data-focus');
        // Whoever comes by the keyboard cannot know where it is; a click is on something that is seen.
        if (key !== null && target.matches(':focus-visible')) scene.reveal(key, size);
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <p id={`${id}keys`} className="visually-hidden">
        What holds an object stands left of it, what it holds stands right of it. Arrow keys go from object to
        object, with Shift they show or hide what is on that side. Enter looks at an object, P pins it, W asks
        why it is alive.
      </p>
      <div
        className="og-world"
        style={{ transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` }}
      >
        <svg className="og-lines" width="1" height="1" aria-hidden="true">
          <Heads id={id} />
          {routes.map(({ key, path, edge }) => {
            const look = edge === undefined ? 'rest' : edgeLook(shown.edges[edge]!.edges);
            return (
              <path
                key={key}
                className={`og-line look-${look}`}
                d={path}
                markerEnd={look === 'rest' ? undefined : `url(#${id}${look})`}
              />
            );
          })}
        </svg>
        {[...placement.labels].map(([key, label]) => {
          const { x, y, width, height } = labelBox(label);
          const all = label.edges.map(edge => shown.edges[edge]!);
          const title = all
            .map(({ from, to, text }) => `${names.get(from) ?? ''} ${text} → ${names.get(to) ?? ''}`)
            .join('\n');
          return (
            <span
              key={key}
              className="og-label"
              style={{ left: x, top: y, width, height }}
              title={title}
              aria-hidden="true"
            >
              {label.text}
            </span>
          );
        })}
        {shown.nodes.map(each => (
          <GraphNode
            key={each.key}
            shown={each}
            cell={placement.cells.get(each.key)!}
            isFocus={each.node.id === graph.focus}
            isActive={each.node.id === active}
            isNew={refreshed?.added.has(each.node.id) === true}
            onChoose={() => view.active.set(each.node.id)}
            onFocus={() => void view.showNode(each.node.id)}
            onToggle={direction => toggle(each.node.id, direction)}
            onKeyDown={event => onNodeKey(event, each.node.id)}
          />
        ))}
        {shown.more.map(each => (
          <MoreNode
            key={each.key}
            more={each}
            cell={placement.cells.get(each.key)!}
            onOpen={() => void view.expand(each.of, each.direction)}
          />
        ))}
      </div>
      <ul className="visually-hidden" aria-label="References in the graph">
        {shown.edges.map(({ from, to, text }) => (
          <li
            key={`${from} ${to}`}
          >{`${names.get(from) ?? from} holds ${names.get(to) ?? to} by ${text}`}</li>
        ))}
      </ul>
      <div className="og-tools">
        <button
          type="button"
          aria-label="Smaller"
          title="Smaller"
          onClick={() => scene.zoom(0.8, middleOf(size))}
        >
          −
        </button>
        <button
          type="button"
          aria-label="Larger"
          title="Larger"
          onClick={() => scene.zoom(1.25, middleOf(size))}
        >
          +
        </button>
        <button
          type="button"
          title="Show all of the graph"
          onClick={() => scene.fit(String(graph.focus), size)}
        >
          Fit
        </button>
        {snapshot !== undefined && (
          <SaveFile
            label="Save as DOT"
            title="What is drawn here as a graph for Graphviz"
            file={() => drawnFile(model, snapshot, graph)}
          />
        )}
      </div>
    </div>
  );
}

const middleOf = ({ width, height }: { readonly width: number; readonly height: number }) => ({
  x: width / 2,
  y: height / 2,
});

const Heads = ({ id }: { readonly id: string }): ReactNode => (
  <defs>
    {(Object.keys(edgeLooks) as EdgeLook[]).map(look => (
      <marker
        key={look}
        id={`${id}${look}`}
        viewBox="0 0 8 10"
        refX="8"
        refY="5"
        markerWidth="8"
        markerHeight="10"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path className="og-head" d={edgeLooks[look].head} />
      </marker>
    ))}
  </defs>
);

/** What the lines in view mean; only families that are there. */
export function LineLegend({ graph }: { readonly graph: Neighbourhood }): ReactNode {
  const id = useId();
  const looks = new Set(shownGraph(graph).edges.map(({ edges }) => edgeLook(edges)));
  return (
    <ul className="og-legend" aria-label="What the lines mean">
      {(Object.keys(edgeLooks) as EdgeLook[])
        .filter(look => looks.has(look))
        .map(look => (
          <li key={look}>
            <svg width="34" height="12" aria-hidden="true">
              <Heads id={`${id}${look}`} />
              <path className={`og-line look-${look}`} d="M1 6H32" markerEnd={`url(#${id}${look}${look})`} />
            </svg>
            {edgeLooks[look].words}
          </li>
        ))}
    </ul>
  );
}
