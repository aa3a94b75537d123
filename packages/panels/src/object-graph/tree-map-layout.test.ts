// The names of areas: as much as there is room for, and no lone letters.

import { expect, it } from 'vitest';
import { areaName } from './tree-map-layout.js';

it.each([
  [200, 20, 'stack root ages 96 B'],
  [130, 20, 'stack root ages'],
  [80, 20, 'stack roo…'],
  [52, 20, 'stack…'],
  [51, 20, ''],
  [200, 15, ''],
])('an area of %d × %d pixels is named', (width, height, name) => {
  expect(areaName('stack root ages', '96 B', { x: 0, y: 0, width, height })).toBe(name);
});
