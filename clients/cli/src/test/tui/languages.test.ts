// Own process: programs of all languages are built and run here, one after the other.
// Every installed language on the screen: its panes change with a step.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../../languages.js';
import { launch, openScreen } from './screen-session.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** The tour of a language, or the first of its examples that is one file. */
function exampleOf(id: string): string | undefined {
  const folder = join(root, 'languages', id, 'examples');
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).toSorted();
  const name = names.find(each => each.startsWith('tour.')) ?? names[0];
  return name === undefined ? undefined : join(folder, name);
}

const examples = languages.flatMap(({ id, name }) => {
  const path = exampleOf(id);
  return path === undefined ? [] : [{ name, id, path }];
});

/** Which line the source pane points at. */
const pointedAt = (text: string): string | undefined => /^[^\d]{0,3}(\d+)▶/m.exec(text)?.[1];

describe('languages on the screen', () => {
  it.each(examples)(
    '$name: source, stack, variables, functions, disassembly and trace follow a step',
    async ({ id, path }) => {
      const { terminal, screen } = openScreen({
        start: { ...launch(path), language: id } as ReturnType<typeof launch>,
        size: [200, 52],
      });
      await terminal.sees(/(Stopped|Paused)[^]*/, 30_000);
      await terminal.sees(/^.{0,3}?\d+▶/m);
      await screen.frames.settled();
      const first = pointedAt(terminal.text);
      const before = terminal.text;
      terminal.type('n');
      await expect.poll(() => pointedAt(terminal.text), { timeout: 15_000 }).not.toBe(first);
      await terminal.sees('Stepped');
      await screen.frames.settled();
      expect(terminal.text).not.toBe(before);
      expect(terminal.text).toMatch(/4 Stack[^]*▶ \S/);
      await expect.poll(() => screen.model.frame.tree.rowCount, { timeout: 15_000 }).toBeGreaterThan(0);
      if (screen.model.can('supportsDisassembleRequest')) await terminal.sees(/ ▶ (\w+:)?0x[\da-f]+ /);
      // The function that is looked at is in the list of all; Enter there sets a breakpoint.
      terminal.type('0');
      await terminal.sees(/0 Functions [1-9]/);
      terminal.type('\r');
      await terminal.sees(/│● \S+ +\S+:\d+$/m);
      if (screen.panes.trace.isThere()) {
        terminal.type('-T');
        await terminal.sees(/- Trace/);
        if (!terminal.text.includes('by itself')) terminal.type('n');
        await terminal.sees(/\S+:\d+ +(\w+:)?0x[\da-f]+ \S/);
      }
    },
  );
});
