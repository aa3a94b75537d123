import { describe, expect, it } from 'vitest';
import { coverageTable } from './coverage-table.mjs';
import { brief, scratchTree } from './lib/scratch-tree.mjs';

const protocol = {
  elementNames: {
    request: ['goto', 'stepBack'],
    reverse: [],
    event: ['memory'],
    capability: [],
    argument: [],
  },
  languages: [{ id: 'toy', name: 'Toy' }],
  serves: (_, kind, name) => (kind === 'request' ? name !== 'stepBack' : undefined),
};
const file = 'clients/cli/src/test/a.test.ts';
const whole = `
  describe('moving', () => {
    witness(toy, ['request goto', 'event memory'], 'jumps', async () => {});
  });
  witnessRefusal(toy, 'request stepBack', 'no record', 'is refused', async () => {});
`;
const tableOf = text => coverageTable(scratchTree({ [file]: text }), protocol);

describe('the coverage table', () => {
  it('names the language and the test of each element, and the reason of a refusal', () => {
    const { text, findings } = tableOf(whole);
    expect(findings).toEqual([]);
    expect(text).toContain(`| \`goto\` | all | Toy | [moving: jumps](../${file}) |`);
    expect(text).toContain(`| \`stepBack\` | none yet | *refused* | [is refused](../${file}): “no record” |`);
  });

  it('has no gap: an element without a test is a finding', () => {
    const { text, findings } = tableOf("witness(toy, ['request goto'], 'jumps', f);");
    expect(findings.map(({ message }) => message)).toEqual([
      "no test is the witness of 'request stepBack'",
      "no test is the witness of 'event memory'",
    ]);
    expect(text).toContain('| `memory` | all | **none** |  |');
  });

  it('finds names that do not exist', () => {
    const { findings } = tableOf(`${whole}\nwitness(joy, ['request gogo'], 'x', f);`);
    expect(brief(findings)).toEqual([`unknown-claim ${file}:7`, `unknown-claim ${file}:7`]);
  });

  it('finds claims that cannot be read without running them', () => {
    const { findings } = tableOf(`${whole}\nwitness(toy, [...some], 'x', f);\nwitness(toy, [], title, f);`);
    expect(brief(findings)).toEqual([`unreadable-claim ${file}:7`, `unreadable-claim ${file}:8`]);
  });

  it('finds what is refused here and shown there', () => {
    const { findings } = tableOf(`${whole}\nwitness(toy, ['request stepBack'], 'goes back', f);`);
    expect(brief(findings)).toEqual([`refused-and-shown ${file}:5`]);
  });
});
