// What the looks of the map mean, in words.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { theme } from '../theme.js';
import { useStore } from '../ui/use-store.js';
import { coloursOf, drawRegion, prepared } from './draw-map.js';
import { sizeText, type MemoryMap } from '@sonde/client';

export function MapLegend({ map }: { readonly map: MemoryMap }): ReactNode {
  const isFragmented = map.regions.some(({ fragmentation = 0 }) => fragmentation > 0);
  return (
    <ul className="map-legend" aria-label="What the looks mean">
      {map.types.map(({ type, look, about }) => {
        const regions = map.regions.filter(region => region.type === type);
        const size = regions.reduce((sum, region) => sum + region.size, 0);
        return (
          <li key={type} title={about}>
            <Swatch look={look} fragmentation={0} />
            <span className="map-type">{type}</span>
            <span className="map-amount">
              {`${regions.length} ${regions.length === 1 ? 'region' : 'regions'}, ${sizeText(size)}`}
            </span>
            {about !== undefined && <span className="map-about">{about}</span>}
          </li>
        );
      })}
      {isFragmented && (
        <li>
          <Swatch look={0} fragmentation={0.5} />
          <span className="map-about">
            Gaps at the lower edge: how scattered the free memory of a region is.
          </span>
        </li>
      )}
    </ul>
  );
}

function Swatch({
  look,
  fragmentation,
}: {
  readonly look: number;
  readonly fragmentation: number;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colourTheme = useStore(theme);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = prepared(canvas.current, 26, 16);
    if (context === null) return;
    const box = { index: 0, x: 0, y: 0, width: 26, height: 16 };
    drawRegion(context, { box, look, fragmentation, isActive: false, label: '' }, coloursOf(canvas.current));
  }, [look, fragmentation, colourTheme]);
  return <canvas ref={canvas} className="map-swatch" aria-hidden="true" />;
}
