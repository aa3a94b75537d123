// `npm run docs`: checks that the documents tell the truth about links, commands, dependencies and decisions.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDecisions } from './lib/decision-rules.mjs';
import { checkCommands, checkDependencyTable, checkIndex, checkLinks } from './lib/doc-rules.mjs';
import { reportFindings } from './lib/findings.mjs';
import { listFiles, listWorkspaces, readJson, root } from './lib/repository.mjs';

export function checkDocs(base) {
  const manifest = readJson(path.join(base, 'package.json'));
  const documents = listFiles(base, '.').filter(file => file.endsWith('.md'));
  const manifests = [manifest, ...listWorkspaces(base).map(workspace => workspace.manifest)];
  return [
    ...documents.flatMap(file => [...checkLinks(base, file), ...checkCommands(base, file, manifest)]),
    ...checkDependencyTable(base, 'docs/dependencies.md', manifests),
    ...checkIndex(base, 'docs/README.md', documents),
    ...checkDecisions(base, 'docs/decisions', documents),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = reportFindings('docs', checkDocs(root));
}
