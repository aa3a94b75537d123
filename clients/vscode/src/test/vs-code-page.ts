// VS Code in the words of its users: what they press, click and read while they debug.

import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How long anything that must come may take. */
const patienceMs = 60_000;

/** `await eventually(() => code.status()).toBe('…')`: the last look is what a failure shows. */
export const eventually = <Seen>(look: () => Promise<Seen>): ReturnType<typeof expect.poll<Promise<Seen>>> =>
  expect.poll(look, { timeout: patienceMs, interval: 100 });

/** The editor of a file; the input of the debug console is one too. */
const source = '.editor-instance .monaco-editor';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

type Pane = 'Variables' | 'Watch' | 'Call Stack' | 'Breakpoints';

export class VsCodePage {
  constructor(readonly page: Page) {
    page.setDefaultTimeout(patienceMs);
  }

  async open(file: string): Promise<void> {
    await this.#quickOpen('Control+p', file, file);
    await this.page.waitForSelector(`.tab.active:has-text("${file}")`);
    await this.page.waitForSelector(`${source}.focused .view-line`);
  }

  async command(title: string): Promise<void> {
    await this.#quickOpen('F1', title, title);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  async showDebugView(): Promise<void> {
    await this.press('Control+Shift+D');
    // Its panes are shown when there is something to debug.
    await this.page.waitForSelector('.debug-breakpoints', { state: 'attached' });
  }

  /** What F5 starts, as the list beside the green triangle says; it is there with a launch.json. */
  async chosenConfiguration(): Promise<string> {
    const chosen = this.page.locator('.start-debug-action-item select option:checked');
    return (await chosen.allTextContents()).join(' ');
  }

  async toLine(line: number): Promise<void> {
    await this.#quickOpen('Control+g', `:${line}`, `line ${line}`);
    await this.page.waitForSelector(`${source}.focused`);
    await eventually(() => this.page.locator('#status\\.editor\\.selection').innerText()).toContain(
      `Ln ${line},`,
    );
  }

  async toggleBreakpoint(line: number): Promise<void> {
    await this.toLine(line);
    const before = await this.#dots();
    await this.press('F9');
    await eventually(() => this.#dots()).not.toBe(before);
  }

  /** A condition, a hit count or a message, as its little editor takes it. */
  async specialBreakpoint(
    line: number,
    kind: 'Expression' | 'Hit Count' | 'Log Message',
    content: string,
  ): Promise<void> {
    await this.toLine(line);
    await this.command(
      kind === 'Log Message' ? 'Debug: Add Logpoint...' : 'Debug: Add Conditional Breakpoint...',
    );
    const widget = this.page.locator('.breakpoint-widget');
    await widget.locator('.monaco-editor.focused').waitFor();
    if (kind === 'Hit Count') {
      await widget.locator('select').first().selectOption({ label: kind });
      await widget.locator('.monaco-editor').click();
    }
    await this.page.keyboard.type(content);
    await this.press('Enter');
    await widget.waitFor({ state: 'hidden' });
  }

  /** Those in files: `tour.c 22`. */
  async breakpoints(): Promise<readonly string[]> {
    const rows = await this.page.locator('.debug-breakpoints .monaco-list-row').allInnerTexts();
    return rows.map(plain).filter(text => /\d$/.test(text));
  }

  async removeBreakpoints(): Promise<void> {
    if ((await this.breakpoints()).length === 0) return;
    await this.#paneAction('Breakpoints', 'Remove All Breakpoints');
    await eventually(() => this.breakpoints()).toEqual([]);
  }

  /** The frames of the thread that has stopped, innermost first: `walk tour.c 22:7`. */
  async frames(): Promise<readonly string[]> {
    const rows = await this.page.locator('.debug-call-stack .monaco-list-row .stack-frame').allInnerTexts();
    return rows.map(plain);
  }

  async stoppedAt(file: string, line: number): Promise<void> {
    await eventually(async () => (await this.frames())[0] ?? '').toMatch(
      new RegExp(`${file.replaceAll('.', '\\.')} ${line}(?::\\d+)?$`),
    );
  }

  /** Why the program stands, as the header of the call stack says it. */
  async why(): Promise<string> {
    return plain((await this.page.locator('.pane .pane-header .state-message').allInnerTexts()).join(' '));
  }

  /** Rows of the variables view as they are read. */
  async variables(): Promise<readonly string[]> {
    return (await this.page.locator('.debug-variables .monaco-list-row').allInnerTexts()).map(plain);
  }

  variable(name: string): Locator {
    return this.#row('.debug-variables', name);
  }

  async expand(name: string): Promise<void> {
    await this.variable(name).locator('.monaco-tl-twistie').click();
  }

  async setVariable(name: string, value: string): Promise<void> {
    await this.variable(name).locator('.name').click();
    await this.press('F2');
    const input = this.page.locator('.debug-variables .monaco-inputbox input');
    await input.fill(value);
    await this.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  async watch(expression: string): Promise<void> {
    await this.#paneAction('Watch', 'Add Expression');
    await this.page.locator('.debug-watch .monaco-inputbox input').fill(expression);
    await this.press('Enter');
  }

  async removeWatches(): Promise<void> {
    await this.#paneAction('Watch', 'Remove All Expressions');
    await eventually(() => this.watches()).toEqual([]);
  }

  async watches(): Promise<readonly string[]> {
    return (await this.page.locator('.debug-watch .monaco-list-row').allInnerTexts()).map(plain);
  }

  /** What appears when the mouse rests on a word of a line of the source. */
  async hover(line: string, word: string): Promise<string> {
    const place = await this.page.locator('.view-line', { hasText: line }).first().evaluate(placeOf, word);
    const shown = this.page.locator('.debug-hover-widget');
    let nudge = 0;
    const look = async (): Promise<boolean> => {
      // A mouse that came while the editor still wrote values behind the lines is not noticed.
      await this.page.mouse.move(place.x + (nudge++ % 2), place.y);
      return shown.isVisible();
    };
    await expect.poll(look, { timeout: patienceMs, interval: 1_000 }).toBe(true);
    await eventually(() => shown.innerText()).not.toBe('');
    return plain(await shown.innerText());
  }

  /** The source as it is shown, with the values that the editor writes behind its lines. */
  async source(): Promise<string> {
    const lines = await this.page.locator(`${source} .view-line`).allInnerTexts();
    return lines.map(plain).join('\n');
  }

  /** Lines of the debug console, which is shown first where another panel hides it. */
  async console(): Promise<string> {
    if (!(await this.page.locator('.repl').isVisible())) {
      await this.press('Control+Shift+Y');
      await this.page.locator('.repl').waitFor();
    }
    return (await this.page.locator('.repl .monaco-list-row').allInnerTexts()).join('\n');
  }

  /** A line of input, as soon as the terminal of the program is shown. */
  async typeInTerminal(text: string): Promise<void> {
    await this.page.locator('.terminal-wrapper.active .xterm').click();
    await this.page.keyboard.type(text);
    await this.press('Enter');
  }

  isDebugging(): Promise<boolean> {
    return this.page.locator('.debug-toolbar').isVisible();
  }

  async stopDebugging(): Promise<void> {
    await this.press('Shift+F5');
    await this.ended();
  }

  async ended(): Promise<void> {
    await eventually(() => this.isDebugging()).toBe(false);
  }

  /** What pops up in the corner, and dialogs. */
  async notices(): Promise<readonly string[]> {
    const texts = await this.page
      .locator('.notification-toast .notification-list-item-message, .monaco-dialog-box')
      .allInnerTexts();
    return texts.map(plain);
  }

  notice(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  dialog(text: string): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text });
  }

