import { expect, it } from 'vitest';
import { launchFolder, programsIn } from './launch-folder.js';

it('takes the folder of the file that is shown where no launch.json says', () => {
  expect(launchFolder({}, 'A', 'B')).toBe('B');
  expect(launchFolder({ type: '', request: '', name: '' }, 'A', 'B')).toBe('B');
  expect(launchFolder({}, 'A', undefined)).toBe('A');
});

it('takes the folder of the launch.json where there is one', () => {
  const given = { type: 'probe', request: 'launch', name: 'Mine' };
  expect(launchFolder(given, 'A', 'B')).toBe('A');
  expect(launchFolder(given, undefined, 'B')).toBe('B');
  expect(launchFolder(given, undefined, undefined)).toBeUndefined();
});

it('finds the programs of all folders, those of the one that counts first', async () => {
  const search = (folder: string) => Promise.resolve(folder === 'A' ? [] : [`${folder}/p`, 'shared/p']);
  expect(await programsIn('C', ['A', 'B', 'C'], search)).toEqual(['C/p', 'shared/p', 'B/p']);
  expect(await programsIn(undefined, ['A', 'B'], search)).toEqual(['B/p', 'shared/p']);
  expect(await programsIn<string>(undefined, [], search)).toEqual([]);
});
