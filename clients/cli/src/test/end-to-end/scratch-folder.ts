// A folder of a test's own, gone with the test.

import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export class ScratchFolder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-test-')));

  constructor() {
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a file and answers with its path. */
  file(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text);
    return path;
  }

  script(name: string, text: string): string {
    const path = this.file(name, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }
}
