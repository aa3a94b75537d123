// Theia in the words of its users: what they press, click and read while they debug.

const patienceMs = 30_000;

export class TheiaPage {
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(patienceMs);
  }

  async load(address, folder) {
    await this.page.goto(`${address}/#${folder}`);
    await this.page.locator('#theia-app-shell').waitFor();
    // The welcome of the shell goes when all is there; keys pressed before are lost.
    await this.page.locator('.theia-preload').waitFor({ state: 'detached' });
  }

  /** The extension is active when its condition for F5 holds; the button above the editor comes with the language. */
  async open(file) {
    await this.#pick('Control+p', file, file);
    await this.page.locator('.lm-TabBar-tab.lm-mod-current', { hasText: file }).first().waitFor();
    await this.page.locator('[id^="plugin"][id*="sonde.debugFile"], .codicon-debug-alt').first().waitFor();
  }

  command(title) {
    return this.#pick('F1', `>${title}`, title);
  }

  async breakAt(line) {
    await this.#pick('Control+g', `:${line}`, String(line));
    await this.press('F9');
    await this.page.locator('.codicon-debug-breakpoint').first().waitFor();
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  /** Waits until some element shows all of the texts. */
  async shows(selector, ...texts) {
    for (const hasText of texts) await this.page.locator(selector, { hasText }).first().waitFor();
  }

  /** The webview with the views of the session, when it shows the text. */
  async viewsShow(text) {
    const until = Date.now() + patienceMs;
    for (;;) {
      for (const frame of this.page.frames()) {
        const shown = await frame
          .locator('.views')
          .allInnerTexts()
          .catch(() => []);
        if (shown.some(each => each.includes(text))) return;
      }
      if (Date.now() > until) throw new Error(`the views do not show ${text}`);
      await this.page.waitForTimeout(200);
    }
  }

  async #pick(key, text, row) {
    await this.press(key);
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await input.waitFor({ state: 'visible' });
    await input.fill(text);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor();
    await this.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }
}
