// A process that was there before is attached to from the start page; where it stands there is no source.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OutputText, OwnedProcess } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const example = fileURLToPath(new URL('../../../../examples/remote-python/', import.meta.url));
const [script, program] = [`${example}server.py`, `${example}programs/main.tiny`];
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;
const pythonMissing = hasPython ? undefined : 'python3 of version 3.10 or later is not installed';

describeUnlessMissing('a process that runs already', chromiumMissing, () => {
  const bench = webBench();
  afterEach(() => bench().closePages());

  it('is attached to from the start page, is shown by its instructions, and is let go', async ({ skip }) => {
    const page = await bench().open();
    const missing = await page.missingTools('C and C++');
    if (missing !== undefined) skip(missing);
    const sleeper = await OwnedProcess.start('/bin/sleep', ['1000']);
    try {
      const form = page.section('Attach');
      await form.getByRole('textbox', { name: 'Process' }).fill(`${sleeper.pid}`);
      await form.getByRole('button', { name: 'Attach' }).click();
      const shown = page.page.getByRole('tab', { name: 'Disassembly', selected: true });
      await shown.waitFor();
      await page.says(/^There is no source for |is not available/);
      await eventually(() => page.page.locator('.listing-row').count()).toBeGreaterThan(3);
      // It lives on: there is nothing to be asked about.
      await page.clickButton('Back to the start page');
      await page.section('Attach').waitFor();
      expect(sleeper.hasExited).toBe(false);
    } finally {
      sleeper.kill('SIGKILL');
      await sleeper.end(5_000);
    }
  });
});

describeUnlessMissing(
  'a program on a server of the remote protocol',
  chromiumMissing ?? pythonMissing,
  () => {
    const bench = webBench();
    afterEach(() => bench().closePages());

    it('is attached to by the options of its language, and is shown where it stands', async () => {
      const server = await OwnedProcess.start('python3', [script, '--port', '0', program]);
      try {
        const printed = new OutputText();
        server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
        server.stdout.on('close', () => printed.end());
        const [, port = ''] = await printed.waitFor(/127\.0\.0\.1:(\d+)/, 20_000);
        const page = await bench().open();
        const form = page.section('Attach');
        await form.getByRole('radio', { name: 'Remote' }).check();
        expect(await form.getByRole('button', { name: 'Attach' }).isDisabled()).toBe(true);
        await form.getByRole('textbox', { name: 'port' }).fill(port);
        await form.getByRole('button', { name: 'Attach' }).click();
        await page.says(/main\.tiny:26/);
      } finally {
        server.kill('SIGKILL');
        await server.end(5_000);
      }
    });
  },
);
