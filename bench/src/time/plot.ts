// The picture of growth: time of a step back and memory over the length of the run, both axes logarithmic, as SVG for light and dark.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  /** What the goal allows, or what nothing was recorded with. */
  readonly dashed?: boolean;
  /** Which colour and shape it has; lines of one language share it. */
  readonly style: number;
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly goals?: readonly { readonly y: number; readonly text: string }[];
}

const size = { width: 860, height: 400 };
const plot = { left: 62, top: 46, width: 330, height: 248, gap: 430 };
/** Readable on white and on black; those who see no colours have the shapes. */
const colours = ['#2f81d6', '#d9730d', '#2e9e5b', '#b452cd', '#c2410c'];
const shapes = [
  (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  (x: number, y: number) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>`,
  (x: number, y: number) => `<path d="M${x} ${y - 5}l5 9h-10z"/>`,
  (x: number, y: number) => `<path d="M${x} ${y - 5}l5 5-5 5-5-5z"/>`,
];

const exponents = (values: readonly number[]): readonly [number, number] => [
  Math.floor(Math.log10(Math.min(...values)) + 1e-9),
  Math.ceil(Math.log10(Math.max(...values)) - 1e-9),
];

const power = (exponent: number): string =>
  exponent >= 0 && exponent < 5
    ? (10 ** exponent).toLocaleString('en-US')
    : exponent < 0
      ? String(10 ** exponent)
      : `10<tspan dy="-5" font-size="9">${exponent}</tspan>`;

/** Charts beside each other over one kind of length. */
export function picture(charts: readonly Chart[], xTitle: string): string {
  const drawnLines = charts.flatMap(({ lines }) => lines).filter(({ dashed }) => dashed !== true);
  const names = [...new Map(drawnLines.map(line => [line.name, line])).values()];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${charts.map(({ title }) => title).join('; ')}, over ${xTitle}">`,
    '<style>',
    'svg { --ink: #1f2328; --ground: #ffffff; --grid: #d1d9e0; }',
    '@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --ground: #0d1117; --grid: #30363d; } }',
    'text { fill: var(--ink); font: 12px sans-serif; } .title { font-weight: bold; font-size: 13px; }',
    '.ground { fill: var(--ground); } .grid { stroke: var(--grid); } .goal { stroke: var(--ink); stroke-dasharray: 2 4; }',
    '</style>',
    '<rect class="ground" width="100%" height="100%"/>',
    ...charts.map((chart, nth) => drawn(chart, plot.left + nth * plot.gap, xTitle)),
    ...names.map((line, nth) => legend(line, plot.left + (nth % 4) * 200, 356 + 22 * Math.floor(nth / 4))),
    '</svg>\n',
  ].join('\n');
}

function drawn({ title, unit, lines, goals = [] }: Chart, left: number, xTitle: string): string {
  const points = lines.flatMap(line => line.points).filter(({ x, y }) => x > 0 && y > 0);
  const [fromX, toX] = exponents(points.map(({ x }) => x));
  const [fromY, toY] = exponents([...points.map(({ y }) => y), ...goals.map(({ y }) => y)]);
  const { top, width, height } = plot;
  const at = (value: number, from: number, to: number): number =>
    (Math.log10(value) - from) / Math.max(1, to - from);
  const px = (x: number): number => Math.round((left + width * at(x, fromX, toX)) * 10) / 10;
  const py = (y: number): number => Math.round((top + height * (1 - at(y, fromY, toY))) * 10) / 10;
  const parts = [
    `<text class="title" x="${left}" y="${top - 24}">${title}</text>`,
    `<text x="${left}" y="${top - 8}">${unit}</text>`,
  ];
  for (let e = fromY; e <= toY; e++) {
    const y = py(10 ** e);
    parts.push(`<line class="grid" x1="${left}" x2="${left + width}" y1="${y}" y2="${y}"/>`);
    parts.push(`<text x="${left - 6}" y="${y + 4}" text-anchor="end">${power(e)}</text>`);
  }
  for (let e = fromX; e <= toX; e++) {
    const x = px(10 ** e);
    parts.push(`<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${top + height}"/>`);
    parts.push(`<text x="${x}" y="${top + height + 18}" text-anchor="middle">${power(e)}</text>`);
  }
  parts.push(`<text x="${left + width / 2}" y="${top + height + 36}" text-anchor="middle">${xTitle}</text>`);
  for (const { y, text } of goals) {
    parts.push(`<line class="goal" x1="${left}" x2="${left + width}" y1="${py(y)}" y2="${py(y)}"/>`);
    parts.push(`<text x="${left + width - 4}" y="${py(y) - 4}" text-anchor="end">${text}</text>`);
  }
  for (const { points: own, dashed, style } of lines) {
    const visible = own.filter(({ x, y }) => x > 0 && y > 0);
    const colour = colours[style % colours.length]!;
    const way = visible.map(({ x, y }) => `${px(x)},${py(y)}`).join(' ');
    parts.push(
      `<polyline points="${way}" fill="none" stroke="${colour}" stroke-width="2"${dashed === true ? ' stroke-dasharray="6 4"' : ''}/>`,
      `<g fill="${dashed === true ? 'none' : colour}" stroke="${colour}">${visible.map(({ x, y }) => shapes[style % shapes.length]!(px(x), py(y))).join('')}</g>`,
    );
  }
  return parts.join('\n');
}

function legend({ name, dashed, style }: Line, x: number, y: number): string {
  const colour = colours[style % colours.length]!;
  return [
    `<line x1="${x}" x2="${x + 28}" y1="${y - 4}" y2="${y - 4}" stroke="${colour}" stroke-width="2"${dashed === true ? ' stroke-dasharray="6 4"' : ''}/>`,
    `<g fill="${dashed === true ? 'none' : colour}" stroke="${colour}">${shapes[style % shapes.length]!(x + 14, y - 4)}</g>`,
    `<text x="${x + 36}" y="${y}">${name}</text>`,
  ].join('');
}
