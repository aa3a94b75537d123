// Markers: names for lines, written in comments of the program under test (`// #bp1`, `# #bp1`, `-- #bp1`).
import { readFileSync } from 'node:fs';

/**
 * A comment that starts with markers: `// #bp1`, or `# #loop #here: what follows is free text`. The comment sign must
 * come first, so that `#include` or a colour in a string is no marker.
 */
const commentWithMarkers = /(?:(?:\/\/+|\/\*+|--|\(\*|<!--)\s*|(?:[;%#]\s+))((?:#[A-Za-z][\w-]*[\s,:]*)+)/g;
const markerName = /#[A-Za-z][\w-]*/g;

/** Every marker of the file with its line, counted from 1; names start with `#`. */
export function markers(file: string): ReadonlyMap<string, number> {
  return markersIn(readFileSync(file, 'utf8'), file);
}

export function markersIn(text: string, name: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    for (const marker of markersOf(line)) {
      const earlier = found.get(marker);
      if (earlier !== undefined) {
        throw new Error(`${name} has marker ${marker} twice, in lines ${earlier} and ${index + 1}`);
      }
      found.set(marker, index + 1);
    }
  });
  return found;
}

/** The line of one marker, counted from 1. */
export function lineOf(file: string, marker: string): number {
  const known = markers(file);
  const line = known.get(marker);
  if (line !== undefined) return line;
  const names = known.size === 0 ? 'it has none' : `it has ${[...known.keys()].join(', ')}`;
  throw new Error(`${file} has no marker ${marker}; ${names}`);
}

const markersOf = (line: string): readonly string[] =>
  [...line.matchAll(commentWithMarkers)].flatMap(([, names]) => names?.match(markerName) ?? []);
