// `npm run scoreboard`: runs the conformance suite on every adapter that is here and prints the table; --write puts it into docs/conformance.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { document } from './conformance-docs.mjs';
import { withPart } from './lib/marked-part.mjs';
import { root } from './lib/repository.mjs';

const further = ['examples/vscode-debugadapter/conformance.json'];

const args = process.argv.slice(2);
const own = args.filter(arg => arg !== '--write');
const sonde = path.join(root, 'clients/cli/bin/sonde.js');
const run = spawn(
  process.execPath,
  [sonde, 'conformance', '--scoreboard', ...own, '--', ...further.map(file => path.join(root, file))],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
let text = '';
run.stdout.setEncoding('utf8').on('data', part => (text += part));
// Ctrl+C reaches both; this one waits for the other to clean up.
process.on('SIGINT', () => undefined);
const [code] = await once(run, 'close');
if (code !== 0) process.exit(code ?? 1);
if (args.includes('--write'))
  writeFileSync(document, withPart(readFileSync(document, 'utf8'), 'scoreboard', text));
else process.stdout.write(text);
