import { expect, it } from 'vitest';
import { goBack, goForth, nowhere, visit, type Visited } from './visited.js';

const same = (a: string, b: string): boolean => a === b;
const through = (...places: string[]): Visited<string> =>
  places.reduce<Visited<string>>((visited, place) => visit(visited, place, same), nowhere);

it('goes back and forth, and no further than there is something', () => {
  const visited = through('a', 'b', 'c');
  expect(visited.at).toBe(2);
  expect(goBack(goBack(goBack(visited))).at).toBe(0);
  expect(goForth(goBack(visited)).at).toBe(2);
  expect(goForth(visited).at).toBe(2);
  expect(goBack<string>(nowhere).at).toBe(-1);
});

it('a new place ends the way forth, the same place is no new one', () => {
  expect(visit(goBack(through('a', 'b')), 'c', same).places).toEqual(['a', 'c']);
  expect(through('a', 'a', 'b').places).toEqual(['a', 'b']);
});

it('forgets the oldest of very many', () => {
  const visited = through(...Array.from({ length: 300 }, (_, index) => `p${index}`));
  expect(visited.places).toHaveLength(100);
  expect(visited.places[visited.at]).toBe('p299');
});
