// Numbers of runtime/inspection.h that both the compiler and the debugger go by; docs/formats/osprey-runtime.md describes them.

export const layoutVersion = 5;

/** `osp_kind`, by number. */
export const kinds = [
  ...(['int', 'float', 'bool', 'Unit', 'string', 'record', 'union', 'Result', 'List', 'Map'] as const),
  ...(['closure', 'Fiber', 'Channel', 'cell', 'list inner', 'list leaf', 'list words'] as const),
  ...(['map node', 'handler', 'region', 'resumption', 'foreign'] as const),
] as const;
export type Kind = (typeof kinds)[number];

/** Types of the program count from here. */
export const firstType = 32;
export const staticRecord = 0xffffffff;

/** The check word of a type's objects: of its name without type arguments. */
export function markOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** What closures are marked with. */
export const closureMark = '->';
