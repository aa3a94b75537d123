import { expect, it } from 'vitest';
import { lookOf } from '../look/look.js';
import { Canvas, Grid } from '../terminal/grid.js';
import { drawInstruction } from './instruction-text.js';

const look = lookOf('dark', true);

it.each([
  ['mov rax, rbx', 'mov rax, rbx'],
  ['    local.get 0', '    local.get 0'],
  ['  end', '  end'],
  ['', ''],
  ['      i32.store offset=120', '      i32.store offset=…'],
])('shows %j, with the indentation of its block and as far as there is room', (text, shown) => {
  const grid = new Grid(24, 1);
  drawInstruction(new Canvas(grid, 0, 0, 24, 1), 0, text, look);
  expect(grid.rowText(0)).toBe(shown);
  if (text.trim() !== '')
    expect(grid.styles[text.length - text.trimStart().length]).toBe(look.style('keyword'));
});
