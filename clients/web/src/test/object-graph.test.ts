// The object graph in a browser: from a variable to what holds it; nothing moves, and no text lies on another.
import { readFileSync } from 'node:fs';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import type { BrowserPage } from './browser-page.js';
import { eventually } from './eventually.js';
import { seriousFindings } from './findings.js';
import {
  cutOff,
  cutPlaceholders,
  displacement,
  nodePlaces,
  nodesInView,
  textFaults,
} from './graph-measures.js';
import { exampleFile, webBench } from './web-bench.js';

const shop = `type Item { name: string; price: i32; }
type Order { number: i32; item: ref<Item>; }
type Shop { orders: vector<ref<Order>>; recent: vector<ref<Order>>; best: ref<Item>; }

val apple = new Item { name: "apple", price: 3 };
val pear = new Item { name: "pear", price: 4 };
val shop = new Shop { orders: [], recent: [], best: apple };

fun sell(count: i32) -> unit {
    loop n = 0 {
        if (n < count) {
            val order = new Order { number: n, item: pear };
            shop.orders := shop.orders << order;
            if (n < 3) { shop.recent := shop.recent << order; }
            next n + 1;
        }
    }
}

sell(4);
print("few"); // #few
sell(100);
print("many"); // #many
`;

/** Objects in the memory of a register machine: a list that grows, pointers, variables that hold structures. */
const leak = readFileSync(exampleFile('hsx', 'leak.hsx.c'), 'utf8');

/** Chooses from the menu of a variable. */
async function ask(page: BrowserPage, variable: string, question: string): Promise<void> {
  await page.variableRow(variable).click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: question }).click();
}

const nodeCount = (page: BrowserPage): Promise<number> => page.page.locator('.og-node').count();

