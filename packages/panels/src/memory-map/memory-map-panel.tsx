// The map of memory: drawn, explained and listed; read again at every stop while it is in view.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { useVisible } from '../ui/use-visible.js';
import { openMemory } from '../values/open-memory.js';
import { MapCanvas } from './map-canvas.js';
import { MapLegend } from './map-legend.js';
import { mapViewOf } from './map-view.js';
import { factsOf, type MapSource, type MemoryMap, type Region } from '@sonde/client';
import { RegionList } from './region-list.js';

export function MemoryMapPanel(): ReactNode {
  const model = useModel();
  const view = mapViewOf(model);
  const state = useStore(view.state);
  const source = useStore(view.source);
  const phase = useStore(model.phase);
  const changes = useStore(model.changes);
  const frame = useRef<HTMLDivElement>(null);
  const isVisible = useVisible(frame);
  const stop = phase.kind === 'stopped' ? phase.stop.number : undefined;

  useEffect(() => {
    if (isVisible) void view.read(changes);
  }, [view, isVisible, stop, source, changes]);

  return (
    <div className="memory-map" ref={frame}>
      {state.kind === 'map' ? (
        <MapParts map={state.map} source={source} onSource={next => view.source.set(next)} />
      ) : (
        <>
          <div className="map-bar">
            <SourceChoice source={source} onSource={next => view.source.set(next)} />
          </div>
          <div className="empty" role={state.kind === 'refused' ? 'alert' : undefined}>
            {state.kind === 'refused' ? state.why : 'The map is read when the program stops.'}
          </div>
        </>
      )}
    </div>
  );
}

interface SourceChoiceProps {
  readonly source: MapSource;
  readonly onSource: (source: MapSource) => void;
}

const SourceChoice = ({ source, onSource }: SourceChoiceProps): ReactNode => (
  <select
    aria-label="Whose regions"
    value={source}
    onChange={event => onSource(event.target.value === 'engine' ? 'engine' : 'language')}
  >
    <option value="language">As the language sees it</option>
    <option value="engine">As the machine sees it</option>
  </select>
);

function MapParts({ map, source, onSource }: SourceChoiceProps & { readonly map: MemoryMap }): ReactNode {
  const [chosen, setActive] = useState(-1);
  const active = Math.min(chosen, map.regions.length - 1);
  const region = map.regions[active];
  const open = (wanted: Region): void => openMemory(wanted.reference, wanted.name ?? wanted.type);
  return (
    <>
      <div className="map-bar">
        <SourceChoice source={source} onSource={onSource} />
        <span className="map-facts" role="status">
          {region === undefined ? countText(map.regions.length) : factsOf(region)}
        </span>
      </div>
      {map.regions.length === 0 ? (
        <div className="empty">There are no regions yet.</div>
      ) : (
        <div className="map-parts">
          <div className="map-drawn">
            <MapCanvas map={map} active={active} onActive={setActive} onOpen={open} />
            <MapLegend map={map} />
          </div>
          <RegionList regions={map.regions} active={active} onActive={setActive} onOpen={open} />
        </div>
      )}
    </>
  );
}

const countText = (count: number): string => `${count} ${count === 1 ? 'region' : 'regions'}`;
