// One row of the console: a line of the log, or a member of an answer that was opened.
import type { ReactNode } from 'react';
import { shortType, ansiClasses, parseAnsi, type LogLine, type TreeRow, type AnsiStyle } from '@sonde/client';
import { Icon } from '@sonde/panels';
import { cutText, longestType, moreText, placeText, rowsOfLine, viewWords } from './line-layout.js';
import { labelOf, spokenLabelOf } from './log-view.js';

export interface LineRowProps {
  readonly line: LogLine;
  readonly begin: AnsiStyle;
  /** Which row of its text, of how many columns. */
  readonly piece: number;
  readonly columns: number;
  readonly isOpen: boolean;
  /** Whether the keyboard comes to its buttons by Tab; the others are reached with the arrow keys. */
  readonly isStop: boolean;
  readonly onToggle: () => void;
  readonly onView: () => void;
  readonly onSource: () => void;
  /** Goes to the moment when it was printed; absent where one cannot. */
  readonly onTime?: (() => void) | undefined;
}

export function LineRow(props: LineRowProps): ReactNode {
  const { line, piece, columns, isOpen, isStop, onToggle, onView, onSource, onTime } = props;
  const { kind, value, type, source, stream } = line;
  const tabIndex = isStop ? 0 : -1;
  const place = placeText(line, columns);
  const looks = `log-row log-${kind} ${kind === 'output' ? `stream-${streamClass(stream)}` : ''}`;
  const opens = value !== undefined && value.variablesReference > 0;
  if (piece > 0)
    return (
      <div className={looks}>
        <span className="log-label" />
        {opens && <span className="log-twisty" />}
        <LineText {...props} />
      </div>
    );
  return (
    <div className={looks}>
      <span className="log-label" aria-hidden="true" title={spokenLabelOf(line)}>
        {labelOf(line)}
      </span>
      <span className="visually-hidden">{spokenLabelOf(line)}: </span>
      {opens && (
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
      <LineText {...props} />
      {type !== undefined && type !== '' && (
        <span className="value-type" title={type}>
          {` ${shortType(type, longestType)}`}
        </span>
      )}
      {value?.view !== undefined && (
        <button type="button" className="log-link" tabIndex={tabIndex} onClick={onView}>
          {viewWords[value.view.kind]}
        </button>
      )}
      {onTime !== undefined && (
        <button
          type="button"
          className="log-link log-time"
          tabIndex={tabIndex}
          aria-label="Go to the moment when this was printed"
          title="Go to the moment when this was printed"
          onClick={onTime}
        >
          <Icon shape="back" />
        </button>
      )}
      {place !== undefined && (
        <button
          type="button"
          className="log-link log-source"
          tabIndex={tabIndex}
          title={`Show the line that printed this: ${source?.path ?? source?.name ?? ''}`}
          onClick={onSource}
        >
          {place}
        </button>
      )}
    </div>
  );
}

/** Whether there is something to press in the row. */
export const hasActions = ({ value, source, line, time }: LogLine): boolean =>
  time !== undefined ||
  (value !== undefined && (value.variablesReference > 0 || value.view !== undefined)) ||
  (source !== undefined && line !== undefined);

/** Streams of a language beyond the usual ones look alike; their labels tell them apart. */
const streamClass = (stream: string): string =>
  stream === 'stdout' || stream === 'stderr' ? stream : 'other';

/** The part of the text that stands in this row. */
function LineText({ line, begin, piece, columns }: LineRowProps): ReactNode {
  const begins = rowsOfLine(line, columns);
  const [from, to] = [begins[piece] ?? 0, begins[piece + 1] ?? Infinity];
  const shown = cutText(line.text);
  const { runs } = parseAnsi(shown, begin);
  const rest = shown === line.text ? [] : [{ text: moreText(line.text), classes: 'log-more' }];
  const parts = [...runs.map(run => ({ text: run.text, classes: ansiClasses(run.style) })), ...rest];
  let at = 0;
  return (
    <span className="log-text">
      {parts.map(({ text, classes }, index) => {
        const inside = text.slice(Math.max(0, from - at), Math.max(0, to - at));
        at += text.length;
        if (inside === '') return null;
        return classes === '' ? (
          inside
        ) : (
          <span key={index} className={classes}>
            {inside}
          </span>
        );
      })}
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
