// A graph, drawn: boxes in layers, arrows with their names.
import { useId, useMemo, type ReactNode } from 'react';
import type { StructuredView } from '@sonde/client';
import { labelHeight, layOutGraph, pathOf } from './graph-layout.js';

type Graph = Extract<StructuredView, { kind: 'graph' }>;

export function GraphView({ view }: { readonly view: Graph }): ReactNode {
  const layout = useMemo(() => layOutGraph(view), [view]);
  const groups = useMemo(() => [...new Set(view.nodes.flatMap(({ group }) => group ?? []))], [view]);
  const arrow = useId();
  const labels = new Map(view.nodes.map(({ id, label }) => [id, label]));
  return (
    <div className="graph-view">
      {groups.length > 1 && (
        <ul className="graph-groups" aria-label="Kinds of nodes">
          {groups.map((group, index) => (
            <li key={group}>
              <svg className="graph-swatch" width="26" height="16" aria-hidden="true">
                <rect className={`graph-node group-${index % 4}`} x="1" y="1" width="24" height="14" rx="3" />
              </svg>
              {group}
            </li>
          ))}
        </ul>
      )}
      <div className="graph-scroll" tabIndex={0} role="group" aria-label="Graph">
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="img"
          aria-label={`Graph of ${view.nodes.length} nodes and ${view.edges.length} edges; the list below says the same`}
        >
          <defs>
            <marker
              id={arrow}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path className="graph-arrow" d="M0 0.500 7.500 4 0 7.500z" />
            </marker>
          </defs>
          {layout.edges.map(({ from, to, points, label }, index) => (
            <g key={index}>
              <path className="graph-edge" d={pathOf(points)} markerEnd={`url(#${arrow})`}>
                <title>{`${labels.get(from) ?? from} → ${labels.get(to) ?? to}`}</title>
              </path>
              {label !== undefined && (
                <text className="graph-edge-label" x={label.x} y={label.y + labelHeight - 4}>
                  {label.text}
                </text>
              )}
            </g>
          ))}
          {layout.nodes.map(({ id, label, group, x, y, width, height }) => (
            <g key={id}>
              <title>{labels.get(id)}</title>
              <rect
                className={`graph-node group-${group === undefined ? 0 : groups.indexOf(group) % 4}`}
                x={x}
                y={y}
                width={width}
                height={height}
                rx="4"
              />
              <text className="graph-label" x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle">
                {label}
              </text>
            </g>
          ))}
        </svg>
        <ul className="visually-hidden" aria-label="Edges of the graph">
          {view.edges.map(({ from, to, label }, index) => (
            <li key={index}>
              {`${labels.get(from) ?? from} points to ${labels.get(to) ?? to}${label === undefined ? '' : ` by ${label}`}`}
            </li>
          ))}
        </ul>
      </div>
      {view.more !== undefined && view.more > 0 && <p className="view-more">{`… and ${view.more} more`}</p>}
    </div>
  );
}
