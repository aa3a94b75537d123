import { describe, expect, it } from 'vitest';
import { stubDocument, stubEditor } from '../testing/editor-stubs.js';
import { saveAndStart, saveOrReject } from './save-documents.js';

describe('documents with changes', () => {
  const clean = () => stubDocument('/w/clean.x');
  const dirty = () => stubDocument('/w/dirty.x', { isDirty: true });
  const fresh = () => stubDocument('Untitled-1', { isUntitled: true });

  it('are saved, and clean ones are left alone', async () => {
    const [one, two, three] = [clean(), dirty(), fresh()];
    const editor = stubEditor();
    const outcome = await saveOrReject([one, two, three], 'save', editor.messages);
    expect(outcome).toEqual({ kind: 'ready', saved: ['/w/dirty.x', 'Untitled-1'] });
    expect([one, two, three].map(each => each.saves())).toEqual([0, 1, 1]);
    expect(editor.shown).toEqual([]);
  });

  it('reject the launch by name where the setting says so', async () => {
    const document = dirty();
    await expect(saveOrReject([document], 'reject', stubEditor().messages)).rejects.toThrow(
      'dirty.x has changes that are not saved',
    );
    expect(document.saves()).toBe(0);
    expect(await saveOrReject([clean()], 'reject', stubEditor().messages)).toEqual({
      kind: 'ready',
      saved: [],
    });
  });

  it('are asked about, and nothing starts unless the answer is yes', async () => {
    const [kept, saved] = [dirty(), dirty()];
    expect(await saveOrReject([kept], 'ask', stubEditor().messages)).toEqual({ kind: 'cancelled' });
    expect(kept.saves()).toBe(0);
    const editor = stubEditor([saveAndStart]);
    expect((await saveOrReject([saved, fresh()], 'ask', editor.messages)).kind).toBe('ready');
    expect(editor.shown[0]?.text).toBe('dirty.x, Untitled-1 have changes that are not saved.');
    expect(saved.isDirty).toBe(false);
  });

  it('that cannot be saved stop the launch', async () => {
    const locked = stubDocument('/w/locked.x', { isDirty: true, saves: false });
    await expect(saveOrReject([locked, dirty()], 'save', stubEditor().messages)).rejects.toThrow(
      'locked.x could not be saved, so nothing was started.',
    );
  });
});
