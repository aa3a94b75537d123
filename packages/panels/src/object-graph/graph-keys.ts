// Which object an arrow key leads to: along a reference where there is one, else to the nearest on that side.
import type { ShownGraph } from '@sonde/client';
import type { Placement } from './graph-grid.js';

export function neighbourOf(
  key: string,
  from: string,
  { nodes, edges }: ShownGraph,
  { cells }: Placement,
): string | undefined {
  const here = cells.get(from);
  if (here === undefined) return undefined;
  const others = nodes.flatMap(node => {
    const cell = cells.get(node.key);
    return node.key === from || cell === undefined ? [] : [{ key: node.key, ...cell }];
  });
  const nearest = (some: typeof others): string | undefined =>
    some.toSorted(
      (one, other) =>
        Math.abs(one.column - here.column) - Math.abs(other.column - here.column) ||
        Math.abs(one.row - here.row) - Math.abs(other.row - here.row),
    )[0]?.key;
  switch (key) {
    case 'ArrowUp':
      return nearest(others.filter(({ column, row }) => column === here.column && row < here.row));
    case 'ArrowDown':
      return nearest(others.filter(({ column, row }) => column === here.column && row > here.row));
    case 'ArrowRight': {
      const held = new Set(edges.filter(edge => edge.from === from).map(({ to }) => to));
      const right = others.filter(({ column }) => column > here.column);
      return nearest(right.filter(each => held.has(each.key))) ?? nearest(right);
    }
    case 'ArrowLeft': {
      const holders = new Set(edges.filter(edge => edge.to === from).map(edge => edge.from));
      const left = others.filter(({ column }) => column < here.column);
      return nearest(left.filter(each => holders.has(each.key))) ?? nearest(left);
    }
    default:
      return undefined;
  }
}
