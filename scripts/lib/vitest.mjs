// Runs vitest on the built output and reads its counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countsVariable } from './count-reporter.mjs';
import { root } from './repository.mjs';
import { nodeTool } from './setup.mjs';
import { readUse, useVariable } from './test-use.mjs';

/** A hung worker must not hang the gate. */
const limitMinutes = 45;

/**
 * Certificates that the machine adds are for the network, which no test needs. Node 20 reads them at each start of a
 * process, which then takes three times as long, and the tests start thousands.
 */
const withoutCertificates = { NODE_EXTRA_CA_CERTS: undefined };

/**
 * Runs the tests whose path contains one of the filters. Answers what runTool answers and, when vitest came to its
 * end, `counts` as `countTests` gives them; and in `use` what each file took.
 */
export async function runVitest(filters, { args = [], env = {} } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sonde-test-'));
  const file = path.join(folder, 'counts.json');
  const account = path.join(folder, 'use.ndjson');
  try {
    const result = await nodeTool(
      'vitest/vitest.mjs',
      [
        'run',
        // A forgotten `.only` would quietly leave out the rest.
        '--allowOnly=false',
        '--reporter=default',
        `--reporter=${path.join(root, 'scripts/lib/count-reporter.mjs')}`,
        ...args,
        ...filters.map(builtPath),
      ],
      {
        env: { ...withoutCertificates, ...env, [countsVariable]: file, [useVariable]: account },
        show: true,
        limitSeconds: limitMinutes * 60,
      },
    );
    return { ...result, counts: readCounts(file), use: readUse(account, root) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** People name the source; what runs is its built form: `packages/dap/src/framing.test.ts`. */
export const builtPath = filter =>
  filter
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .replace(/^((?:packages|engines|toolchains|languages|clients|examples)\/[^/]+)\/src(?=\/|$)/, '$1/dist')
    .replace(/\.ts$/, '.js');

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest did not come to its end; what it printed says why.
    return undefined;
  }
}
