// Rules about single imports: the layer table, package borders, exports, and what a browser can load.
import { finding } from './findings.mjs';
import { browserParts, mayImport, rowFor } from './layer-table.mjs';

/** `workspaces` are all of them; `imports` belong to `workspace`. */
export function checkImports(workspace, imports, workspaces) {
  const row = rowFor(workspace.folder);
  if (row === undefined) {
    return [
      finding(
        `${workspace.folder}/package.json`,
        undefined,
        'unknown-workspace',
        `${workspace.folder} has no row in the layer table`,
        'add a row to scripts/lib/layer-table.mjs that says what it may import',
      ),
    ];
  }
  return imports.flatMap(each => [
    ...staysInside(workspace, each),
    ...followsTable(row, workspace, each, workspaces),
    ...usesExports(workspace, each, workspaces),
    ...loadsInBrowser(each),
  ]);
}

function staysInside(workspace, { file, line, kind, to, specifier }) {
  if (kind !== 'relative') return [];
  if (!specifier.startsWith('/') && to.startsWith(`${workspace.folder}/`)) return [];
  return [
    finding(
      file,
      line,
      'leaves-workspace',
      `'${specifier}' leaves ${workspace.folder}`,
      'import the other workspace by its package name, or move the file',
    ),
  ];
}

function followsTable(row, workspace, { file, line, name, specifier, test }, workspaces) {
  const target = workspaces.find(({ manifest }) => manifest.name === name);
  if (name === undefined || target === workspace) return [];
  if (target === undefined) {
    if (!name.startsWith('@sonde/')) return [];
    const known = workspaces.map(({ manifest }) => manifest.name).join(', ');
    return [finding(file, line, 'unknown-package', `there is no ${name}`, `import one of ${known}`)];
  }
  if (mayImport(row, target.folder, test)) return [];
  const allowed = row.may.length === 0 ? 'nothing of Sonde' : row.may.join(', ');
  return [
    finding(
      file,
      line,
      'layer',
      `${workspace.folder} may not import ${target.folder} ('${specifier}')`,
      `it may import ${allowed}; move the code to the layer it belongs to, or take what it needs as a parameter`,
    ),
  ];
}

function usesExports(workspace, { file, line, name, subpath, specifier }, workspaces) {
  const target = workspaces.find(({ manifest }) => manifest.name === name);
  if (target === undefined) return [];
  if (target === workspace) {
    return [
      finding(file, line, 'imports-itself', `'${specifier}' is this very package`, 'use a relative import'),
    ];
  }
  const entries = Object.keys(target.manifest.exports ?? {});
  if (entries.includes(subpath)) return [];
  return [
    finding(
      file,
      line,
      'not-exported',
      `${name} does not export '${subpath}'`,
      `use one of ${entries.join(', ')}, or add the entry to "exports" in ${target.folder}/package.json`,
    ),
  ];
}

function loadsInBrowser({ file, line, kind, to, specifier, test }) {
  const part = browserParts.find(({ folder, except }) => inside(file, folder) && !inside(file, except));
  if (part === undefined || test) return [];
  const nodeOnly = kind === 'node' || specifier === 'ws' || (kind === 'relative' && inside(to, part.except));
  if (!nodeOnly) return [];
  return [
    finding(
      file,
      line,
      'node-in-browser-part',
      `'${specifier}' exists only in Node, and this part is loaded by browsers too`,
      `move what needs it to ${part.except}`,
    ),
  ];
}

const inside = (file, folder) => file.startsWith(`${folder}/`);
