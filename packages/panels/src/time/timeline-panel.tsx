// What happened in the run, as a list: a click or Enter goes there. Branches can be left behind and discarded.
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { momentPlace, momentText, recordingOf, timeViewOf, type Moment, type Timeline } from '@sonde/client';
import { useModel, usePanel, type PanelSurroundings } from '../panel-surroundings.js';
import { rowAfter } from '../ui/row-keys.js';
import { useStore } from '../ui/use-store.js';
import { VirtualRows, type VirtualRowsHandle } from '../ui/virtual-rows.js';
import { hereText, TimeStrip } from './time-strip.js';

const rowHeight = 22;
/** A launch option, as people type it. */
const stopAtEnd = '{"record": {"stopAtEnd": true}}';

/** `strip`: where none stands under a source. */
export function TimelinePanel({ strip }: { readonly strip: boolean }): ReactNode {
  const model = useModel();
  const timeline = useStore(timeViewOf(model).timeline);
  return (
    <div className="timeline">
      {strip && <TimeStrip />}
      {timeline === undefined ? (
        <div className="empty">
          The run is listed while the program is stopped. To look back from its end, start it with the option{' '}
          <code>{stopAtEnd}</code>.
        </div>
      ) : (
        <>
          <TimelineBar timeline={timeline} />
          <MomentList timeline={timeline} />
        </>
      )}
    </div>
  );
}

function TimelineBar({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const view = timeViewOf(useModel());
  const panel = usePanel();
  const mayTouch = panel.rights === 'full';
  const { branch, branches, note, total, moments, canBeSaved = true } = timeline;
  const others = branches.filter(each => each.branch !== branch);
  return (
    <div className="timeline-bar">
      <span role="status">{hereText(timeline)}</span>
      {total > moments.length && (
        <span className="timeline-note">
          {moments.length} of {total} moments
        </span>
      )}
      {note !== undefined && <span className="timeline-note">{note}</span>}
      {others.map(other => (
        <span key={other.branch} className="timeline-branch">
          <button
            type="button"
            disabled={!mayTouch}
            onClick={() => void view.goTo({ position: other.last.at })}
          >
            Branch {other.branch}
          </button>
          {mayTouch && (
            <button
              type="button"
              className="quiet"
              aria-label={`Discard branch ${other.branch}`}
              onClick={() => void view.discard(other.branch)}
            >
              Discard
            </button>
          )}
        </span>
      ))}
      {mayTouch && canBeSaved && panel.save !== undefined && (
        <button
          type="button"
          className="quiet timeline-save"
          title="The program, its sources and its run as a file, to be opened with sonde replay"
          onClick={() => void saveRecording(panel)}
        >
          Save recording
        </button>
      )}
    </div>
  );
}

async function saveRecording(panel: PanelSurroundings): Promise<void> {
  await panel.model.attempt(async () => {
    const { name, bytes } = await recordingOf(panel.model.client);
    panel.save?.(name, bytes);
  });
}

function MomentList({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const view = timeViewOf(useModel());
  const mayMove = usePanel().rights === 'full';
  const id = useId();
  const list = useRef<VirtualRowsHandle>(null);
  const { moments, here } = timeline;
  const nowIndex = moments.findLastIndex(({ step }) => step <= here.step);
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const active = Math.min(chosen ?? nowIndex, moments.length - 1);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);

  // The program leads: each stop is shown, until somebody chooses a row.
  useEffect(() => {
    setChosen(undefined);
    if (nowIndex >= 0) list.current?.reveal(nowIndex);
  }, [here.at, nowIndex]);

  const go = (moment: Moment | undefined): void => {
    if (mayMove && moment !== undefined) void view.goTo({ position: moment.at });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = rowAfter(event.key, active, moments.length - 1);
    if (next !== undefined) {
      setChosen(next);
      list.current?.reveal(next);
    } else if (event.key === 'Enter') go(moments[active]);
    else return;
    event.preventDefault();
  };

  const isSeen = active >= range.from && active < range.to;
  return (
    <VirtualRows
      ref={list}
      count={moments.length}
      rowHeight={rowHeight}
      label="Moments of the run"
      role="listbox"
      className="moment-rows"
      activeRow={active >= 0 && isSeen ? `${id}${active}` : undefined}
      onRange={onRange}
      onKeyDown={onKeyDown}
      empty={<div className="empty">Nothing has happened yet.</div>}
      renderRow={index => {
        const moment = moments[index];
        if (moment === undefined) return null;
        return (
          <div
            key={index}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === active}
            aria-current={moment.at === here.at ? 'step' : undefined}
            className={`moment-row ${index === active ? 'is-active' : ''} ${moment.step > here.step ? 'is-later' : ''}`}
            title={mayMove ? 'Click to go there' : undefined}
            onClick={() => {
              setChosen(index);
              go(moment);
            }}
          >
            <span className="moment-sign" aria-hidden="true">
              <span className={`moment-mark mark-${moment.kind}`} />
            </span>
            <span className="moment-step">{moment.step}</span>
            <span className="moment-text">{momentText(moment)}</span>
            <span className="moment-place">{momentPlace(moment)}</span>
          </div>
        );
      }}
    />
  );
}
