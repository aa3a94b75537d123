// Draws regions: each kind has a colour and a pattern of its own, so that either is enough to tell it.
import { looks } from '@sonde/client';
import { holesIn, type MapBox } from './map-layout.js';

export interface MapColours {
  readonly paper: string;
  readonly ink: string;
  readonly accent: string;
  /** By look. */
  readonly kinds: readonly string[];
}

/** From the style sheet, so that the canvas follows the theme. */
export function coloursOf(element: Element): MapColours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    paper: of('--paper'),
    ink: of('--ink'),
    accent: of('--accent'),
    kinds: Array.from({ length: looks }, (_, look) => of(`--map-${look}`)),
  };
}

/** Makes the canvas as large as asked, sharp on every screen. */
export function prepared(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

export interface DrawnRegion {
  readonly box: MapBox;
  readonly look: number;
  readonly fragmentation: number;
  readonly isActive: boolean;
  readonly label: string;
}

const stripHeight = 9;

export function drawRegion(
  context: CanvasRenderingContext2D,
  region: DrawnRegion,
  colours: MapColours,
): void {
  const { box, look, fragmentation, isActive, label } = region;
  const { x, y, width, height } = box;
  const colour = colours.kinds[look % looks] ?? colours.ink;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = colours.paper;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 0.3;
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 0.75;
  pattern(context, look, box, colour);
  context.globalAlpha = 1;
  drawFragmentation(context, box, fragmentation, colour, colours.paper);
  drawLabel(context, box, label, colours);
  context.restore();
  context.strokeStyle = isActive ? colours.accent : colour;
  context.lineWidth = isActive ? 3 : 1;
  const inset = isActive ? 1.5 : 0.5;
  context.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
}

/** A strip along the bottom: what is whole is filled, the holes are empty. */
function drawFragmentation(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: MapBox,
  fragmentation: number,
  colour: string,
  paper: string,
): void {
  if (fragmentation <= 0) return;
  const top = y + height - stripHeight;
  context.fillStyle = colour;
  context.fillRect(x, top, width, stripHeight);
  context.fillStyle = paper;
  for (const { from, to } of holesIn(width, fragmentation))
    context.fillRect(x + from, top + 2, to - from, stripHeight - 3);
}

function drawLabel(
  context: CanvasRenderingContext2D,
  { x, y, width }: MapBox,
  label: string,
  { paper, ink }: MapColours,
): void {
  context.font = '11px sans-serif';
  const wide = context.measureText(label).width;
  if (label === '' || wide + 16 > width) return;
  context.fillStyle = paper;
  context.fillRect(x + 4, y + 4, wide + 8, 16);
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  context.fillText(label, x + 8, y + 12.5);
}

/** Lines this way and that, dots, checks: no two alike without colour. */
function pattern(context: CanvasRenderingContext2D, look: number, box: MapBox, colour: string): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.5;
  switch (look % looks) {
    case 0:
      return lines(context, box, 1, 1);
    case 1:
      return dots(context, box);
    case 2:
      return lines(context, box, 1, -1);
    case 3:
      return lines(context, box, 0, 1);
    case 4:
      return lines(context, box, 1, 0);
    case 5:
      lines(context, box, 1, 1);
      return lines(context, box, 1, -1);
    case 6:
      return checks(context, box);
    default:
  }
}

const step = 7;

function lines(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: MapBox,
  across: number,
  up: number,
): void {
  const line = (x1: number, y1: number, x2: number, y2: number): void => {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  };
  context.beginPath();
  if (across === 0) for (let at = x + step / 2; at < x + width; at += step) line(at, y, at, y + height);
  else if (up === 0) for (let at = y + step / 2; at < y + height; at += step) line(x, at, x + width, at);
  else
    for (let at = x - height; at < x + width + height; at += step)
      line(at, up > 0 ? y + height : y, at + height, up > 0 ? y : y + height);
  context.stroke();
}

function dots(context: CanvasRenderingContext2D, { x, y, width, height }: MapBox): void {
  for (let row = 0; row * step < height; row++)
    for (let at = x + (row % 2) * (step / 2); at < x + width; at += step)
      context.fillRect(at, y + row * step + 2, 2.5, 2.5);
}

function checks(context: CanvasRenderingContext2D, { x, y, width, height }: MapBox): void {
  for (let row = 0; row * step < height; row++)
    for (let column = row % 2; column * step < width; column += 2)
      context.fillRect(x + column * step, y + row * step, step, step);
}
