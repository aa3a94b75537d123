// Import cycles between workspaces, and between the folders below one `src`.
//
// Files of one folder may know each other: they are one subject. Files directly in `src` join the folders together
// (the entry, shared types), so they take no part either. Between two folders their subfolders count one by one, because
// a language's `toolchain/` holds parts that its `runtime/` is built on (file formats) and parts that are built on it
// (the linker).
import { finding } from './findings.mjs';

/** `importsByWorkspace`: a list of `[workspace, imports]`. */
export function checkCycles(importsByWorkspace, workspaces) {
  return [
    ...findCycles(workspaceEdges(importsByWorkspace, workspaces)),
    ...importsByWorkspace.flatMap(([, imports]) => findCycles(folderEdges(imports))),
  ].map(({ nodes, edge }) =>
    finding(
      edge.file,
      edge.line,
      'cycle',
      `${[...nodes, nodes[0]].join(' → ')}`,
      'move what both need into a place below both, or let one take the other as a parameter',
    ),
  );
}

function workspaceEdges(importsByWorkspace, workspaces) {
  return importsByWorkspace.flatMap(([workspace, imports]) =>
    imports.flatMap(({ name, file, line }) => {
      const target = workspaces.find(({ manifest }) => manifest.name === name);
      if (target === undefined || target === workspace) return [];
      return [{ from: workspace.folder, to: target.folder, file, line }];
    }),
  );
}

function folderEdges(imports) {
  return imports.flatMap(({ kind, file, to, line, test }) => {
    if (kind !== 'relative' || test) return [];
    const [from, target] = [folderBelowSource(file), folderBelowSource(to)];
    if (from === undefined || target === undefined || subject(from) === subject(target)) return [];
    return [{ from, to: target, file, line }];
  });
}

const subject = folder => folder.split('/').slice(0, 4).join('/');
const folderBelowSource = file => /^([^/]+\/[^/]+\/src\/[^/]+(?:\/[^/]+)?)\//.exec(file)?.[1];

/** Each cycle once, with the edge that closes it. */
function findCycles(edges) {
  const next = new Map();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge]);
  const found = new Map();
  const done = new Set();
  const visit = (node, path) => {
    for (const edge of next.get(node) ?? []) {
      const start = [...path, node].indexOf(edge.to);
      if (start >= 0) {
        const nodes = [...path, node].slice(start);
        const key = [...nodes].sort().join(' ');
        if (!found.has(key)) found.set(key, { nodes, edge });
      } else if (!done.has(edge.to)) {
        visit(edge.to, [...path, node]);
      }
    }
    done.add(node);
  };
  for (const node of [...next.keys()].sort()) if (!done.has(node)) visit(node, []);
  return [...found.values()];
}
