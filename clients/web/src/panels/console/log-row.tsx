// One row of the console: a line of the log, or a member of an answer that was opened.
import type { ReactNode } from 'react';
import type { LogLine } from '../../model/output-log.js';
import type { TreeRow } from '../../model/value-tree.js';
import { Icon } from '../../ui/icon.js';
import { ansiClasses, parseAnsi, type AnsiStyle } from './ansi.js';
import { labelOf, longestShown, spokenLabelOf } from './log-view.js';

export interface LineRowProps {
  readonly line: LogLine;
  readonly begin: AnsiStyle;
  readonly isOpen: boolean;
  /** Whether the keyboard comes to its buttons by Tab; the others are reached with the arrow keys. */
  readonly isStop: boolean;
  readonly onToggle: () => void;
  readonly onView: () => void;
  readonly onSource: () => void;
}

export function LineRow(props: LineRowProps): ReactNode {
  const { line, isOpen, isStop, onToggle, onView, onSource } = props;
  const { kind, text, value, type, source, stream } = line;
  const tabIndex = isStop ? 0 : -1;
  return (
    <div className={`log-row log-${kind} ${kind === 'output' ? `stream-${streamClass(stream)}` : ''}`}>
      <span className="log-label" aria-hidden="true">
        {labelOf(line)}
      </span>
      <span className="visually-hidden">{spokenLabelOf(line)}: </span>
      {value !== undefined && value.variablesReference > 0 && (
        <button
          type="button"
          className="log-twisty"
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} the value of ${value.name}`}
          onClick={onToggle}
        >
          <Icon shape={isOpen ? 'opened' : 'open'} />
        </button>
      )}
      <LineText text={text} begin={props.begin} />
      {type !== undefined && type !== '' && <span className="value-type"> {type}</span>}
      {value?.view !== undefined && (
        <button type="button" className="log-link" tabIndex={tabIndex} onClick={onView}>
          {viewLabels[value.view.kind]}
        </button>
      )}
      {source !== undefined && line.line !== undefined && (
        <button
          type="button"
          className="log-link log-source"
          tabIndex={tabIndex}
          title={`Show the line that printed this: ${source.path ?? source.name ?? ''}`}
          onClick={onSource}
        >
          {`${nameOf(line)}:${line.line}`}
        </button>
      )}
    </div>
  );
}

/** Whether there is something to press in the row. */
export const hasActions = ({ value, source, line }: LogLine): boolean =>
  (value !== undefined && (value.variablesReference > 0 || value.view !== undefined)) ||
  (source !== undefined && line !== undefined);

const viewLabels = {
  table: 'as table',
  graph: 'as graph',
  hex: 'as bytes',
  result: 'as result',
  record: 'as record',
} as const;

const nameOf = ({ source }: LogLine): string =>
  source?.name ?? source?.path?.split(/[\\/]/).at(-1) ?? 'source';

/** Streams of a language beyond the usual ones look alike; their labels tell them apart. */
const streamClass = (stream: string): string =>
  stream === 'stdout' || stream === 'stderr' ? stream : 'other';

function LineText({ text, begin }: { readonly text: string; readonly begin: AnsiStyle }): ReactNode {
  const cut = text.length > longestShown;
  const { runs } = parseAnsi(cut ? text.slice(0, longestShown) : text, begin);
  return (
    <span className="log-text">
      {runs.map((run, index) => {
        const classes = ansiClasses(run.style);
        return classes === '' ? (
          run.text
        ) : (
          <span key={index} className={classes}>
            {run.text}
          </span>
        );
      })}
      {cut && <span className="log-more">{` … ${text.length - longestShown} more characters`}</span>}
    </span>
  );
}

export interface MemberRowProps {
  readonly row: TreeRow;
  readonly isStop: boolean;
  readonly onToggle: () => void;
}

export function MemberRow({ row, isStop, onToggle }: MemberRowProps): ReactNode {
  const { variable, kind, canOpen, isOpen, problem, depth } = row;
  return (
    <div className="log-row log-member">
      <span className="log-label" />
      <span className="log-indent" style={{ width: depth * 14 }} />
      {canOpen ? (
        <button
          type="button"
          className="log-twisty"
          tabIndex={isStop ? 0 : -1}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${variable.name}`}
          onClick={onToggle}
        >
          <Icon shape={isOpen ? 'opened' : 'open'} />
        </button>
      ) : (
        <span className="log-twisty" />
      )}
      {kind === 'loading' ? (
        <span className="value-note">…</span>
      ) : kind === 'problem' ? (
        <span className="value-problem">{problem}</span>
      ) : (
        <>
          <span className="value-name">{variable.name}</span>
          <span className="value-text">{variable.value}</span>
          {variable.type !== undefined && <span className="value-type">{variable.type}</span>}
        </>
      )}
    </div>
  );
}
