// `npm run extension`: builds the VS Code extension as one .vsix file from what is built.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { sizeOf, writeExtension } from './lib/extension-parts.mjs';
import { note } from './lib/progress.mjs';
import { vsixFile } from './lib/setup.mjs';

const mostMegabytes = 10;

const target = path.resolve(process.argv[2] ?? vsixFile());
// The folder as it is packed stays beside the file: tests and curious people look into it.
const stage = path.join(path.dirname(target), 'stage');
mkdirSync(path.dirname(target), { recursive: true });
await writeExtension(stage);
await createVSIX({
  cwd: stage,
  packagePath: target,
  dependencies: false,
  allowMissingRepository: true,
  skipLicense: true,
});
const megabytes = sizeOf(target) / 1e6;
note(`${path.relative(process.cwd(), target)}: ${megabytes.toFixed(1)} MB`);
if (megabytes > mostMegabytes) {
  note(`That is more than ${mostMegabytes} MB: look at what unzip -lv ${target} lists.`);
  process.exitCode = 1;
}
