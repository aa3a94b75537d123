// Elements of containers that have no numbers have paths all the same, which lead to the same values and call nothing.

import { fileURLToPath } from 'node:url';
import type { Shown } from '@sonde/lens';
import { describe, expect, it } from 'vitest';
import { llvmLibrary } from './llvm-library.js';
import { toolsMissing, usePrograms } from './programs.js';

const program = fileURLToPath(new URL('../../src/test/fixtures/elements.cpp', import.meta.url));

/** Every path, in the order of the elements; those of hash tables have none that can be relied on. */
const wanted = {
  stock: ['stock.at("a")', 'stock.at("b c")'],
  numbers: ['numbers.at(-3)', 'numbers.at(4)'],
  colors: ['std::next(colors.begin(), 0)->second', 'std::next(colors.begin(), 1)->second'],
  odd: [
    ...['odd.at("")', 'std::next(odd.begin(), 1)->second', 'std::next(odd.begin(), 2)->second'],
    ...['odd.at("é")'],
  ],
  several: ['std::next(several.begin(), 0)->second', 'std::next(several.begin(), 1)->second'],
  deep: ['deep.at(1)'],
  names: ['*std::next(names.begin(), 0)', '*std::next(names.begin(), 1)'],
  same: ['*std::next(same.begin(), 0)', '*std::next(same.begin(), 1)'],
  items: ['*std::next(items.begin(), 0)', '*std::next(items.begin(), 1)'],
  chain: ['*std::next(chain.begin(), 0)', '*std::next(chain.begin(), 1)'],
  row: ['std::get<0>(row)', 'std::get<1>(row)', 'std::get<2>(row)'],
  to_stock: ['(*to_stock).at("a")', '(*to_stock).at("b c")'],
  other: ['other.at(-3)', 'other.at(4)'],
  shared: ['(*shared).at(1)', '(*shared).at(2)'],
  only: ['(*only).at("k")'],
  shared_row: ['(*shared_row)[0]', '(*shared_row)[1]'],
  only_names: ['*std::next((*only_names).begin(), 0)'],
};

const isElement = ({ name }: Shown): boolean => name !== '[raw]';

describe.skipIf(toolsMissing)('elements of containers without numbers', () => {
  const { shownAt } = usePrograms();

  it.each([["GNU's", []] as const, ...(llvmLibrary ? [["LLVM's", llvmLibrary] as const] : [])])(
    'are found by their paths in %s library',
    async (_, cflags) => {
      const sight = await shownAt(program, 'look', { extra: { cflags } });
      const elementsOf = async (shown: Shown): Promise<readonly Shown[]> =>
        (await sight.expand(shown)).filter(isElement);
      const isSame = async ({ path, text }: Shown): Promise<void> =>
        expect([path, await sight.text(await sight.evaluate(path!))]).toEqual([path, text]);
      for (const [name, paths] of Object.entries(wanted)) {
        const elements = await elementsOf(await sight.show(name));
        expect(elements.map(({ path }) => path)).toEqual(paths);
        for (const element of elements) {
          await isSame(element);
          // Members of what is found that way, and entries of another map.
          for (const part of await elementsOf(element)) if (part.path !== undefined) await isSame(part);
        }
      }
      for (const name of ['table', 'letters', 'hashed']) {
        const elements = await elementsOf(await sight.show(name));
        expect(elements).toHaveLength(2);
        for (const element of elements) await isSame(element);
      }
    },
  );

  it('that are not there are said to be missing', async () => {
    const { evaluate } = await shownAt(program, 'look', { extra: { cflags: [] } });
    await expect(evaluate('stock.at("zz")')).rejects.toThrow('there is no entry with the key "zz".');
    await expect(evaluate('numbers.at(5)')).rejects.toThrow('there is no entry with the key 5.');
    await expect(evaluate('*std::next(names.begin(), 2)')).rejects.toThrow('there is no such element.');
  });
});
