// What an accessibility checker finds on the page as it is now.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ImpactValue } from 'axe-core';
import type { BrowserPage } from './browser-page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tooBad: readonly (ImpactValue | undefined)[] = ['serious', 'critical'];

/** Each finding that is serious: the rule, what to do, and the elements. */
export async function seriousFindings({ page }: BrowserPage): Promise<readonly string[]> {
  // Evaluated by the browser's debugger, which the policy of the page has no say in.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => tooBad.includes(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
