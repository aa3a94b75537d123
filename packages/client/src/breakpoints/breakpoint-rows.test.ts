import { describe, expect, it } from 'vitest';
import { emptyBook } from '../breakpoint-book.js';
import { breakpointRows } from './breakpoint-rows.js';

const none = { lines: {}, functions: [], data: [], instructions: [], filters: {} };
const filters = [{ filter: 'thrown', label: 'Thrown errors' }];

describe('the list of breakpoints', () => {
  it('says of each what became of it, also when others before it are off', () => {
    const functions = [
      { name: 'off', disabled: true },
      { name: 'main', condition: 'n > 1' },
    ];
    const rows = breakpointRows(
      { ...emptyBook, functions, lines: { '/p/a.x': [{ line: 3, logMessage: 'here' }] } },
      {
        ...none,
        functions: [{ id: 7, verified: true }],
        lines: { '/p/a.x': [{ verified: false, message: 'No code there.', asked: 3 }] },
      },
      [],
      [],
      {},
    );
    expect(rows).toMatchObject([
      { label: 'a.x:3', detail: 'logs “here”', state: 'waiting', message: 'No code there.' },
      { label: 'off', state: 'off', enabled: false },
      { label: 'main', state: 'set', detail: 'function, when n > 1' },
    ]);
  });

  it('shows an exception that another client chose in the row of its filter', () => {
    const other = {
      kind: 'exception',
      mine: false,
      owner: 'Editor',
      name: 'Thrown errors',
      verified: true,
    } as const;
    expect(breakpointRows(emptyBook, none, [other], filters, {})).toMatchObject([
      { kind: 'exception', label: 'Thrown errors', detail: 'on for Editor', enabled: false },
    ]);
  });
});
