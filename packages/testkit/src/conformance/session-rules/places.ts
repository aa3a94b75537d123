// Rules of lines and columns: counted from what the client asked for, and a range does not end before it begins.
import type { Event, Response } from '@sonde/dap';
import { fieldsOf, numberIn } from './rule.js';
import type { Fields, SeenByJudge, SessionJudge } from './rule.js';

/** Every object in a body that is a place: it has a line, and where it may lack a source it has one. */
function placesIn(value: unknown, found: Fields[] = [], depth = 0): readonly Fields[] {
  if (typeof value !== 'object' || value === null || depth > 6) return found;
  if (Array.isArray(value)) {
    for (const item of value) placesIn(item, found, depth + 1);
    return found;
  }
  const fields = fieldsOf(value);
  if (typeof fields['line'] === 'number') found.push(fields);
  for (const [name, part] of Object.entries(fields))
    // What these hold is the program's.
    if (name !== 'data' && name !== 'adapterData') placesIn(part, found, depth + 1);
  return found;
}

/** A frame without source has the line 0, and nobody looks at it. */
const isFrame = (place: Fields): boolean => 'id' in place && 'name' in place && 'column' in place;
const isNowhere = (place: Fields): boolean => isFrame(place) && place['source'] === undefined;

const judgePlaces =
  (find: (place: Fields, session: SeenByJudge) => string | undefined) => (): SessionJudge => {
    const judge = ({ body }: Event | Response, session: SeenByJudge): string | undefined => {
      for (const place of placesIn(body)) {
        const problem = isNowhere(place) ? undefined : find(place, session);
        if (problem !== undefined) return problem;
      }
      return undefined;
    };
    return {
      event: judge,
      response: (response, _request, session) => judge(response, session),
    };
  };

export const linesFromOne = judgePlaces((place, { client }) => {
  const zero = ['line', 'endLine'].find(name => place[name] === 0);
  return zero === undefined || client.linesStartAt1 === false
    ? undefined
    : `has the ${zero} 0, but the client counts from 1`;
});

export const columnsFromOne = judgePlaces((place, { client }) => {
  const zero = ['column', 'endColumn'].find(name => place[name] === 0);
  return zero === undefined || client.columnsStartAt1 === false
    ? undefined
    : `has the ${zero} 0 in line ${String(place['line'])}, but the client counts from 1`;
});

export const rangesForward = judgePlaces(place => {
  const [line = 0, column] = [numberIn(place, 'line'), numberIn(place, 'column')];
  const [endLine = line, endColumn] = [numberIn(place, 'endLine'), numberIn(place, 'endColumn')];
  if (endLine < line) return `has a range that begins in line ${line} and ends in line ${endLine}`;
  if (endLine > line || column === undefined || endColumn === undefined || endColumn >= column)
    return undefined;
  return `has a range in line ${line} that begins in column ${column} and ends in column ${endColumn}`;
});
