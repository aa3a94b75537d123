// Moments on a strip: where they are, what a place means, and which is beside.
import { expect, it } from 'vitest';
import { momentBeside, momentNear, shareOf, stripText, timeAt } from './strip-layout.js';
import type { Moment, Timeline } from './time-requests.js';

const at = (step: number): { readonly at: string; readonly step: number } => ({ at: `0.${step}.0`, step });
const moment = (step: number, kind: Moment['kind']): Moment => ({ ...at(step), kind });

const run = (here: number, moments: readonly Moment[] = marks): Timeline => ({
  first: at(0),
  last: at(100),
  here: at(here),
  branch: 0,
  branches: [],
  unit: 'steps',
  closed: false,
  moments,
  total: moments.length,
});

const marks = [moment(0, 'entry'), moment(20, 'output'), moment(50, 'stop'), moment(90, 'exception')];

it('places a moment between the ends', () => {
  expect(shareOf(run(0), at(25))).toBe(0.25);
  expect(shareOf(run(0), at(500))).toBe(1);
  expect(shareOf({ first: at(7), last: at(7) }, at(7))).toBe(1);
});

it('a place near a mark means its moment, any other the step that lies there', () => {
  expect(timeAt(run(0), 0.21, 0.02)).toEqual({ position: '0.20.0' });
  expect(timeAt(run(0), 0.3, 0.02)).toEqual({ step: 30 });
  expect(timeAt(run(0), 4, 0.02)).toEqual({ step: 100 });
});

it('of two moments at one place the later is meant', () => {
  const twice = run(0, [moment(20, 'output'), { ...moment(20, 'edit'), at: '0.20.1' }]);
  expect(momentNear(twice, 0.2, 0.01)?.at).toBe('0.20.1');
});

it('keys go from moment to moment, and to the ends', () => {
  expect(momentBeside(run(50), 1)).toEqual({ position: '0.90.0' });
  expect(momentBeside(run(50), -1)).toEqual({ position: '0.20.0' });
  expect(momentBeside(run(60), 1)).toEqual({ position: '0.90.0' });
  expect(momentBeside(run(60), -1)).toEqual({ position: '0.50.0' });
  expect(momentBeside(run(90), 1)).toEqual({ position: '0.100.0' });
  expect(momentBeside(run(50), -99)).toEqual({ position: '0.0.0' });
  expect(momentBeside(run(50), 99)).toEqual({ position: '0.100.0' });
});

it('is drawn as text, with the most telling mark where several fall together', () => {
  expect(stripText(run(50), 11)).toBe('[─‧──▮───!─');
  expect(stripText(run(0, [moment(90, 'exception'), moment(91, 'output')]), 11)).toBe('▮────────!─');
  expect(stripText(run(0, []), 0)).toBe('▮');
});
