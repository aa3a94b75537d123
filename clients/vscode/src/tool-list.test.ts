import { copyCommand } from '@sonde/editor';
import { stubEditor } from '@sonde/editor/testing';
import { describe, expect, it } from 'vitest';
import { listedTools, missingFailure, showTools, type DoctorReport } from './tool-list.js';

const saw = {
  tool: 'saw',
  purpose: 'cuts boards',
  install: 'get saw',
  problem: 'saw was not found (looked for saw-2, saw).',
};
const drill = { tool: 'drill', purpose: 'drills', found: { path: '/bin/drill', version: 'drill 3' } };
const reports: readonly DoctorReport[] = [
  { language: 'a', name: 'Alpha', tools: [drill, saw] },
  { language: 'b', name: 'Beta', tools: [saw] },
];
const sawLine = '$(error) saw is missing: cuts boards (Alpha, Beta)';
const drillLine = '$(check) drill: /bin/drill, drill 3: drills (Alpha)';

describe('the list of tools', () => {
  it('shows found and missing ones, each once, the missing ones first', async () => {
    const editor = stubEditor();
    await showTools(reports, editor);
    expect(editor.shown).toEqual([
      {
        kind: 'pick',
        text: 'Missing tools: 1 of 2. Choose one to install it',
        actions: [sawLine, drillLine],
        answer: undefined,
      },
    ]);
  });

  it('offers the command that installs the one that is chosen', async () => {
    const editor = stubEditor([sawLine, copyCommand]);
    await showTools(reports, editor);
    expect(editor.shown[1]).toMatchObject({
      kind: 'warning',
      text: 'saw was not found (looked for saw-2, saw). Run: get saw',
    });
    expect(editor.copied).toEqual(['get saw']);
  });

  it('says nothing more about a tool that is there', async () => {
    const editor = stubEditor([drillLine]);
    await showTools([{ language: 'a', name: 'Alpha', tools: [drill] }], editor);
    expect(editor.shown.map(({ text }) => text)).toEqual(['Everything that the languages need is there']);
  });

  it('names the languages where there is no problem to tell', () => {
    const { problem: _, ...plain } = saw;
    const [tool] = listedTools([{ language: 'a', name: 'Alpha', tools: [plain] }]);
    expect(missingFailure(tool!).text).toBe('saw is missing, which cuts boards for Alpha. Run: get saw');
  });
});
