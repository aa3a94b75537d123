// `npm run tui-pictures`: draws the pictures of the terminal debugger that the documents show.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { partsOf, textOfCode } from '@sonde/tui';
import { gridSvg } from './lib/grid-svg.mjs';
import { root } from './lib/repository.mjs';
import { withScreen } from './lib/tui-screen.mjs';

const looks = {
  dark: { text: '#d0d0d0', ground: '#1c1c1c' },
  light: { text: '#303030', ground: '#fcfcfc' },
};

async function picture(name, { example, size, theme }, act) {
  await withScreen({ program: path.join(root, example), size, theme }, async given => {
    await act(given);
    await given.screen.frames.settled();
    const svg = gridSvg(given.screen.frames.shown, { partsOf, textOf: textOfCode }, looks[theme]);
    writeFileSync(path.join(root, 'docs/images', name), svg);
  });
}

await picture(
  'terminal-wide.svg',
  { example: 'languages/c/examples/tour.c', size: [180, 46], theme: 'dark' },
  async ({ stop, type, screen, sees }) => {
    type(':break walk\r');
    await stop(() => type('c'));
    type(':watch who->steps\r');
    await stop(() => type('n'));
    // Registers are read behind the stop: those of the next one are compared with them.
    await sees('rsp = ');
    await screen.frames.settled();
    await stop(() => type('n'));
    type('1');
    await sees('*rcx = ');
    await sees('21▶');
  },
);
await picture(
  'terminal-small.svg',
  { example: 'languages/mini/examples/tour.mini', size: [80, 24], theme: 'light' },
  async ({ stop, type, sees }) => {
    type(':break journey\r');
    for (let visit = 0; visit < 3; visit++) await stop(() => type('c'));
    for (let step = 0; step < 5; step++) await stop(() => type('n'));
    type('4');
    type('1');
    await sees('▶ journey');
    await sees('▶   ');
  },
);
