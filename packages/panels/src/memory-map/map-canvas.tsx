// The drawn map: hovered, walked with the arrow keys, opened with a click or Enter.
import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { theme } from '../theme.js';
import { rowAfter } from '../ui/row-keys.js';
import { useSize } from '../ui/use-size.js';
import { useStore } from '../ui/use-store.js';
import { coloursOf, drawRegion, prepared } from './draw-map.js';
import { boxAt, boxBeyond, layOut, lineHeight } from './map-layout.js';
import { factsOf, sizeText, type MemoryMap, type Region } from '@sonde/client';

export interface MapCanvasProps {
  readonly map: MemoryMap;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (region: Region) => void;
}

export function MapCanvas({ map, active, onActive, onOpen }: MapCanvasProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  // A canvas does not follow the theme by itself.
  const colourTheme = useStore(theme);
  const { width, height } = useSize(frame);
  const lines = Math.max(2, Math.floor(height / (lineHeight + 8)));
  const layout = layOut(map.regions.map(sized), { width: Math.max(0, width - 2), lines });

  useLayoutEffect(() => {
    if (canvas.current === null || width === 0) return;
    const context = prepared(canvas.current, width, layout.height);
    if (context === null) return;
    const colours = coloursOf(canvas.current);
    for (const box of layout.boxes) {
      const region = map.regions[box.index]!;
      drawRegion(
        context,
        {
          box,
          look: map.types.find(({ type }) => type === region.type)?.look ?? 0,
          fragmentation: region.fragmentation ?? 0,
          isActive: box.index === active,
          label: `${region.name ?? region.type} ${sizeText(region.size)}`,
        },
        colours,
      );
    }
  }, [map, layout, active, width, colourTheme]);

  const indexAt = ({ nativeEvent }: PointerEvent): number =>
    boxAt(layout, nativeEvent.offsetX, nativeEvent.offsetY)?.index ?? -1;

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = map.regions.length - 1;
    const to = keyTarget(event.key, active, last, by => boxBeyond(layout, active, by));
    if (to !== undefined) onActive(Math.min(last, Math.max(0, to)));
    else if (event.key === 'Enter' && map.regions[active] !== undefined) onOpen(map.regions[active]);
    else return;
    event.preventDefault();
  };

  const region = map.regions[active];
  return (
    <div className="map-canvas" ref={frame}>
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={
          region === undefined
            ? `Map of ${map.regions.length} regions of memory; the list of regions says the same`
            : `Map of memory, at ${factsOf(region)}`
        }
        style={{ width, height: layout.height }}
        onPointerMove={event => {
          const index = indexAt(event);
          if (index >= 0) onActive(index);
        }}
        onClick={event => {
          const index = indexAt(event as unknown as PointerEvent);
          if (index >= 0) onOpen(map.regions[index]!);
        }}
        onFocus={() => {
          if (active < 0) onActive(0);
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** Along the map by the keys of a row, across its lines by those of a column. */
function keyTarget(
  key: string,
  active: number,
  last: number,
  beyond: (by: 1 | -1) => number,
): number | undefined {
  if (key === 'ArrowDown') return beyond(1);
  if (key === 'ArrowUp') return beyond(-1);
  const along: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };
  return rowAfter(along[key] ?? key, active, last);
}

const sized = ({ size, start }: Region, index: number, all: readonly Region[]) => {
  const before = all[index - 1];
  const adjoins =
    before?.start.space === start.space &&
    before.start.offset + BigInt(Math.round(before.size)) >= start.offset;
  return { size, adjoins };
};