  async dismissNotices(): Promise<void> {
    if (await this.dialog('').isVisible()) await this.press('Escape');
    if ((await this.notices()).length > 0) await this.command('Notifications: Clear All Notifications');
    await eventually(() => this.notices()).toEqual([]);
  }

  /** Chooses from the menu under the right button. */
  async menu(of: Locator, item: string): Promise<void> {
    await of.click({ button: 'right' });
    const chosen = this.page.locator('.monaco-menu .action-item', { hasText: item });
    await chosen.hover();
    // Clicks right after a menu has opened are not heard; the key is.
    await this.press('Enter');
    await chosen.waitFor({ state: 'hidden' });
  }

  /** The webview with the views of the session. */
  async views(): Promise<Frame> {
    let found: Frame | undefined;
    const hasViews = async (frame: Frame): Promise<boolean> => {
      const count = await frame
        .locator('.views')
        .count()
        .catch(() => 0);
      return count > 0;
    };
    await eventually(async () => {
      for (const frame of this.page.frames()) if (await hasViews(frame)) found = frame;
      return found !== undefined;
    }).toBe(true);
    return found!;
  }

  /** Breakpoints in the margin of the part of the source that is shown. */
  #dots(): Promise<number> {
    return this.page.locator('.glyph-margin-widgets [class*="codicon-debug-breakpoint"]').count();
  }

  #row(view: string, name: string): Locator {
    const label = this.page.locator('.name, .scope', { hasText: new RegExp(`^${name}\\s*[=:]?\\s*$`) });
    return this.page.locator(`${view} .monaco-list-row`).filter({ has: label }).first();
  }

  /** A button of a pane, which shows under the mouse. */
  async #paneAction(pane: Pane, action: string): Promise<void> {
    const header = this.page.locator('.pane-header', { hasText: new RegExp(`^${pane}`, 'i') });
    await header.hover();
    await header.locator(`[aria-label^="${action}"]`).click();
  }

  async #quickOpen(key: string, text: string, row: string): Promise<void> {
    await this.press(key);
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await input.waitFor({ state: 'visible' });
    await input.fill(key === 'F1' ? `>${text}` : text);
    // The list may still be that of the text before.
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor();
    await this.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }
}

/** Runs in the page: the middle of the first occurrence of a word in a line of the source. */
function placeOf(line: Element, word: string): { readonly x: number; readonly y: number } {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = new RegExp(`\\b${word}\\b`).exec(node.textContent ?? '')?.index;
    if (at === undefined) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }
  throw new Error(`the line has no word ${word}`);
}
