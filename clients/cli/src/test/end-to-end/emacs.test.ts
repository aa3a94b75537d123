// A client that is not ours, as its users run it: dap-mode in Emacs, set up with the lines that docs/editors/emacs.md gives.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { fixture, sondeScript, tcpServer } from './fixtures.js';

const program = fixture('scenario.ng');
const quiet = [
  '--batch',
  '--no-init-file',
  // Compilers that go on in the background would outlive the test.
  '--eval',
  '(setq native-comp-deferred-compilation nil)',
  '--eval',
  '(package-initialize)',
];

/** What of Emacs is not there; probed once, because each start takes half a second. */
function missing(): string | undefined {
  const probe = spawnSync('emacs', [...quiet, '--eval', "(require 'dap-mode)"], { timeout: 30_000 });
  if (probe.error !== undefined) return 'Emacs is not installed: apt-get install emacs-nox elpa-dap-mode';
  return probe.status === 0 ? undefined : 'Emacs has no dap-mode: apt-get install elpa-dap-mode';
}

/** The lines that the document tells people to put into their init file. */
function setUpLines(): string {
  const text = readFileSync(join(repositoryRoot() ?? '', 'docs/editors/emacs.md'), 'utf8');
  const lines = /^```elisp\n([^]*?)^```/m.exec(text)?.[1];
  if (lines === undefined) throw new Error('docs/editors/emacs.md has no block of Emacs Lisp');
  return lines;
}

/** A home of its own, with the command on the PATH; the answer is what the session printed. */
async function debugInEmacs(port?: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sonde-emacs-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  symlinkSync(sondeScript, join(home, 'sonde'));
  writeFileSync(join(home, 'init.el'), setUpLines());
  const call = `(session-run ${JSON.stringify(program)}${port === undefined ? '' : ` ${port}`})`;
  const { stdout } = await promisify(execFile)(
    'emacs',
    [...quiet, '-l', join(home, 'init.el'), '-l', fixture('emacs-session.el'), '--eval', call],
    {
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        PATH: `${home}${delimiter}${process.env['PATH'] ?? ''}`,
      },
      timeout: 60_000,
    },
  );
  return stdout;
}

/** Stepping out ends in the middle of the line of the call, so that its assignment is still to come. */
const transcript = `\
stopped in main, line 12, cursor in line 12
stack: main
variables: x = 2, total = 0
stopped in add, line 4, cursor in line 4
a + b is 12
stopped in main, line 12, cursor in line 12
stopped in main, line 13, cursor in line 13
variables: x = 2, total = 12
printed: total, 27
`;

describeUnlessMissing('dap-mode in Emacs debugs an NG program', missing(), () => {
  const server = tcpServer();

  it('over the standard streams of sonde dap', { timeout: 90_000 }, async () => {
    expect(await debugInEmacs()).toBe(transcript);
  });

  it('over a port', { timeout: 90_000 }, async () => {
    expect(await debugInEmacs((await server()).port)).toBe(transcript);
  });
});
