import { expect, it } from 'vitest';
import { EditorFailure } from './editor-failure.js';
import { copyCommand, reportFailure, runCommand } from './report-failure.js';
import { stubEditor } from './testing/editor-stubs.js';

const missing = new EditorFailure('probe was not found.', {
  next: 'Install it.',
  command: 'apt install probe',
});

it('a failure with a command has buttons that copy it and run it', async () => {
  const editor = stubEditor([copyCommand, runCommand]);
  await reportFailure(missing, editor);
  await reportFailure(missing, editor, 'warning');
  await reportFailure(missing, editor);
  expect(editor.shown.map(({ kind }) => kind)).toEqual(['error', 'warning', 'error']);
  expect(editor.shown[0]?.text).toBe('probe was not found. Install it. Run: apt install probe');
  expect([editor.copied, editor.ran]).toEqual([['apt install probe'], ['apt install probe']]);
});

it('any other error is shown as it is', async () => {
  const editor = stubEditor();
  await reportFailure(new Error('odd'), editor);
  await reportFailure('text', editor);
  expect(editor.shown).toMatchObject([
    { text: 'odd', actions: [] },
    { text: 'text', actions: [] },
  ]);
});
