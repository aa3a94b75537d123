// A type in few characters: what it begins with, and what it ends with, such as a length.

export function shortType(type: string, most: number): string {
  if (type.length <= most) return type;
  const inner = withoutArguments(type);
  if (inner.length <= most) return inner;
  const end = /(\s*(\[[^\]]*\]|[*&])+)$/.exec(inner)?.[0] ?? '';
  const tail = end.length < most / 2 ? end : '';
  return `${inner.slice(0, most - tail.length - 1)}…${tail}`;
}

/** What stands in angle brackets is the longest part and says the least. */
function withoutArguments(type: string): string {
  const begin = type.indexOf('<');
  const end = type.lastIndexOf('>');
  return begin > 0 && end > begin ? `${type.slice(0, begin)}<…>${type.slice(end + 1)}` : type;
}
