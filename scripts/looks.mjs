// `npm run looks -- FOLDER [STATE…]`: pictures of every state of the web debugger, in every size, light and dark, to look at.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openExample, withPages } from './lib/driven-page.mjs';

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

const wordy = `let sentence = repeat("a line of output that is far longer than the console is wide, ", 6);
fn talk(times) {
  let n = 0;
  while n < times {
    print sentence;
    n = n + 1;
  }
  return n; // #look
}
print talk(3);
`;

const big = `#include <stdio.h>
struct point { double x, y; const char *label_of_the_point; };
int main(void) {
  static long long numbers[100000];
  struct point points[200] = {{1.5, 2.5, "the first"}};
  for (int index = 0; index < 100000; index++) numbers[index] = (long long)index * index;
  const char *a_rather_long_name_of_a_local_variable = "text that is long enough to be cut off in a narrow column";
  printf("%lld %s\\n", numbers[7], a_rather_long_name_of_a_local_variable); // #look
  return (int)points[0].x;
}
`;

const shop = `type Item { name: string; price: i32; }
type Order { number: i32; item: ref<Item>; }
type Shop { orders: vector<ref<Order>>; best: ref<Item>; }

val pear = new Item { name: "pear", price: 4 };
val shop = new Shop { orders: [], best: pear };

fun sell(count: i32) -> unit {
    loop n = 0 {
        if (n < count) {
            val order = new Order { number: n, item: pear };
            shop.orders := shop.orders << order;
            next n + 1;
        }
    }
}

sell(104);
print("sold");
print("closed");
`;

const watch = async (page, ...expressions) => {
  await part(page, 'Values');
  for (const expression of expressions) {
    const field = page.getByRole('textbox', { name: 'Expression to watch' });
    await field.fill(expression);
    await field.press('Enter');
  }
};

/** On a narrow page only one part is seen; elsewhere there is nothing to choose. */
const part = async (page, name) => {
  const tab = page.getByRole('tablist', { name: 'Parts of the page' }).getByRole('tab', { name });
  if ((await tab.count()) > 0) await tab.click();
};

const lower = async (page, name) => {
  await part(page, 'Console');
  await page.getByRole('tab', { name, exact: true }).click();
};

const debug = async (page, name) => {
  await page.getByRole('button', { name: `Debug ${name}`, exact: true }).click();
};

const openTree = async (page, name) => {
  const row = page.getByRole('tree', { name: 'Variables', exact: true }).getByRole('treeitem');
  await row
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
  await page.keyboard.press('ArrowRight');
};

/** Asks about a global of an example with a leak, at the end of its growth. */
const askAbout = async (page, variable, question) => {
  await openExample(page, 'NG', 'leak.ng');
  await chooseFor(page, variable, question);
  await page.locator('.og-node').first().waitFor();
};

const chooseFor = async (page, variable, question) => {
  const row = page.getByRole('tree', { name: 'Variables', exact: true }).getByRole('treeitem');
  await row
    .filter({ has: page.getByText(variable, { exact: true }) })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: question }).click();
};

/** An object that holds a hundred others, in the whole window. */
const openHub = async (page, variable = 'shop', question = 'Show in graph') => {
  await debug(page, 'shop.ng');
  await page.getByText('Stopped at the entry').first().waitFor();
  for (let turn = 0; turn < 4; turn++) {
    await page.keyboard.press('F10');
    await page.waitForTimeout(250);
  }
  await chooseFor(page, variable, question);
  await page.getByRole('button', { name: 'Whole window' }).click();
  if (question === 'Show in graph') await page.getByText('+ 96 more').waitFor({ state: 'attached' });
};

const openDialog = async page => {
  if ((await page.getByRole('dialog').count()) > 0) return;
  await page.locator('.bp').nth(1).click({ button: 'right' });
  await page.getByRole('dialog').waitFor();
};

