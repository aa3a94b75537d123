// The console: what the program printed, what was asked and answered, and the lines to type in.
import type { ReactNode } from 'react';
import { IconButton, useModel, useStore } from '@sonde/panels';
import { ConsoleInput } from './console-input.js';
import { ConsoleLog } from './console-log.js';
import { consoleStateOf } from './console-state.js';
import { copyOf, type LogFilter, type LogView } from './log-view.js';

export function ConsolePanel(): ReactNode {
  const model = useModel();
  const { log } = model;
  useStore(log.version);
  const { view, answers, history, filter: kept } = consoleStateOf(model);
  const filter = useStore(kept);
  const setFilter = (next: LogFilter): void => kept.set(next);
  const shown = view.update(log.lines, filter);
  const isFiltered = shown.length < log.lines.length;
  return (
    <div className="console">
      <div className="console-bar">
        <StreamButtons view={view} filter={filter} onChange={setFilter} />
        <input
          type="search"
          className="console-filter"
          aria-label="Show only lines with this text"
          placeholder="Filter"
          value={filter.text}
          spellCheck={false}
          onChange={event => setFilter({ ...filter, text: event.target.value })}
        />
        <span className="console-count" role="status">
          {isFiltered ? `${shown.length} of ${log.lines.length} lines` : ''}
          {log.lost > 0 ? ` ${log.lost} older lines were dropped` : ''}
        </span>
        <IconButton
          shape="copy"
          label="Copy the lines"
          disabled={shown.length === 0}
          onClick={() => void model.attempt(() => navigator.clipboard.writeText(copyOf(shown)))}
        />
        <IconButton shape="close" label="Clear the console" onClick={() => log.clear()} />
      </div>
      <ConsoleLog
        shown={shown}
        view={view}
        answers={answers}
        empty={isFiltered ? 'No line passes the filter.' : 'Output of the program and answers appear here.'}
      />
      <ConsoleInput history={history} />
    </div>
  );
}

interface StreamButtonsProps {
  readonly view: LogView;
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
}

function StreamButtons({ view, filter, onChange }: StreamButtonsProps): ReactNode {
  const streams = [...new Set([...view.streams, ...filter.hidden])];
  if (streams.length < 2 && filter.hidden.size === 0) return null;
  const toggle = (stream: string): void => {
    const hidden = new Set(filter.hidden);
    if (!hidden.delete(stream)) hidden.add(stream);
    onChange({ ...filter, hidden });
  };
  return (
    <div className="stream-buttons" role="group" aria-label="Streams that are shown">
      {streams.map(stream => (
        <button
          key={stream}
          type="button"
          className="stream-button"
          aria-pressed={!filter.hidden.has(stream)}
          title={filter.hidden.has(stream) ? `Show ${stream}` : `Hide ${stream}`}
          onClick={() => toggle(stream)}
        >
          {stream}
        </button>
      ))}
    </div>
  );
}
