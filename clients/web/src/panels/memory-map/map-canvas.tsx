// The drawn map: hovered, walked with the arrow keys, opened with a click or Enter.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useSize } from '../../ui/use-size.js';
import { coloursOf, drawRegion, prepared } from './draw-map.js';
import { boxAt, boxBeyond, layOut, lineHeight } from './map-layout.js';
import { factsOf, sizeText, type MemoryMap, type Region } from './memory-map.js';

export interface MapCanvasProps {
  readonly map: MemoryMap;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (region: Region) => void;
}

export function MapCanvas({ map, active, onActive, onOpen }: MapCanvasProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
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
          look: map.types.findIndex(({ type }) => type === region.type),
          fragmentation: region.fragmentation ?? 0,
          isActive: box.index === active,
          label: `${region.name ?? region.type} ${sizeText(region.size)}`,
        },
        colours,
      );
    }
  }, [map, layout, active, width, theme]);

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

function keyTarget(
  key: string,
  active: number,
  last: number,
  beyond: (by: 1 | -1) => number,
): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return active + 1;
    case 'ArrowLeft':
      return active - 1;
    case 'ArrowDown':
      return beyond(1);
    case 'ArrowUp':
      return beyond(-1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

const sized = ({ size, start }: Region, index: number, all: readonly Region[]) => {
  const before = all[index - 1];
  const adjoins =
    before?.start.space === start.space &&
    before.start.offset + BigInt(Math.round(before.size)) >= start.offset;
  return { size, adjoins };
};

/** Changes with the theme: a canvas does not follow it by itself. */
export function useTheme(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = (): void => setChanges(count => count + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      media.removeEventListener('change', changed);
    };
  }, []);
  return changes;
}
