// `npm run extension-manifest`: writes the contributions of the VS Code extension from the language packs; with --check it only
// says whether they are true.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifestPart } from './lib/extension-parts.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { nodeTool } from './lib/setup.mjs';

export const manifestFile = path.join(root, 'clients/vscode/package.json');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const part = await manifestPart();
  // As data: how it is laid out is for the formatter.
  const isTrue = Object.keys(part).every(key => JSON.stringify(manifest[key]) === JSON.stringify(part[key]));
  if (process.argv.includes('--check')) {
    note(
      isTrue
        ? 'extension manifest: in order'
        : 'clients/vscode/package.json does not contribute what the language packs say\n    fix: npm run extension-manifest',
    );
    process.exitCode = isTrue ? 0 : 1;
  } else if (!isTrue) {
    writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, ...part }, undefined, 2)}\n`);
    await nodeTool('oxfmt/bin/oxfmt', [manifestFile], { limitSeconds: 60 });
  }
}
