// `npm run accept [FILTER ...]`: builds, then runs the tests so that golden transcripts are written instead of compared.
import { requireNode } from './lib/node-version.mjs';
import { note } from './lib/progress.mjs';
import { build, install } from './lib/setup.mjs';
import { runVitest } from './lib/vitest.mjs';

requireNode();
if (!(await install()) || !(await build())) process.exit(1);
const { ok } = await runVitest(process.argv.slice(2), { env: { SONDE_ACCEPT: '1' } });
note("\nRead what changed before you commit it: git diff -- '*/goldens/*'");
process.exitCode = ok ? 0 : 1;
