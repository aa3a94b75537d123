// Debug information that is cut off or damaged: told, never a crash, a hang or a flood.

import { readDwarf, type DwarfData } from '@sonde/dwarf';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { codeOf, compiled, debugSections, moduleOf } from './harness.js';
import { manyTypes } from './programs.js';

const flips = 400;
const cuts = 24;

function check(data: DwarfData, sections: ReadonlyMap<string, Uint8Array>): void {
  const bytes = [...sections.values()].reduce((sum, section) => sum + section.length, 0);
  const made =
    data.lines.length +
    data.sources.length +
    data.types.size +
    data.functions.reduce((sum, { variables, ranges }) => sum + variables.length + ranges.length, 0);
  expect(made).toBeLessThan(1_000_000 + 16 * bytes);
  for (const { section, offset, message } of data.problems) {
    expect(offset).toBeLessThanOrEqual(sections.get(section)?.length ?? 0);
    expect(message).toContain(section);
  }
}

describe.each([
  ['-O0', '-gdwarf-5'],
  ['-O2', '-gdwarf-4'],
  ['-O2', '-gdwarf-5'],
])('debug information of clang %s %s', (...options) => {
  const prepared = async () => {
    const module = moduleOf(await compiled(manyTypes, ...options));
    const { start, end } = codeOf(module);
    return { sections: debugSections(module), code: { start, end } };
  };

  it('is read as far as it goes when a section is cut off', async () => {
    const { sections, code } = await prepared();
    let told = 0;
    for (const [name, bytes] of sections)
      for (let nth = 0; nth < cuts; nth++) {
        const cut = new Map(sections);
        const length = nth < 8 ? nth : Math.floor((bytes.length * nth) / cuts);
        cut.set(name, bytes.slice(0, length));
        const data = readDwarf({ sections: cut, code });
        check(data, cut);
        if (data.problems.length > 0) told++;
      }
    expect(told).toBeGreaterThan(cuts * 2);
  });

  it('is read as far as it makes sense when bytes are others', async () => {
    const { sections, code } = await prepared();
    const random = seededRandom(7);
    const names = [...sections.keys()];
    let told = 0;
    for (let nth = 0; nth < flips; nth++) {
      const name = names[random(names.length)]!;
      const bytes = sections.get(name)!.slice();
      for (let count = 1 + random(3); count > 0; count--)
        bytes[random(bytes.length)] = random(4) === 0 ? 0xff : random(256);
      const spoiled = new Map(sections).set(name, bytes);
      const data = readDwarf({ sections: spoiled, code });
      check(data, spoiled);
      if (data.problems.length > 0) told++;
    }
    expect(told).toBeGreaterThan(flips / 20);
  });
});
