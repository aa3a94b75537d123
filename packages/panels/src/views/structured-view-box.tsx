// A value drawn as what it is: a table, a record, a result, bytes or a graph.
import type { ReactNode } from 'react';
import type { StructuredView } from '@sonde/client';
import { openMemory } from '../values/open-memory.js';
import { GraphView } from './graph-view.js';

export function StructuredViewBox({ view }: { readonly view: StructuredView }): ReactNode {
  return <div className={`view-box view-${view.kind}`}>{contentOf(view)}</div>;
}

function contentOf(view: StructuredView): ReactNode {
  switch (view.kind) {
    case 'table':
      return <TableView view={view} />;
    case 'record':
      return <RecordView view={view} />;
    case 'result':
      return <ResultView view={view} />;
    case 'hex':
      return <HexLink view={view} />;
    case 'graph':
      return <GraphView view={view} />;
  }
}

type Of<Kind extends StructuredView['kind']> = { readonly view: Extract<StructuredView, { kind: Kind }> };

const TableView = ({ view }: Of<'table'>): ReactNode => (
  <>
    <div className="view-scroll" tabIndex={0} role="group" aria-label="Table">
      <table className="view-table">
        <thead>
          <tr>
            {view.columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {view.more !== undefined && view.more > 0 && <p className="view-more">{`… and ${view.more} more`}</p>}
  </>
);

const RecordView = ({ view }: Of<'record'>): ReactNode => (
  <div className="view-scroll" tabIndex={0} role="group" aria-label="Record">
    <dl className="view-record">
      {view.fields.map(({ name, text }, index) => (
        <div key={index} className="view-field">
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** Told by a sign, a word and a colour, so that none of them is needed. */
const ResultView = ({ view }: Of<'result'>): ReactNode => (
  <div className={`view-outcome ${view.ok ? 'is-good' : 'is-bad'}`}>
    <span className="view-sign" aria-hidden="true">
      {view.ok ? '✓' : '✗'}
    </span>
    <span className="view-word">{view.ok ? 'OK' : 'Error'}</span>
    {view.label !== '' && <span className="view-label">{view.label}</span>}
    <span className="view-text">{view.text}</span>
  </div>
);

const HexLink = ({ view }: Of<'hex'>): ReactNode => (
  <div className="view-outcome">
    <button type="button" onClick={() => openMemory(view.memoryReference)}>
      {`Show ${view.size} ${view.size === 1 ? 'byte' : 'bytes'} at ${view.memoryReference} in memory`}
    </button>
  </div>
);
