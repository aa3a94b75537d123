// The page in the words of its users: what they click, press and read. Found by roles and labels, as a screen reader would.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.js';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** A row of a tree of values, as it is read. */
export interface SeenValue {
  readonly name: string;
  readonly value: string;
  readonly changed: boolean;
  readonly open: boolean | undefined;
  readonly level: number;
}

export class BrowserPage {
  /** What the browser itself complained about: errors of scripts, things that the policy of the page forbids. */
  readonly complaints: string[] = [];

  constructor(readonly page: Page) {
    page.on('pageerror', error => this.complaints.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  async goTo(address: string): Promise<void> {
    await this.page.goto(address);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  /** The session that the address names, so that a reload finds it again. */
  session(): string | null {
    return new URL(this.page.url()).searchParams.get('session');
  }

  // The start page

  /** As if this program had been debugged in this browser before. */
  async remember(program: string): Promise<void> {
    await this.page.evaluate(
      path => localStorage.setItem('sonde-recent', JSON.stringify([{ program: path }])),
      program,
    );
  }

  /** What the page says about the tools of a language that are not there. */
  async missingTools(language: string): Promise<string | undefined> {
    const tab = this.page.getByRole('tab', { name: new RegExp(`^${escaped(language)}(tools missing)?$`) });
    return (await tab.getAttribute('title')) ?? undefined;
  }

  async openExample(language: string, name: string): Promise<void> {
    await this.page.getByRole('tab', { name: language, exact: true }).click();
    const examples = this.page.getByRole('tabpanel', { name: `Examples in ${language}` });
    await examples.getByRole('button', { name: new RegExp(`^${escaped(name)}\\b`) }).click();
  }

  /** Shows a source without running it. */
  async lookAt(name: string, section = 'Open'): Promise<void> {
    await this.section(section).getByRole('button', { name }).first().click();
    await this.page.getByRole('tab', { name, selected: true }).waitFor();
  }

  async join(name: string): Promise<void> {
    await this.section('Continue')
      .getByRole('button', { name: `Join ${name}` })
      .click();
  }

  async debug(name: string): Promise<void> {
    await this.section('Open')
      .getByRole('button', { name: `Debug ${name}`, exact: true })
      .click();
  }

  section(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  // The source

  source(): Locator {
    return this.page.getByRole('textbox', { name: /^Source of / });
  }

  /** The line where the program stands, as text; empty while it runs. */
  async currentLine(): Promise<string> {
    const lines = await this.source().locator('[aria-current=step]').allTextContents();
    return lines.join('\n');
  }

  /** A click beside the line that holds this text, where breakpoints are. */
  async clickLine(text: string, button: 'left' | 'right' = 'left'): Promise<void> {
    const line = await this.#scrolledTo(text);
    const [row, editor] = await Promise.all([line.boundingBox(), this.source().locator('..').boundingBox()]);
    if (row === null || editor === null) throw new Error(`the line with ${text} cannot be seen`);
    await this.page.mouse.click(editor.x + 8, row.y + row.height / 2, { button });
  }

  /** Chooses from the menu of the line that holds this text. */
  async lineMenu(text: string, item: string): Promise<void> {
    const line = await this.#scrolledTo(text);
    await line.click({ button: 'right', position: { x: 30, y: 8 } });
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** What stands beside the lines, as it is told to those who do not see it. */
  async breakpointMarks(): Promise<readonly string[]> {
    const marks = this.page.getByRole('img', { name: /^(Breakpoint|Log point) /, includeHidden: true });
    return marks.evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? ''));
  }

  /** Waits until the tip over a word of a line is there, and reads it. */
  async hover(text: string, word: string): Promise<string> {
    const seen = await this.#scrolledTo(text);
    const place = await seen.evaluate((line, wanted) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const index = new RegExp(`\\b${wanted}\\b`).exec(node.textContent ?? '')?.index;
        if (index === undefined) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + wanted.length);
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
      return undefined;
    }, word);
    if (place === undefined) throw new Error(`no ${word} in the line with ${text}`);
    const { mouse } = this.page;
    // The pointer comes from elsewhere and rests, as a hand does.
    await mouse.move(place.x + 30, place.y + 60);
    await mouse.move(place.x, place.y);
    const tip = this.page.getByRole('tooltip');
    await tip.waitFor();
    return tip.innerText();
  }

  /** The line that holds this text; of a long source only the lines in view are on the page, so one scrolls. */
  async #scrolledTo(text: string): Promise<Locator> {
    const line = this.source().locator('> div').filter({ hasText: text }).first();
    if ((await line.count()) === 0) await this.#wheel(-1_000_000);
    for (let turn = 0; (await line.count()) === 0; turn++) {
      if (turn > 200) throw new Error(`no line of the source holds ${text}`);
      await this.#wheel(200);
    }
    // Up and down only: to the side there are the values that stand behind the text.
    const [row, editor] = await Promise.all([line.boundingBox(), this.source().locator('..').boundingBox()]);
    if (
      row !== null &&
      editor !== null &&
      (row.y < editor.y + 30 || row.y + row.height > editor.y + editor.height - 30)
    )
      await this.#wheel(row.y - editor.y - editor.height / 2);
    return line;
  }

