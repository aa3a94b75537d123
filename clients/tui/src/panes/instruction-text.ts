// An instruction as one row shows it: a short address, and the operation apart from its operands.
import type { Look } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';

/** Leading zeros say nothing; `code:0x0010` keeps its space. */
export const shortAddress = (address: string): string => address.replace(/0[xX]0*(?=[\da-fA-F])/, '0x');

/** Draws the text from column `x` on and answers the column behind it. Machines with blocks indent their text. */
export function drawInstruction(canvas: Canvas, x: number, text: string, { style }: Look): number {
  const [, operation = '', operands = ''] = /^(\s*\S*\s*)(.*)$/s.exec(text) ?? [];
  const end = canvas.text(x, 0, operation, style('keyword'));
  return canvas.text(end, 0, fitted(operands, Math.max(0, canvas.width - end)), style('text'));
}