/** Each prepares a page; the answer is the part of it that a narrow page shows. */
const states = {
  start: async page => {
    await page.getByRole('heading', { name: 'Examples' }).waitFor();
  },
  stopped: async page => {
    await openExample(page, 'NG', 'references.ng');
    await openTree(page, 'first');
    await watch(page, 'first.value', 'first.value + last.value', 'nosuch');
    return 'Source';
  },
  values: async page => {
    await openExample(page, 'C and C++', 'containers.cpp');
    await watch(page, '1 + 1');
    return 'Values';
  },
  crash: async page => {
    await openExample(page, 'C and C++', 'crash.c');
    await page.keyboard.press('F5');
    await page
      .getByText(/signal|SIG|invalid|address/i)
      .first()
      .waitFor();
    return 'Source';
  },
  array: async page => {
    await debug(page, 'big.c');
    await page.getByText('Stopped at the entry').first().waitFor();
    await page.getByRole('treeitem').nth(1).waitFor();
    await page.keyboard.press('F10');
    await page.getByText('Stepped').first().waitFor();
    await openTree(page, 'numbers');
    await watch(page, 'points', 'numbers[3]');
    await page.waitForTimeout(500);
    return 'Values';
  },
  drawn: async page => {
    await openExample(page, 'NG', 'references.ng');
    await page.locator('.draw-mark').first().click();
    return 'Console';
  },
  objects: async page => {
    await askAbout(page, 'server', 'Show in graph');
    return 'Console';
  },
  orders: async page => {
    await openHub(page);
    await page.getByRole('combobox', { name: 'How many of the largest' }).selectOption('12');
    await page.getByText('+ 92 more').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Fit' }).click();
    return 'Console';
  },
  crowd: async page => {
    await openHub(page);
    await page.getByRole('combobox', { name: 'How many of the largest' }).selectOption('12');
    for (let left = 92; left > 0; left -= 12) {
      const rest = `+ ${left} more`;
      const more = page.locator('.og-more').filter({ hasText: rest }).getByRole('button');
      await more.waitFor({ state: 'attached' });
      // It may be outside of what is in view.
      await more.dispatchEvent('click');
    }
    await page.getByRole('button', { name: 'Fit' }).click();
    return 'Console';
  },
  heap: async page => {
    await openHub(page);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: /^global root shop/ }).waitFor();
    return 'Console';
  },
  alive: async page => {
    await openHub(page, 'pear', 'Why is this alive?');
    await page.getByRole('list', { name: 'Path 1' }).waitFor();
    return 'Console';
  },
  map: async page => {
    await openExample(page, 'Aria', 'tour.aria');
    await lower(page, 'Memory map');
    await page
      .getByText(/\d+ regions?$/)
      .first()
      .waitFor();
    return 'Console';
  },
  machine: async page => {
    await openExample(page, 'C and C++', 'tour.c');
    await lower(page, 'Memory map');
    await page.getByRole('combobox', { name: 'Whose regions' }).selectOption('engine');
    await page
      .getByText(/\d\d regions?$/)
      .first()
      .waitFor();
    return 'Console';
  },
  disassembly: async page => {
    await openExample(page, 'C and C++', 'tour.c');
    await lower(page, 'Disassembly');
    await page.locator('.listing-row').nth(4).waitFor();
    return 'Console';
  },
  memory: async page => {
    await openExample(page, 'C and C++', 'tour.c');
    await lower(page, 'Memory');
    return 'Console';
  },
  dialog: async page => {
    await openExample(page, 'Mini', 'tour.mini');
    await openDialog(page);
    return 'Source';
  },
  input: async page => {
    await openExample(page, 'Mini', 'input.mini').catch(() => undefined);
    for (let turn = 0; turn < 5; turn++) {
      if ((await page.getByText('Input for the program').count()) > 0) break;
      await page.keyboard.press('F5');
      await page.waitForTimeout(700);
    }
    return 'Source';
  },
  output: async page => {
    await debug(page, 'wordy.mini');
    await page.getByText('Stopped at the entry').first().waitFor();
    await page.getByRole('combobox', { name: 'Expression to evaluate' }).fill('repeat("abc ", 100)');
    await page.keyboard.press('Enter');
    await page.keyboard.press('F5');
    await page
      .getByText(/^Ended/)
      .first()
      .waitFor();
    return 'Console';
  },
  ended: async page => {
    await openExample(page, 'Mini', 'tour.mini');
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('F5');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .getByText(/^Ended/)
      .first()
      .waitFor();
    return 'Source';
  },
  failed: async page => {
    await debug(page, 'wrong.c');
    await page.getByText('Could not start').first().waitFor();
    return 'Source';
  },
};

const [folder = 'dist/looks', ...wanted] = process.argv.slice(2);
if (folder.startsWith('-')) {
  process.stderr.write('usage: npm run looks -- [FOLDER [STATE…]]\n');
  process.exit(folder === '--help' ? 0 : 2);
}
mkdirSync(folder, { recursive: true });
const programs = mkdtempSync(path.join(os.tmpdir(), 'sonde-looks-'));
writeFileSync(path.join(programs, 'wordy.mini'), wordy);
writeFileSync(path.join(programs, 'big.c'), big);
writeFileSync(path.join(programs, 'shop.ng'), shop);
writeFileSync(path.join(programs, 'wrong.c'), 'int main(void) {\n  return nosuch;\n}\n');

async function take(page, state, shown) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (shown !== undefined) await part(page, shown);
    // Another layout begins anew, and what was open over it is closed.
    if (state === 'dialog' && size !== sizes[0]) await openDialog(page);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(150);
      const name = `${state}-${size.width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, name), animations: 'disabled' });
    }
  }
}

let lost;
await withPages(
  programs,
  async open => {
    for (const [state, prepare] of Object.entries(states)) {
      if (wanted.length > 0 && !wanted.includes(state)) continue;
      const page = await open(sizes[0]);
      try {
        await take(page, state, await prepare(page));
      } catch (error) {
        process.stderr.write(`${state}: ${error}\n`);
        await page.screenshot({ path: path.join(folder, `${state}-problem.png`) });
      }
      await page.context().close();
      process.stdout.write(`${state}\n`);
    }
    if (wanted.length > 0 && !wanted.includes('lost')) return;
    lost = await open(sizes[0]);
    await openExample(lost, 'Mini', 'tour.mini');
  },
  async () => {
    if (lost === undefined) return;
    await lost.getByText('The connection to the debugger was lost').first().waitFor();
    await take(lost, 'lost', 'Source');
  },
);
rmSync(programs, { recursive: true, force: true });
