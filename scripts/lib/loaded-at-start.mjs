// For the bundler: what a command loads whenever it starts goes into one file, because to find, open and link each of a hundred
// files takes a tenth of the start.

/**
 * Of entries, by path: a plugin of rolldown that learns what imports what, and the name of the file that a module belongs into,
 * null where the bundler decides. An entry that does nothing but load the rest (`await import()`) counts with what it loads.
 */
export function loadedAtStart(entries) {
  const modules = new Map();
  let groups;

  const reach = (starts, found = new Set()) => {
    const waiting = [...starts];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id) || !modules.has(id)) continue;
      found.add(id);
      waiting.push(...modules.get(id).importedIds);
    }
    return found;
  };

  const makeGroups = () => {
    const members = new Map();
    entries.forEach((entry, number) => {
      const atOnce = reach([entry]);
      // Apart from the entry's own: that waits for them, and a file cannot wait for itself.
      const next = reach(modules.get(entry)?.dynamicallyImportedIds ?? []);
      for (const id of next) if (!atOnce.has(id)) members.set(id, `${members.get(id) ?? 'start'}-${number}`);
    });
    return members;
  };

  return {
    plugin: {
      name: 'loaded-at-start',
      moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) => {
        modules.set(id, { importedIds, dynamicallyImportedIds });
      },
    },
    groupOf(id) {
      groups ??= makeGroups();
      return groups.get(id) ?? null;
    },
  };
}
