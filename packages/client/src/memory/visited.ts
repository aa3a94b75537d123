// Places that were visited, as a browser keeps pages: back, forth, and a new one ends the way forth.

export interface Visited<Place> {
  readonly places: readonly Place[];
  readonly at: number;
}

export const nowhere = { places: [], at: -1 } as const;

const mostPlaces = 100;

export function visit<Place>(
  { places, at }: Visited<Place>,
  place: Place,
  same: (a: Place, b: Place) => boolean,
): Visited<Place> {
  const current = places[at];
  if (current !== undefined && same(current, place))
    return { places: places.map((each, index) => (index === at ? place : each)), at };
  const kept = [...places.slice(0, at + 1), place].slice(-mostPlaces);
  return { places: kept, at: kept.length - 1 };
}

export const goBack = <Place>({ places, at }: Visited<Place>): Visited<Place> => ({
  places,
  at: Math.max(Math.min(at, 0), at - 1),
});

export const goForth = <Place>({ places, at }: Visited<Place>): Visited<Place> => ({
  places,
  at: Math.min(places.length - 1, at + 1),
});
