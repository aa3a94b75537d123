// `npm run pictures`: takes the pictures of the web debugger that the documents show.
import path from 'node:path';
import { openExample, withPages } from './lib/driven-page.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const size = { width: 1440, height: 860 };
const save = (page, name) => page.screenshot({ path: path.join(root, 'docs/images', name) });

await withPages(root, async open => {
  const light = await open(size);
  await light.getByRole('heading', { name: 'Examples' }).waitFor();
  await save(light, 'start.png');
  await openExample(light, 'NG', 'references.ng');
  await light.getByRole('treeitem').filter({ hasText: 'first' }).first().click();
  await light.keyboard.press('ArrowRight');
  await light.getByRole('combobox', { name: 'Expression to evaluate' }).fill('first.value + last.value');
  await light.keyboard.press('Enter');
  await light.getByText('43', { exact: false }).first().waitFor();
  await light.keyboard.press('F10');
  await light.getByText('Stepped').waitFor();
  await save(light, 'debugger-light.png');

  const dark = await open({ ...size, colorScheme: 'dark' });
  await openExample(dark, 'Aria', 'tour.aria');
  await dark.getByRole('treeitem').filter({ hasText: 'row' }).first().click();
  await dark.keyboard.press('ArrowRight');
  await dark.getByRole('tab', { name: 'Memory map' }).click();
  await dark.getByRole('tabpanel').getByRole('combobox').selectOption('engine');
  await dark
    .getByText(/\d\d regions$/)
    .first()
    .waitFor();
  await save(dark, 'debugger-dark.png');

  const graph = await open({ width: 1440, height: 420 });
  await openExample(graph, 'NG', 'leak.ng');
  await graph.getByRole('treeitem').filter({ hasText: 'server' }).first().click({ button: 'right' });
  await graph.getByRole('menuitem', { name: 'Show in graph' }).click();
  await graph.locator('.og-node').nth(6).waitFor({ state: 'attached' });
  await graph.getByRole('button', { name: 'Whole window' }).click();
  await graph.getByRole('button', { name: 'Fit' }).click();
  await graph.getByRole('button', { name: /^Visit keeps/ }).click();
  await save(graph, 'object-graph.png');
});
