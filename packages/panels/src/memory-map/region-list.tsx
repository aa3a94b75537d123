// The regions as a list: the same facts as the canvas, for eyes, ears and keys.
import { useEffect, useId, useRef, useState, useCallback, type KeyboardEvent, type ReactNode } from 'react';
import { rowAfter } from '../ui/row-keys.js';
import { VirtualRows, type VirtualRowsHandle } from '../ui/virtual-rows.js';
import { shareText, sizeText, type Region } from '@sonde/client';

const rowHeight = 22;

export interface RegionListProps {
  readonly regions: readonly Region[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (region: Region) => void;
}

/** The first row names the columns. */
export function RegionList({ regions, active, onActive, onOpen }: RegionListProps): ReactNode {
  const id = useId();
  const list = useRef<VirtualRowsHandle>(null);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);

  useEffect(() => {
    if (active >= 0) list.current?.reveal(active + 1);
  }, [active]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = rowAfter(event.key, active, regions.length - 1);
    if (to !== undefined) onActive(to);
    else if (event.key === 'Enter' && regions[active] !== undefined) onOpen(regions[active]);
    else return;
    event.preventDefault();
  };

  const hasNames = regions.some(({ name }) => name !== undefined);
  const isSeen = active + 1 >= range.from && active + 1 < range.to;
  return (
    <VirtualRows
      ref={list}
      count={regions.length + 1}
      rowHeight={rowHeight}
      label="Regions of memory"
      role="grid"
      className="region-rows"
      activeRow={active >= 0 && isSeen ? `${id}${active}` : undefined}
      onRange={onRange}
      onKeyDown={onKeyDown}
      renderRow={row =>
        row === 0 ? (
          <Header key="header" hasNames={hasNames} />
        ) : (
          <RegionRow
            key={row}
            id={`${id}${row - 1}`}
            row={row}
            region={regions[row - 1]!}
            hasNames={hasNames}
            isActive={row - 1 === active}
            onChoose={() => onActive(row - 1)}
            onOpen={() => onOpen(regions[row - 1]!)}
          />
        )
      }
    />
  );
}

const Header = ({ hasNames }: { readonly hasNames: boolean }): ReactNode => (
  <div role="row" className={`region-row region-head ${hasNames ? 'has-names' : ''}`}>
    <span role="columnheader">Start</span>
    <span role="columnheader" className="region-size">
      Size
    </span>
    <span role="columnheader">Type</span>
    {hasNames && (
      <span role="columnheader" title="Rights: read, write, execute">
        rwx
      </span>
    )}
    <span role="columnheader" title={hasNames ? 'Name' : 'Objects, fragmentation'}>
      {hasNames ? 'Name' : 'Objects, fragmentation'}
    </span>
  </div>
);

interface RegionRowProps {
  readonly id: string;
  readonly row: number;
  readonly region: Region;
  readonly hasNames: boolean;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}

function RegionRow({ id, row, region, hasNames, isActive, onChoose, onOpen }: RegionRowProps): ReactNode {
  const { reference, size, type, name, permissions, objectCount, fragmentation } = region;
  const facts = [objectCount?.toString(), fragmentation === undefined ? undefined : shareText(fragmentation)];
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={row + 1}
      aria-selected={isActive}
      className={`region-row ${hasNames ? 'has-names' : ''} ${isActive ? 'is-active' : ''}`}
      title={`${name === undefined ? '' : `${name}\n`}Click to show its memory`}
      onMouseEnter={onChoose}
      onClick={onOpen}
    >
      <span role="gridcell">{reference}</span>
      <span role="gridcell" className="region-size">
        {sizeText(size)}
      </span>
      <span role="gridcell">{type}</span>
      {hasNames && <span role="gridcell">{permissions}</span>}
      <span role="gridcell">
        {hasNames ? name?.split('/').at(-1) : facts.filter(each => each !== undefined).join(', ')}
      </span>
    </div>
  );
}
