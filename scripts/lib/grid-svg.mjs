// A screen of cells as an SVG picture.

const letter = { width: 8.4, height: 17 };
const basic = ['#1c1c1c', '#d75f5f', '#87af87', '#d7af5f', '#5f87af', '#af87af', '#5fafaf', '#bcbcbc'];
const bright = ['#767676', '#ff8787', '#afd787', '#ffd787', '#87afd7', '#d7afd7', '#87d7d7', '#ffffff'];
const steps = [0, 95, 135, 175, 215, 255];
const hex = parts => `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;

function colour(number) {
  if (number < 16) return [...basic, ...bright][number];
  if (number >= 232) return hex(Array.from({ length: 3 }, () => 8 + (number - 232) * 10));
  const cube = number - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(step => steps[step]));
}

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `partsOf` tells the colours of a style, `textOf` the letters of a cell. */
export function gridSvg(grid, { partsOf, textOf }, { text, ground }) {
  const [width, height] = [grid.columns * letter.width, grid.rows * letter.height];
  const boxes = [];
  const letters = [];
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns;) {
      const style = grid.styles[y * grid.columns + x];
      const parts = partsOf(style);
      // One blank between words has no colour of its own, unless it has a ground.
      const joins = at =>
        parts.ground === undefined &&
        !parts.inverse &&
        grid.styles[at] === 0 &&
        textOf(grid.codes[at]) === ' ' &&
        (at + 1) % grid.columns !== 0 &&
        grid.styles[at + 1] === style;
      let [end, run] = [x, ''];
      for (; end < grid.columns; end++) {
        const at = y * grid.columns + end;
        if (grid.styles[at] !== style && !joins(at)) break;
        run += textOf(grid.codes[at]);
      }
      const [ink, paper] = [parts.text === undefined ? text : colour(parts.text), parts.ground];
      const place = `x="${(x * letter.width).toFixed(1)}"`;
      const room = ((end - x) * letter.width).toFixed(1);
      if (paper !== undefined)
        boxes.push(
          `<rect ${place} y="${y * letter.height}" width="${room}" height="${letter.height}" fill="${colour(paper)}"/>`,
        );
      const looks = `${parts.bold ? ' font-weight="bold"' : ''}${parts.italic ? ' font-style="italic"' : ''}`;
      // Viewers leave out blanks and stretch the rest over their room, so that words stand for themselves.
      for (const { index, 0: words } of run.matchAll(/\S+(?: \S+)*/gu)) {
        const at = `x="${((x + index) * letter.width).toFixed(1)}" y="${y * letter.height + 13}"`;
        const length = (words.length * letter.width).toFixed(1);
        letters.push(`<text ${at} textLength="${length}" fill="${ink}"${looks}>${escaped(words)}</text>`);
      }
      x = end;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}" xml:space="preserve">`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    `<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" style="white-space: pre">`,
    ...boxes,
    ...letters,
    '</g>',
    '</svg>\n',
  ].join('\n');
}
