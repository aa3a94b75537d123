// One scenario, the same for every language: what a person does with an example, from the start page to the end.
import { readFileSync } from 'node:fs';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import type { BrowserPage } from './browser-page.js';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { exampleFile, webBench } from './web-bench.js';

export interface NamedValue {
  readonly name: string;
  readonly value: string | RegExp;
}

/** What the steps find in the example of one language. Lines are named by something that only they hold. */
export interface WebScenario {
  /** The folder of the language, and its name as people know it. */
  readonly folder: string;
  readonly language: string;
  readonly example: string;
  /** Programs are made by tools that a machine may lack; the start page says so then. */
  readonly needsTools?: true;
  /** Seen at the line `#look`. */
  readonly first: NamedValue;
  /** Opened one after the other, the last being what `child` is in. */
  readonly open: readonly string[];
  readonly child: NamedValue;
  /** The line after one step over. */
  readonly next: string;
  /** So many steps further something else has changed. */
  readonly later: { readonly steps: number; readonly line: string; readonly changed: NamedValue };
  readonly hover: { readonly line: string; readonly word: string; readonly shows: string };
  readonly condition: { readonly line: string; readonly text: string; readonly shows: NamedValue };
  readonly question: { readonly expression: string; readonly answer: string };
  /** A value that is changed, and what the program prints because of it. */
  readonly edit: { readonly name: string; readonly to: string; readonly prints: string };
}

export function describeWebScenario(scenario: WebScenario): void {
  const { language, example } = scenario;
  describeUnlessMissing(`the web debugger with ${language}`, chromiumMissing, () => {
    const bench = webBench();

    it(`debugs ${example} from the start page to its end`, { timeout: 120_000 }, async ({ skip }) => {
      const page = await bench().open();
      const missing = scenario.needsTools === true ? await page.missingTools(language) : undefined;
      if (missing !== undefined) {
        process.stderr.write(`skipped: the web debugger with ${language} (${missing})\n`);
        skip(missing);
      }
      await startsAtLook(page, scenario);
      await staysOpenOverAStep(page, scenario);
      await marksWhatChanged(page, scenario);
      await showsValueUnderPointer(page, scenario);
      await stopsWhenConditionHolds(page, scenario);
      await evaluatesAndEdits(page, scenario);
      await restartsAndStops(page, scenario);
      expect(page.complaints).toEqual([]);
    });
  });
}

async function startsAtLook(page: BrowserPage, scenario: WebScenario): Promise<void> {
  const { language, example, first, folder } = scenario;
  await page.openExample(language, example);
  await page.stopsAt('#look');
  const lines = readFileSync(exampleFile(folder, example), 'utf8').split('\n');
  const line = lines.findIndex(text => text.includes('#look')) + 1;
  await eventually(() => page.topPlace()).toBe(`${example}:${line}`);
  await seesValue(page, first);
  await page.screenshot(`${folder}-1-stopped`);
}

async function staysOpenOverAStep(page: BrowserPage, { open, child, next }: WebScenario): Promise<void> {
  for (const name of open) await page.expand(name);
  await eventually(() => page.variable(child.name)).toBeDefined();
  await page.press('F10');
  await page.stopsAt(next);
  await eventually(async () => (await page.variable(open.at(-1)!))?.open).toBe(true);
  await seesValue(page, child);
}

async function marksWhatChanged(page: BrowserPage, { later, folder }: WebScenario): Promise<void> {
  for (let step = 0; step < later.steps; step++) await stepsOn(page);
  await page.stopsAt(later.line);
  await seesValue(page, later.changed);
  await eventually(async () => (await page.variable(later.changed.name))?.changed).toBe(true);
  expect(await page.alerts()).toEqual([]);
  await page.screenshot(`${folder}-2-changed`);
}

/** A step of which only the place is known to be another. */
async function stepsOn(page: BrowserPage): Promise<void> {
  const before = await page.currentLine();
  await page.press('F10');
  // While it runs, no line is the current one.
  await eventually(() => page.currentLine()).toSatisfy((line: string) => line !== '' && line !== before);
}

async function showsValueUnderPointer(page: BrowserPage, { hover }: WebScenario): Promise<void> {
  expect(await page.hover(hover.line, hover.word)).toContain(hover.shows);
}

async function stopsWhenConditionHolds(page: BrowserPage, { condition, folder }: WebScenario): Promise<void> {
  await page.clickLine('#look');
  await eventually(() => page.breakpointMarks()).toEqual([]);
  await page.clickLine(condition.line);
  await eventually(() => page.breakpointMarks()).toEqual([
    expect.stringMatching(/^Breakpoint on line \d+\. *$/),
  ]);
  await page.setCondition(condition.line, condition.text);
  await eventually(() => page.breakpointMarks()).toEqual([
    expect.stringMatching(/^Breakpoint on line \d+, when .+\. *$/),
  ]);
  await page.press('F5');
  await page.stopsAt(condition.line);
  await seesValue(page, condition.shows);
  expect(await page.alerts()).toEqual([]);
  await page.screenshot(`${folder}-3-condition`);
}

async function evaluatesAndEdits(page: BrowserPage, scenario: WebScenario): Promise<void> {
  const { question, edit, folder } = scenario;
  await page.evaluate(question.expression);
  await eventually(() => page.consoleLines()).toContainEqual(expect.stringContaining(question.answer));
  await page.editValue(edit.name, edit.to);
  await eventually(() => page.valueOf(edit.name)).toBe(edit.to);
  await page.press('F5');
  await eventually(() => page.status()).toBe('Ended with exit code 0');
  await eventually(() => page.consoleLines()).toContainEqual(
    expect.stringMatching(new RegExp(`^stdout: .*${edit.prints}`)),
  );
  await eventually(() => page.stackNames()).toEqual([]);
  await page.screenshot(`${folder}-4-ended`);
}

async function restartsAndStops(page: BrowserPage, { condition }: WebScenario): Promise<void> {
  await page.clickButton('Start');
  await page.stopsAt(condition.line);
  await seesValue(page, condition.shows);
  await page.clickButton('Restart');
  // The first stop is over before the second is looked for.
  await eventually(() => page.status()).not.toBe('Stopped at a breakpoint');
  await page.stopsAt(condition.line);
  await seesValue(page, condition.shows);
  await page.clickButton('Stop');
  await eventually(() => page.status()).toMatch(/^Ended/);
  await eventually(() => page.stackNames()).toEqual([]);
  expect(await page.alerts()).toEqual([]);
}

async function seesValue(page: BrowserPage, { name, value }: NamedValue): Promise<void> {
  const seen = eventually(() => page.valueOf(name));
  await (typeof value === 'string' ? seen.toBe(value) : seen.toMatch(value));
}
