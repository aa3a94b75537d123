// Where in the source an instruction of a contract comes from.

import type { Meta } from './schema.js';

export interface SourcePlace {
  readonly source: string;
  readonly line: number;
}

/** Undefined for code without a line, as of the runtime. */
export function placeOfOffset(meta: Meta, offset: number): SourcePlace | undefined {
  const info = meta.debug_info;
  const bodies = Object.values(info?.variable_info.functions ?? {}).map(({ body }) => body);
  const body = bodies.find(([from, to]) => offset >= from && offset < to);
  if (info === undefined || info === null || body === undefined) return undefined;
  const { sources, x_twilight: rows } = info.source_map.data;
  const row = rows.stmts.findLast(([at]) => at >= body[0] && at <= offset);
  const source = row === undefined ? undefined : sources[row[1]];
  return row === undefined || source === undefined ? undefined : { source, line: row[2] };
}
