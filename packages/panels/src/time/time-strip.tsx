// The line of time under the source: a slider with marks; click, drag or keys go to another moment.
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import {
  momentBeside,
  momentNear,
  momentPlace,
  momentText,
  shareOf,
  timeAt,
  timeMarks,
  timeViewOf,
  type Moment,
  type Timeline,
} from '@sonde/client';
import { useModel, usePanel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';

/** A mark is meant by whoever comes this near, in pixels. */
const reach = 6;

export function TimeStrip(): ReactNode {
  const model = useModel();
  const capabilities = useStore(model.capabilities);
  const timeline = useStore(timeViewOf(model).timeline);
  if (capabilities.supportsStepBack !== true) return null;
  return (
    <div className="time-strip">
      {timeline === undefined ? (
        <div className="time-track is-empty" title="The line of time is drawn when the program stops." />
      ) : (
        <Track timeline={timeline} />
      )}
    </div>
  );
}

function Track({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const model = useModel();
  const view = timeViewOf(model);
  const mayMove = usePanel().rights === 'full';
  const track = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const [dragged, setDragged] = useState<number | undefined>(undefined);

  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = track.current!.getBoundingClientRect();
    return width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const reachShare = (): number => reach / Math.max(1, track.current?.clientWidth ?? 1);
  const go = (share: number): void => void view.goTo(timeAt(timeline, share, reachShare()));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (!mayMove || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(shareAt(event));
    go(shareAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const share = shareAt(event);
    setHovered(share);
    if (dragged === undefined) return;
    setDragged(share);
    go(share);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!mayMove || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = targetOf(event.key, timeline);
    if (target === undefined) return;
    event.preventDefault();
    void view.goTo(target);
  };

  const near = hovered === undefined ? undefined : momentNear(timeline, hovered, reachShare());
  const { first, last, here } = timeline;
  return (
    <div
      ref={track}
      className="time-track"
      role="slider"
      tabIndex={0}
      aria-label="Moment of the run"
      aria-disabled={!mayMove}
      aria-valuemin={first.step}
      aria-valuemax={last.step}
      aria-valuenow={here.step}
      aria-valuetext={hereText(timeline)}
      title={near === undefined ? hereText(timeline) : momentLine(near)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDragged(undefined)}
      onPointerCancel={() => setDragged(undefined)}
      onPointerLeave={() => setHovered(undefined)}
      onKeyDown={onKeyDown}
    >
      <span className="time-past" style={{ width: percent(shareOf(timeline, here)) }} />
      {timeMarks(timeline).map(({ moment, share }) => (
        <span
          key={`${moment.at} ${moment.kind}`}
          className={`time-mark mark-${moment.kind} ${moment === near ? 'is-near' : ''}`}
          style={{ left: percent(share) }}
        />
      ))}
      <span className="time-here" style={{ left: percent(dragged ?? shareOf(timeline, here)) }} />
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;

function targetOf(key: string, timeline: Timeline) {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return momentBeside(timeline, -1);
    case 'ArrowRight':
    case 'ArrowUp':
      return momentBeside(timeline, 1);
    case 'PageDown':
      return momentBeside(timeline, -10);
    case 'PageUp':
      return momentBeside(timeline, 10);
    case 'Home':
      return { position: timeline.first.at };
    case 'End':
      return { position: timeline.last.at };
    default:
      return undefined;
  }
}

export const momentLine = (moment: Moment): string => {
  const place = momentPlace(moment);
  return place === undefined ? momentText(moment) : `${momentText(moment)}, ${place}`;
};

/** Where the program stands, for those who hear the page and as a tip. */
export function hereText({ here, last, unit, moments }: Timeline): string {
  const now = moments.findLast(({ at }) => at === here.at);
  const what = now === undefined ? '' : `: ${momentLine(now)}`;
  return `${here.step} of ${last.step} ${unit}${what}`;
}
