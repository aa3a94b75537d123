// Which parts of a snapshot are exact and which are not, in words; whoever reads only the beginning reads what is not.
import type { KnownSnapshot } from '@sonde/client';
import type { Label } from '@sonde/heap';

export interface TrustPart {
  readonly exactness: Label['exactness'];
  readonly names: readonly string[];
  /** Empty where there is nothing to say, as of what is exact. */
  readonly why: string;
}

export const trustText = ({ exactness, names, why }: TrustPart): string =>
  `${exactness}: ${names.join(', ')}${why === '' ? '' : ` (${why})`}`;

const leastCertainFirst: readonly Label['exactness'][] = ['unavailable', 'approximate', 'exact'];

export function trustParts({
  labels,
  retained,
}: Pick<KnownSnapshot['overview'], 'labels' | 'retained'>): readonly TrustPart[] {
  const parts: readonly (readonly [string, Label])[] = [
    ['objects', labels.nodes],
    ['references', labels.edges],
    ['roots', labels.roots],
    ['sizes', labels.sizes],
  ];
  // What is kept follows from all of them: reasons that stand there already are not told again.
  const told = new Set(parts.flatMap(([, label]) => reasonsOf(label)));
  const isTold =
    retained.exactness === 'approximate' &&
    reasonsOf(retained).every(each => told.has(each)) &&
    !parts.some(([, { why }]) => why === retained.why);
  const kept: Label = isTold ? { exactness: 'approximate', why: 'for these reasons' } : retained;
  const named = [...parts, ['what is kept', kept] as const];
  return leastCertainFirst.flatMap(exactness => {
    // Reasons that several share are told once; why something is exact is not told.
    const byReason = new Map<string, string[]>();
    for (const [name, label] of named) {
      if (label.exactness !== exactness) continue;
      const why = exactness === 'exact' ? '' : (label.why ?? '');
      byReason.set(why, [...(byReason.get(why) ?? []), name]);
    }
    return [...byReason].map(([why, names]) => ({ exactness, names, why }));
  });
}

const reasonsOf = ({ why }: Label): readonly string[] => why?.split('; ') ?? [];

/** Without the reasons: one part for each degree. */
export const inShort = (parts: readonly TrustPart[]): readonly TrustPart[] =>
  leastCertainFirst.flatMap(exactness => {
    const names = parts.filter(part => part.exactness === exactness).flatMap(part => part.names);
    return names.length === 0 ? [] : [{ exactness, names, why: '' }];
  });
