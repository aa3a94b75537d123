// The leaks that docs/heap tells of: every command of its pages is run, and prints what the page shows.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { osprey } from '@sonde/language-osprey';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from '../../cli.js';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const languages = [osprey, aria, c];

interface Told {
  readonly command: string;
  readonly lines: readonly string[];
}

/** Commands of the page with what it shows for each. */
function toldIn(page: string): readonly Told[] {
  const text = readFileSync(join(repository, 'docs/heap', page), 'utf8');
  const blocks = [...text.matchAll(/^```\n(\$ sonde [\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks.flatMap(block =>
    block
      .split(/^\$ sonde heap /m)
      .slice(1)
      .map(each => {
        const [command, ...lines] = each.trimEnd().split('\n');
        return { command: command!, lines };
      }),
  );
}

/** A line `…` stands for any others. */
function pattern(lines: readonly string[]): RegExp {
  const parts = lines.map(line =>
    line === '…' ? '[\\s\\S]*' : `${line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\n`,
  );
  return new RegExp(`^${parts.join('')}$`);
}

describeUnlessMissing('the leaks of docs/heap', (await nativeTools()).missing, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-leaks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function heap(command: string): Promise<string> {
    const args = command.match(/"[^"]*"|\S+/g)!.map(word => word.replaceAll('"', ''));
    const placed = args.map(word =>
      word.startsWith('languages/')
        ? join(repository, word)
        : word === 'leak.heap'
          ? join(folder, word)
          : word,
    );
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const streams = { input: new PassThrough(), output, errors };
    const code = await runCommandLine(['heap', ...placed], { languages, streams });
    const text = (stream: PassThrough): string => String((stream.read() as Buffer | null) ?? '');
    expect(code, `sonde heap ${command}\n${code === 0 ? '' : text(errors)}`).toBe(0);
    return text(output).replaceAll(`${folder}/`, '').replaceAll(repository, '');
  }

  it.each(['osprey.md', 'aria.md', 'c.md'])('%s', { timeout: 60_000 }, async page => {
    const told = toldIn(page);
    expect(told.length).toBeGreaterThan(3);
    for (const { command, lines } of told) expect(await heap(command), command).toMatch(pattern(lines));
  });
});
