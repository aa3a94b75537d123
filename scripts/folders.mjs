// `npm run folders`: checks that every folder and every file says what it is and keeps to a readable size.
import { pathToFileURL } from 'node:url';
import { checkFile } from './lib/file-rules.mjs';
import { reportFindings } from './lib/findings.mjs';
import { checkLanguageSkeleton } from './lib/language-skeleton.mjs';
import { checkReadme } from './lib/readme-rules.mjs';
import { layers, listFiles, listWorkspaces, root } from './lib/repository.mjs';

const otherFolders = ['scripts', 'docs', '.ci'];

export function checkFolders(base) {
  const files = [...layers, ...otherFolders].flatMap(folder => listFiles(base, folder));
  return [
    ...listWorkspaces(base).flatMap(workspace => [
      ...checkReadme(base, workspace),
      ...checkLanguageSkeleton(base, workspace, files),
    ]),
    ...files.flatMap(file => checkFile(base, file)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = reportFindings('folders', checkFolders(root));
}
