// `npm run layers`: checks who imports whom, what is declared, and that no language is named where it must not be.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCycles } from './lib/cycles.mjs';
import { checkDeclared, checkRootReferences } from './lib/declared-dependencies.mjs';
import { reportFindings } from './lib/findings.mjs';
import { checkImports } from './lib/import-rules.mjs';
import { importsOf } from './lib/imports.mjs';
import { checkLanguageNames } from './lib/language-names.mjs';
import { checkLanguageSigns } from './lib/language-signs.mjs';
import { listWorkspaces, readJson, root } from './lib/repository.mjs';

export function checkLayers(base) {
  const workspaces = listWorkspaces(base);
  const rootManifest = readJson(path.join(base, 'package.json'));
  const importsByWorkspace = workspaces.map(workspace => [workspace, importsOf(base, workspace)]);
  return [
    ...importsByWorkspace.flatMap(([workspace, imports]) => [
      ...checkImports(workspace, imports, workspaces),
      ...checkDeclared(base, workspace, imports, workspaces, rootManifest),
    ]),
    ...checkRootReferences(base, workspaces),
    ...checkCycles(importsByWorkspace, workspaces),
    ...checkLanguageNames(base, workspaces),
    ...checkLanguageSigns(base, workspaces),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = reportFindings('layers', checkLayers(root));
}
