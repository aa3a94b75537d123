// The names that a piece of a tree mentions, whatever they mean there: enough to order what depends on what.

export function mentionedNames(tree: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(tree)) for (const part of tree) mentionedNames(part, found);
  else if (tree !== null && typeof tree === 'object') {
    if ('kind' in tree && tree.kind === 'name' && 'name' in tree && typeof tree.name === 'string')
      found.add(tree.name);
    for (const [key, part] of Object.entries(tree)) if (key !== 'at') mentionedNames(part, found);
  }
  return found;
}
