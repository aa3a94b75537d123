// VS Code in the words of its users: what they press, click and read while they debug.

import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const patienceMs = Number(process.env['SONDE_PATIENCE'] ?? 30_000);

/** `await eventually(() => code.status()).toBe('…')`: the last look is what a failure shows. */
export const eventually = <Seen>(look: () => Promise<Seen>): ReturnType<typeof expect.poll<Promise<Seen>>> =>
  expect.poll(look, { timeout: patienceMs, interval: 50 });

export class VsCodePage {
  constructor(readonly page: Page) {}

  async open(file: string): Promise<void> {
    await this.#quickOpen('Control+p', file, file);
    await this.page.waitForSelector(`.tab.active:has-text("${file}")`);
    await this.page.waitForSelector('.monaco-editor.focused .view-line');
  }

  async command(title: string): Promise<void> {
    await this.#quickOpen('F1', title, title);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async toLine(line: number): Promise<void> {
    await this.#quickOpen('Control+g', `:${line}`, `line ${line}`);
    await this.page.waitForSelector('.monaco-editor.focused');
    await eventually(() => this.page.locator('#status\\.editor\\.selection').innerText()).toContain(
      `Ln ${line},`,
    );
  }

  async toggleBreakpoint(line: number): Promise<void> {
    const before = await this.breakpointDots();
    await this.toLine(line);
    await this.press('F9');
    await eventually(() => this.breakpointDots()).not.toBe(before);
  }

  /** A condition, a hit count or a message, as its little editor takes it. */
  async specialBreakpoint(line: number, command: string, content: string): Promise<void> {
    const before = await this.breakpointDots();
    await this.toLine(line);
    await this.command(command);
    await this.page.waitForSelector('.breakpoint-widget .monaco-editor.focused');
    await this.page.keyboard.type(content);
    await this.press('Enter');
    await eventually(() => this.breakpointDots()).not.toBe(before);
  }

  breakpointDots(): Promise<number> {
    return this.page.locator('.glyph-margin-widgets [class*="codicon-debug-breakpoint"]').count();
  }

  /** The frames of the thread that has stopped, innermost first: `walk tour.c 22:7`. */
  async frames(): Promise<readonly string[]> {
    const rows = await this.page.locator('.debug-call-stack .monaco-list-row .stack-frame').allInnerTexts();
    return rows.map(text => text.replaceAll(/\s+/g, ' ').trim());
  }

  async stoppedAt(file: string, line: number): Promise<void> {
    await eventually(async () => (await this.frames())[0] ?? '').toMatch(
      new RegExp(`${file.replaceAll('.', '\\.')} ${line}(?::\\d+)?$`),
    );
  }

  async why(): Promise<string> {
    const states = await this.page.locator('.debug-call-stack .state').allInnerTexts();
    return states.join(' ');
  }

  /** Rows of the variables view as they are read. */
  async variables(): Promise<readonly string[]> {
    const rows = await this.page.locator('.debug-variables .monaco-list-row').allInnerTexts();
    return rows.map(text => text.replaceAll(/\s+/g, ' ').trim());
  }

  variable(name: string): Locator {
    return this.page
      .locator('.debug-variables .monaco-list-row')
      .filter({ has: this.page.locator('.name', { hasText: new RegExp(`^${name}\\s*[=:]?\\s*$`) }) })
      .first();
  }

  /** Lines of the debug console. */
  async console(): Promise<readonly string[]> {
    return this.page.locator('.repl .monaco-list-row').allInnerTexts();
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

  /** What pops up in the corner. */
  async notices(): Promise<readonly string[]> {
    const texts = await this.page
      .locator('.notification-toast .notification-list-item-message')
      .allInnerTexts();
    return texts.map(text => text.replaceAll(/\s+/g, ' ').trim());
  }

  notice(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  async dismissNotices(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
    await eventually(() => this.notices()).toEqual([]);
  }

  /** The webview with the views of the session. */
  async views(): Promise<Frame> {
    let found: Frame | undefined;
    await eventually(async () => {
      for (const frame of this.page.frames()) {
        if (
          (await frame
            .locator('.views')
            .count()
            .catch(() => 0)) > 0
        )
          found = frame;
      }
      return found !== undefined;
    }).toBe(true);
    return found!;
  }

  async #quickOpen(key: string, text: string, row: string): Promise<void> {
    await this.press(key);
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await input.waitFor({ state: 'visible' });
    await input.fill(key === 'F1' ? `>${text}` : text);
    const found = this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first();
    await found.waitFor();
    await this.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }
}
