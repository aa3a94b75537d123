// What a workspace imports and what its package.json and tsconfig.json declare are the same.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';

/** A tsconfig may hold comments; strings are matched so that a `//` in one is none. */
const stringsAndComments = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** `rootManifest` is the package.json of the repository: its devDependencies serve all tests. */
export function checkDeclared(base, workspace, imports, workspaces, rootManifest) {
  return [
    ...importsAreDeclared(workspace, imports, rootManifest),
    ...declarationsAreUsed(workspace, imports),
    ...referencesMatch(base, workspace, imports, workspaces),
  ];
}

/** The build reads the root's references: a workspace that is missing there is never built. */
export function checkRootReferences(base, workspaces) {
  const references = referencesOf(base, '.').map(({ folder }) => folder);
  return workspaces
    .filter(({ folder }) => !references.includes(folder))
    .map(({ folder }) =>
      finding(
        'tsconfig.json',
        undefined,
        'not-built',
        `${folder} is not among the references, so tsc -b leaves it out`,
        `add { "path": "./${folder}" }`,
      ),
    );
}

function importsAreDeclared(workspace, imports, rootManifest) {
  const always = Object.keys({
    ...workspace.manifest.dependencies,
    ...workspace.manifest.peerDependencies,
    // The module that an editor gives its extensions: `engines` says which editor.
    ...workspace.manifest.engines,
  });
  const inTests = [workspace.manifest.devDependencies, rootManifest.devDependencies].flatMap(each =>
    Object.keys(each ?? {}),
  );
  return imports
    .filter(({ name }) => name !== undefined && name !== workspace.manifest.name)
    .filter(({ name, test }) => !always.includes(name) && !(test && inTests.includes(name)))
    .map(({ file, line, name, test }) =>
      finding(
        file,
        line,
        'undeclared-dependency',
        `${name} is not declared by ${workspace.folder}`,
        `add it to "${test ? 'devDependencies' : 'dependencies'}" in ${workspace.folder}/package.json, then npm install`,
      ),
    );
}

function declarationsAreUsed(workspace, imports) {
  const declared = { ...workspace.manifest.dependencies, ...workspace.manifest.devDependencies };
  return Object.keys(declared)
    .filter(name => !name.startsWith('@types/') && !imports.some(each => each.name === name))
    .map(name =>
      finding(
        `${workspace.folder}/package.json`,
        undefined,
        'unused-dependency',
        `${name} is declared and never imported`,
        'remove it, then npm install',
      ),
    );
}

function referencesMatch(base, workspace, imports, workspaces) {
  const file = `${workspace.folder}/tsconfig.json`;
  if (!existsSync(path.join(base, file))) {
    return [finding(file, undefined, 'no-tsconfig', 'is missing', 'copy that of another workspace')];
  }
  const references = referencesOf(base, workspace.folder);
  const imported = workspaces.filter(
    other => other !== workspace && imports.some(({ name }) => name === other.manifest.name),
  );
  const missing = imported
    .filter(({ folder }) => !references.some(each => each.folder === folder))
    .map(({ folder, manifest }) =>
      finding(
        file,
        undefined,
        'missing-reference',
        `${manifest.name} is imported but not referenced, so tsc -b may build it too late`,
        `add { "path": "../../${folder}" } to "references"`,
      ),
    );
  const unused = references
    .filter(each => !imported.some(({ folder }) => folder === each.folder))
    .map(({ folder }) =>
      finding(file, undefined, 'unused-reference', `${folder} is referenced and never imported`, 'remove it'),
    );
  return [...missing, ...unused];
}

function referencesOf(base, folder) {
  const file = path.join(base, folder, 'tsconfig.json');
  if (!existsSync(file)) return [];
  const { references } = JSON.parse(readFileSync(file, 'utf8').replace(stringsAndComments, '$1'));
  return (references ?? []).map(each => ({
    folder: path.posix.normalize(path.posix.join(folder, each.path)).replace(/\/$/, ''),
  }));
}
