import { expect, it } from 'vitest';
import { lookOf } from '../look/look.js';
import type { Pane, PaneId } from '../panes/pane.js';
import { Canvas, Grid } from '../terminal/grid.js';
import { drawTitle } from './title-line.js';

const pane = (id: PaneId, name: string, shortName: string, detail = ''): Pane =>
  ({ id, name, shortName, detail: () => detail }) as Partial<Pane> as Pane;

const panes = {
  stack: pane('stack', 'Stack', 'Stack', 'two threads'),
  breakpoints: pane('breakpoints', 'Breakpoints', 'Breaks'),
  functions: pane('functions', 'Functions', 'Funcs'),
} as Readonly<Record<PaneId, Pane>>;

function titleAt(width: number): string {
  const grid = new Grid(width, 1);
  const area = { x: 0, y: 0, width, height: 5, panes: ['stack', 'breakpoints', 'functions'] as const };
  const canvas = new Canvas(grid, 0, 0, width, 1);
  const places = drawTitle(canvas, lookOf('none', false), area, panes, 'stack', true);
  expect(places.every(({ x, width: wide }) => x + wide <= width)).toBe(true);
  return grid.rowText(0);
}

it('shortens the panes behind before what the one in front says, and leaves their keys last', () => {
  expect(titleAt(60)).toMatch(/^ 4 Stack two threads {2}5 Breakpoints {2}0 Functions -/);
  expect(titleAt(41)).toMatch(/^ 4 Stack two threads {2}5 Breaks {2}0 Funcs/);
  expect(titleAt(36)).toMatch(/^ 4 Stack two .* 5 Breaks {2}0 Funcs/);
  expect(titleAt(30)).toMatch(/^ 4 Stack two .* 5 Bre {2}0 Fun/);
  expect(titleAt(24)).toMatch(/^ 4 Stack {2}5 Bre {2}0 Fun/);
  expect(titleAt(21)).toMatch(/^ 4 Stack {2}5 Br {2}0 Fu/);
  expect(titleAt(18)).toMatch(/^ 4 Stack .*5 {2}0/);
  expect(titleAt(9)).toMatch(/^ 4 Stack/);
});
