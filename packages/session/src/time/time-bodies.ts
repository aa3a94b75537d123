// Moments on the wire: `at` is opaque to clients and names the moment, `step` is for drawing a line of time.

import { positionText, type StopTime, type TimePosition, type TimeSpan } from '@sonde/engine';

export interface PositionBody {
  readonly at: string;
  readonly step: number;
}

export const positionBody = (position: TimePosition): PositionBody => ({
  at: positionText(position),
  step: position.step,
});

export interface StopTimeBody extends PositionBody {
  readonly first: PositionBody;
  readonly last: PositionBody;
}

export const stopTimeBody = ({ at, first, last }: StopTime): StopTimeBody => ({
  ...positionBody(at),
  first: positionBody(first),
  last: positionBody(last),
});

export const spanBody = ({ first, last, here, branches, unit, note, closed, canBeSaved }: TimeSpan) => ({
  first: positionBody(first),
  last: positionBody(last),
  here: positionBody(here),
  branch: here.branch,
  branches: branches.map(branch => ({
    branch: branch.branch,
    last: positionBody(branch.last),
    ...(branch.from === undefined ? {} : { from: positionBody(branch.from) }),
  })),
  unit,
  ...(note === undefined ? {} : { note }),
  closed: closed === true,
  ...(canBeSaved === false ? { canBeSaved } : {}),
});