  async #wheel(by: number): Promise<void> {
    const editor = await this.source().locator('..').boundingBox();
    if (editor === null) throw new Error('no source is shown');
    await this.page.mouse.move(editor.x + editor.width / 2, editor.y + editor.height / 2);
    await this.page.mouse.wheel(0, by);
    // The lines are drawn with the next frame but one.
    await this.page.evaluate(
      () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  }

  // Running

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async clickButton(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits until the program stands at the line that holds this text. */
  async stopsAt(text: string): Promise<void> {
    await eventually(() => this.currentLine()).toContain(text);
  }

  /** Whatever asks for attention: problems, refusals. */
  async alerts(): Promise<readonly string[]> {
    return this.page.getByRole('alert').allInnerTexts();
  }

  // Panels

  /** Names of the frames, innermost first. */
  async stackNames(): Promise<readonly string[]> {
    const rows = this.page.getByRole('listbox', { name: 'Call stack' }).getByRole('option');
    return (
      await rows.evaluateAll(all => all.map(each => each.getAttribute('title')?.split('\n')[0] ?? ''))
    ).filter(name => name !== '');
  }

  /** Where the innermost frame is: `tour.xy:12`. */
  async topPlace(): Promise<string> {
    const rows = this.page
      .getByRole('listbox', { name: 'Call stack' })
      .getByRole('option', { selected: true });
    const titles = await rows.evaluateAll(all => all.map(each => each.getAttribute('title') ?? ''));
    return titles[0]?.split('\n')[1]?.split('/').at(-1) ?? '';
  }

  variableRow(name: string, tree = 'Variables'): Locator {
    return this.page
      .getByRole('tree', { name: tree, exact: true })
      .getByRole('treeitem')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .first();
  }

  async variables(tree = 'Variables'): Promise<readonly SeenValue[]> {
    const rows = this.page.getByRole('tree', { name: tree, exact: true }).getByRole('treeitem');
    return rows.evaluateAll(all =>
      all.map(row => {
        // The tip of a row has the whole value, which the row itself may have to cut off.
        const [, name = row.textContent.trim(), value = ''] =
          /^(.*?): ([^]*?)(\n[^\n]*)?$/.exec(row.getAttribute('title') ?? '') ?? [];
        const expanded = row.getAttribute('aria-expanded');
        return {
          name,
          value,
          changed: row.querySelector('[role=img][aria-label=changed]') !== null,
          open: expanded === null ? undefined : expanded === 'true',
          level: Number(row.getAttribute('aria-level')),
        };
      }),
    );
  }

  async variable(name: string, tree = 'Variables'): Promise<SeenValue | undefined> {
    return (await this.variables(tree)).find(each => each.name === name);
  }

  async valueOf(name: string, tree = 'Variables'): Promise<string | undefined> {
    return (await this.variable(name, tree))?.value;
  }

  /** The row that the keyboard is on. */
  async chosenVariable(): Promise<string | undefined> {
    const rows = this.page.getByRole('tree', { name: 'Variables', exact: true });
    const titles = await rows
      .getByRole('treeitem', { selected: true })
      .evaluateAll(all => all.map(each => each.getAttribute('title') ?? ''));
    return titles[0]?.split(':')[0];
  }

  /** Opens a value, as the keyboard does it. */
  async expand(name: string): Promise<void> {
    const row = this.variableRow(name);
    await row.click();
    if ((await row.getAttribute('aria-expanded')) === 'false') await this.press('ArrowRight');
    await eventually(async () => (await this.variable(name))?.open).toBe(true);
  }

  async editValue(name: string, text: string): Promise<void> {
    const row = this.variableRow(name);
    await row.click();
    await this.press('Enter');
    const field = this.page.getByRole('textbox', { name: `New value of ${name}` });
    await field.fill(text);
    await field.press('Enter');
  }

  // The console

  /** The rows in view, each with what is told of it: `stdout: text`. */
  async consoleLines(): Promise<readonly string[]> {
    const log = this.page.getByRole('log', { name: 'Output and answers' });
    // Labels are drawn for the eye and told again for the ear; here only the second, and no buttons.
    return log.locator('> * > * > *').evaluateAll(rows =>
      rows.map(row => {
        const copy = row.cloneNode(true) as HTMLElement;
        for (const drawn of copy.querySelectorAll('[aria-hidden=true], button')) drawn.remove();
        return copy.textContent;
      }),
    );
  }

  /** Where the rows in view were printed. */
  async printingLines(): Promise<readonly string[]> {
    const log = this.page.getByRole('log', { name: 'Output and answers' });
    return log.getByRole('button', { name: /:\d+$/ }).allInnerTexts();
  }

  async evaluate(expression: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Expression to evaluate' });
    await field.fill(expression);
    await field.press('Enter');
  }

  async status(): Promise<string> {
    return this.page.getByRole('banner').getByRole('status').innerText();
  }

  // Breakpoints with terms

  async setCondition(lineText: string, condition: string): Promise<void> {
    await this.clickLine(lineText, 'right');
    const dialog = this.page.getByRole('dialog', { name: /^Breakpoint on line / });
    await dialog.getByRole('textbox', { name: 'Condition' }).fill(condition);
    await dialog.getByRole('button', { name: /^(Set|Change)$/ }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  // Evidence

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}${name}.png`, animations: 'disabled' });
  }

  /** What of this is on the page, anywhere. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
