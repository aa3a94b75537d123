// Where the members of types were declared, by the names that values have when the program runs.

import type { SourceLocation } from '@sonde/engine';
import { fieldKey } from '../../runtime/image.js';
import type { LoadedModule } from './loaded-module.js';
import type { SourceTable } from './source-table.js';

/** Types of one name in several modules cannot be told apart by a value, so nothing is said of their members. */
export function fieldPlaces(
  program: readonly LoadedModule[],
  sources: SourceTable,
): ReadonlyMap<string, SourceLocation> {
  const places = new Map<string, SourceLocation>();
  const homes = new Map<string, LoadedModule>();
  const shared = new Set<string>();
  for (const loaded of program)
    for (const { type, name, line, column } of loaded.debug?.fields ?? []) {
      const source = sources.all[sources.ownNumber(loaded)];
      if (source === undefined) continue;
      if ((homes.get(type) ?? loaded) !== loaded) shared.add(type);
      homes.set(type, loaded);
      places.set(fieldKey(type, name), { source, line, column });
    }
  for (const type of shared)
    for (const key of places.keys()) if (key.startsWith(`${type}.`)) places.delete(key);
  return places;
}
