// Names of functions as people write them.

const instancePrefix = '$NG';

/**
 * Instances of generic functions have names made of segments, each behind its length: version, `F`, module, function,
 * number of type arguments, those. They are shown as `pick<i32>`; all other names are what they are.
 */
export function shownName(name: string): string {
  if (!name.startsWith(instancePrefix)) return name;
  const segments = segmentsOf(name.slice(instancePrefix.length));
  const [version, kind, , generic, count, ...types] = segments ?? [];
  if (version !== 'v1' || kind !== 'F' || generic === undefined || Number(count) !== types.length)
    return name;
  return types.length === 0 ? generic : `${generic}<${types.join(', ')}>`;
}

function segmentsOf(text: string): readonly string[] | undefined {
  const segments: string[] = [];
  for (let at = 0; at < text.length;) {
    const colon = text.indexOf(':', at);
    const length = text.slice(at, colon);
    if (colon < 0 || !/^\d{1,6}$/.test(length)) return undefined;
    const end = colon + 1 + Number(length);
    if (end > text.length) return undefined;
    segments.push(text.slice(colon + 1, end));
    at = end;
  }
  return segments;
}
