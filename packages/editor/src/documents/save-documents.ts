// Documents with changes before a launch: saved, asked about, or a reason not to start. What is debugged is what is shown.

import { EditorFailure } from '../editor-failure.js';
import type { EditorDocument, EditorMessages } from '../editor-ui.js';

export type SavePolicy = 'save' | 'ask' | 'reject';

export type SaveOutcome =
  | { readonly kind: 'ready'; readonly saved: readonly string[] }
  /** The user would rather not start. */
  | { readonly kind: 'cancelled' };

export const saveAndStart = 'Save and start';

const namesOf = (documents: readonly EditorDocument[]): string =>
  documents.map(({ path }) => path.split(/[\\/]/).at(-1) ?? path).join(', ');

/** `documents` are those that matter for the launch; clean ones are passed over. */
export async function saveOrReject(
  documents: readonly EditorDocument[],
  policy: SavePolicy,
  messages: Pick<EditorMessages, 'ask'>,
): Promise<SaveOutcome> {
  const dirty = documents.filter(({ isDirty, isUntitled }) => isDirty || isUntitled);
  if (dirty.length === 0) return { kind: 'ready', saved: [] };
  const names = namesOf(dirty);
  const have = dirty.length === 1 ? 'has changes that are not saved' : 'have changes that are not saved';
  if (policy === 'reject') {
    throw new EditorFailure(`${names} ${have}: what would be debugged is not what you see.`, {
      next: 'Save, and start again.',
    });
  }
  if (policy === 'ask') {
    const answer = await messages.ask(`${names} ${have}.`, [saveAndStart]);
    if (answer !== saveAndStart) return { kind: 'cancelled' };
  }
  const failed: EditorDocument[] = [];
  // One after the other: an editor may ask where to put a new file.
  for (const document of dirty) if (!(await document.save())) failed.push(document);
  if (failed.length === 0) return { kind: 'ready', saved: dirty.map(({ path }) => path) };
  throw new EditorFailure(`${namesOf(failed)} could not be saved, so nothing was started.`, {
    next: 'Save it by hand, and start again.',
  });
}