/** A resize is noticed after the next frame and drawn with the one behind it. */
const drawn = ({ page }: BrowserPage): Promise<void> =>
  page.evaluate(
    () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Opens everything that says it hides something, until so many objects are in view. */
async function expandTo(page: BrowserPage, wanted: number): Promise<void> {
  const more = page.page.locator('.og-more button');
  const closed = page.page.getByRole('button', { name: /^Show (what it holds|what holds it): / });
  const state = async (): Promise<string> => `${await nodeCount(page)} ${await closed.count()}`;
  while ((await nodeCount(page)) < wanted) {
    const before = await state();
    // By script: a button far outside of what is in view cannot be clicked, and scrolling there is not the matter here.
    await ((await closed.count()) > 0 ? closed : more).first().dispatchEvent('click');
    await eventually(state).not.toBe(before);
  }
}

describeUnlessMissing('the object graph in the web debugger', chromiumMissing, () => {
  const bench = webBench({ 'shop.ng': shop, 'leak.hsx.c': leak });
  afterEach(() => bench().closePages());

  it('leads from a variable to its neighbourhood, whose objects stay where they are', async () => {
    const page = await bench().open();
    await page.lookAt('shop.ng');
    await page.clickLine('#few');
    await page.clickLine('#many');
    await page.press('F5');
    await page.stopsAt('#few');
    await ask(page, 'shop', 'Show in graph');
    await page.page.getByRole('group', { name: /^Object graph around ref @/ }).waitFor();
    // What is not exact is said first, and all of it can be read.
    await eventually(() => page.page.locator('.og-trust').innerText()).toMatch(
      /^≈ approximate: sizes, what is kept\s+✓ exact: objects, references, roots$/,
    );
    await drawn(page);
    // The first view has room: the object, what holds it and what it holds are seen whole, and the line of the source too.
    expect(await nodesInView(page)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('global root shop'),
        expect.stringMatching(/^\W*ref keeps/),
        expect.stringContaining('Shop'),
      ]),
    );
    expect((await page.page.locator('.og-canvas').boundingBox())!.height).toBeGreaterThan(250);
    expect(await cutOff(page)).toEqual([]);
    expect(await cutPlaceholders(page)).toEqual([]);
    await page.page.getByText('#few').waitFor();
    await page.clickButton('Whole window');
    await drawn(page);

    // What holds an object stands left of it, and what it holds right.
    const places = await nodePlaces(page);
    const at = (text: string) => places.find(each => each.text.includes(text))!;
    expect(at('global root shop').x).toBeLessThan(at('Shop').x);
    expect(at('Shop').x).toBeLessThan(at('vector 4 elements').x);
    expect(await textFaults(page)).toEqual([]);

    // Opened, closed, and opened again: what stays does not move.
    await expandTo(page, 17);
    const opened = await nodePlaces(page);
    expect(displacement(places, opened)).toEqual({ compared: places.length, most: 0 });
    expect(await textFaults(page)).toEqual([]);
    await page.page.getByRole('button', { name: /^Hide what it holds: Shop/ }).dispatchEvent('click');
    await eventually(() => nodeCount(page)).toBeLessThan(opened.length);
    expect(displacement(opened, await nodePlaces(page)).most).toBe(0);

    // The keyboard goes along references and looks at what it is on.
    const focused = (): Promise<string | null> =>
      page.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    await page.page.getByRole('button', { name: /^global root shop/ }).focus();
    await page.press('ArrowRight');
    await eventually(focused).toMatch(/^ref keeps .* @\d+, looked at/);
    await page.press('ArrowRight');
    await eventually(focused).toMatch(/^Shop keeps/);
    await page.press('Shift+ArrowRight');
    await page.page.getByRole('button', { name: /^vector 4 elements/ }).waitFor();
    await page.press('p');
    await eventually(focused).toMatch(/^Shop keeps .* @\d+, pinned/);
    expect(displacement(opened, await nodePlaces(page)).most).toBe(0);
    await page.clickButton('Whole window');

    // At the next stop the same part is read again: what is still there has not moved, and what is new says so.
    await page.press('F5');
    await page.stopsAt('#many');
    const before = await nodePlaces(page);
    await page.says('as it was at an earlier stop');
    await page.clickButton('Refresh');
    await page.says(/^\d+ new here, \d+ gone from here$/);
    const refreshed = await nodePlaces(page);
    const moved = displacement(before, refreshed);
    expect(moved.compared).toBeGreaterThan(3);
    expect(moved.most).toBe(0);
    expect(refreshed.some(({ text }) => text.includes('vector 104 elements'))).toBe(true);

    // A hundred references are counted, not drawn; as many as are wanted are, and nothing lies on anything, wide or narrow.
    await page.page
      .getByRole('button', { name: /^Show what it holds: vector 104 elements/ })
      .dispatchEvent('click');
    await page.says('+ 96 more');
    await page.page.getByRole('combobox', { name: 'How many of the largest at a time' }).selectOption('12');
    await page.says('+ 92 more');
    await expandTo(page, 120);
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 768, height: 1024 },
    ]) {
      await page.page.setViewportSize(viewport);
      await drawn(page);
      expect(await textFaults(page)).toEqual([]);
      expect(await nodesInView(page)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^\W*ref keeps/)]),
      );
      // Also of what it leads to, however narrow it is.
      expect((await nodesInView(page)).length).toBeGreaterThan(1);
      expect(await cutOff(page)).toEqual([]);
      await page.screenshot(`object-graph-${viewport.width}`);
    }
    expect(await page.alerts()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  it('knows objects again when the program goes back, and says which are not there yet', async () => {
    const page = await bench().open();
    const { page: browser } = page;
    await page.lookAt('shop.ng');
    await page.clickLine('#few');
    await page.clickLine('#many');
    await page.press('F5');
    await page.stopsAt('#few');
    await ask(page, 'shop', 'Show in graph');
    await browser.locator('.og-node.is-focus').waitFor();
    await drawn(page);
    const first = await nodePlaces(page);
    await page.press('F5');
    await page.stopsAt('#many');
    await page.clickButton('Refresh');
    await page.says(/^\d+ new here, \d+ gone from here$/);
    // At the same moment again there are the same objects, in the same places.
    await page.press('Alt+F5');
    await page.stopsAt('#few');
    await page.clickButton('Refresh');
    await eventually(async () => (await nodePlaces(page)).some(({ text }) => text.includes('104'))).toBe(
      false,
    );
    const again = await nodePlaces(page);
    const keys = (places: typeof first): readonly string[] =>
      places.filter(({ text }) => /^(Shop|vector 4 elements)/.test(text)).map(({ key }) => key);
    expect(keys(again)).toEqual(keys(first));
    expect(keys(first)).toHaveLength(2);
    expect(displacement(first, again).most).toBe(0);

    // What was made since is not there before its birth: its box says so, and what holds it stays where it is.
    await page.press('F5');
    await page.stopsAt('#many');
    await page.clickButton('Refresh');
    await browser.getByRole('button', { name: /^vector 104 elements/ }).dispatchEvent('dblclick');
    await browser.getByRole('group', { name: /^Object graph around vector 104 elements/ }).waitFor();
    await drawn(page);
    const around = await nodePlaces(page);
    await page.press('Alt+F5');
    await page.stopsAt('#few');
    await page.clickButton('Refresh');
    await page.says(/^@\d+ is not there at this moment$/);
    const without = await nodePlaces(page);
    expect(without.some(({ text }) => text.includes('Shop'))).toBe(true);
    expect(displacement(around, without).most).toBe(0);
    expect(await textFaults(page)).toEqual([]);
    expect(await browser.locator('.og-node.is-gone').count()).toBe(1);
    await page.screenshot('object-graph-gone');
    await page.press('F5');
    await page.stopsAt('#many');
    await page.clickButton('Refresh');
    await eventually(() => browser.locator('.og-node.is-gone').count()).toBe(0);
    expect(displacement(around, await nodePlaces(page)).most).toBe(0);
    expect(await page.alerts()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  it('keeps the objects of a machine with pointers in place, and its texts apart', async () => {
    const page = await bench().open({ colourScheme: 'dark' });
    await page.lookAt('leak.hsx.c');
    await page.clickLine('#few');
    await page.clickLine('#look');
    await page.press('F5');
    await page.stopsAt('#few');
    await page.expand('Globals');
    await ask(page, 'sensors', 'Show in graph');
    await page.page.locator('.og-node.is-focus').waitFor();
    await drawn(page);
    const places = await nodePlaces(page);
    expect(await nodesInView(page)).not.toEqual([]);
    await page.press('F5');
    await page.stopsAt('#look');
    await page.clickButton('Refresh');
    await page.says(/^\d+ new here, \d+ gone from here$/);
    const refreshed = await nodePlaces(page);
    const moved = displacement(places, refreshed);
    // The sample that was the latest has gone from here.
    expect(moved.compared).toBeGreaterThan(2);
    expect(moved.most).toBe(0);
    await expandTo(page, 14);
    const grown = await nodePlaces(page);
    expect(displacement(refreshed, grown)).toEqual({ compared: refreshed.length, most: 0 });
    expect(await textFaults(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    // Between the two snapshots a sample that was the latest has got into the list.
    await page.page.getByRole('tab', { name: 'Compare' }).click();
    await page.page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.says(/^40 objects, \+33: 33 new, 0 gone; \+360 B; 1 held another way$/);
    await page.page.getByRole('tab', { name: 'Held another way' }).click();
    const held = page.page.getByRole('group', { name: 'Objects held another way' });
    await eventually(() => held.innerText()).toMatch(
      /struct sample @\d+\s+was\s+global sensors \[0\] \.latest\s+is\s+global sensors \[0\] .*\.next/,
    );
    expect(await seriousFindings(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    await page.screenshot('object-graph-held');
    await held.getByRole('button', { name: /^struct sample @\d+$/ }).click();
    await page.page.getByRole('group', { name: /^Object graph around struct sample @/ }).waitFor();
    // Behind another tab it gives the room back to the source.
    const sourceHeight = async (): Promise<number> =>
      (await page.page.locator('.source-pane').boundingBox())!.height;
    const small = await sourceHeight();
    await page.page.getByRole('tab', { name: 'Console', exact: true }).click();
    await eventually(sourceHeight).toBeGreaterThan(2 * small);
    expect(page.complaints).toEqual([]);
  });

  it('says why a value is alive, what keeps most, and what grew', async () => {
    const page = await bench().open({ colourScheme: 'dark' });
    const { page: browser } = page;
    await page.lookAt('shop.ng');
    await page.clickLine('#few');
    await page.clickLine('#many');
    await page.press('F5');
    await page.stopsAt('#few');
    await ask(page, 'pear', 'Why is this alive?');
    // The variable itself, and one path for each of those that hold orders of it.
    await page.says(/is alive because of \d+ paths from roots that differ in who owns it/);
    const path = browser.getByRole('list', { name: 'Path 1' });
    await eventually(() => path.innerText()).toContain('global pear');
    await browser.getByRole('button', { name: 'Without it?' }).last().click();
    await page.says(
      /without it, nothing would be freed: .* holds it too|without it, \d+ objects? would be freed/,
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.clickButton('Draw these paths');
    await browser.getByRole('button', { name: /^global root pear/ }).waitFor();
    expect(await textFaults(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);

    await page.press('F5');
    await page.stopsAt('#many');
    await page.clickButton('Take snapshot');
    await browser.getByRole('tab', { name: 'Overview' }).click();
    await page.says(/^221 objects, 331 references, /);
    await browser.getByRole('button', { name: /^global root shop .*, @\d+$/ }).waitFor();
    expect(await textFaults(page, '.og-area-name, .og-part')).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await browser.getByRole('tab', { name: 'Types' }).click();
    await browser.getByRole('button', { name: 'Count' }).click();
    const firstRow = (): Promise<string> => browser.locator('.og-table tbody tr').first().innerText();
    await eventually(firstRow).toMatch(/107\s+ref$/);
    // What is not recorded says so where it is missed, and what a user watches is a group.
    await browser.getByRole('tab', { name: 'Owners', exact: true }).click();
    await page.says('unavailable: the machine does not record which task allocates');
    await browser.getByRole('textbox', { name: 'Expression to watch' }).fill('shop.recent');
    await page.press('Enter');
    await browser.getByRole('tab', { name: 'Watches' }).click();
    await eventually(firstRow).toMatch(/1\s+shop\.recent$/);
    const saved = browser.waitForEvent('download');
    await page.clickButton('Save as JSON');
    expect((await saved).suggestedFilename()).toMatch(/^shop\.ng-\d+\.json$/);
    await browser.getByRole('tab', { name: 'May leak' }).click();
    await page.says(/vector .* keeps .* alive, 9\d % of the heap/);

    await page.clickButton('Whole window');
    await browser.getByRole('tab', { name: 'Compare' }).click();
    const compare = browser.getByRole('button', { name: 'Compare', exact: true });
    const colours = (): Promise<readonly string[]> =>
      compare.evaluate(button => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor]);
    const unpointed = await colours();
    await compare.hover();
    expect(await colours()).toEqual(unpointed);
    await compare.click();
    await eventually(firstRow).toMatch(/^\+[\d.]+ kB/);
    await browser.locator('.og-table').getByRole('button', { name: 'Order', exact: true }).click();
    await browser
      .locator('.og-table tbody')
      .getByRole('button', { name: /^Order @/ })
      .first()
      .click();
    await browser.getByRole('group', { name: /^Object graph around Order @/ }).waitFor();
    const drawing = browser.waitForEvent('download');
    await page.clickButton('Save as DOT');
    const dot = readFileSync(await (await drawing).path(), 'utf8');
    expect(dot).toMatch(/^digraph heap/);
    expect(dot.match(/^ {2}n\d+ \[/gm)).toHaveLength(await browser.locator('.og-node:not(.og-more)').count());
    // Nothing is offered of a session that is over.
    await page.press('Escape');
    await page.press('F5');
    await page.says('The program has ended, and the snapshots of its objects with it.');
    expect(await page.alerts()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});
