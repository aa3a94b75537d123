// Gas by lines of the source, out of what statements cost.

import type { Meta } from './schema.js';

export interface GasLine {
  readonly source: string;
  readonly line: number;
  readonly text: string;
  readonly count: number;
  readonly gas: bigint;
}

/** Statements of one line together, in the order of the source. */
export function gasByLine(
  statements: readonly { readonly offset: number; readonly count: number; readonly gas: bigint }[],
  meta: Meta,
): readonly GasLine[] {
  const { data } = meta.debug_info!.source_map;
  const lines = new Map<string, GasLine>();
  for (const { offset, count, gas } of statements) {
    const [, source = 0, line = 0] = data.x_twilight.stmts.find(([at]) => at === offset) ?? [];
    const name = data.sources[source] ?? '?';
    const known = lines.get(`${name}:${line}`);
    lines.set(`${name}:${line}`, {
      source: name,
      line,
      text: data.sourcesContent[source]?.split('\n')[line - 1]?.trim() ?? '',
      count: Math.max(count, known?.count ?? 0),
      gas: gas + (known?.gas ?? 0n),
    });
  }
  return [...lines.values()].sort((a, b) => a.source.localeCompare(b.source) || a.line - b.line);
}
