import { expect, it } from 'vitest';
import { TermsEdit, type Terms } from './terms-edit.js';

/** What is set, as one breakpoint after the other was sent. */
function editOf(known: Terms | undefined): { readonly edit: TermsEdit; readonly set: (Terms | undefined)[] } {
  const set: (Terms | undefined)[] = [];
  const edit = new TermsEdit({
    known,
    save: async terms => {
      set.push(terms);
      return terms.condition === 'wrong'
        ? { verified: false, reason: 'failed', message: 'Why.' }
        : { verified: true };
    },
    remove: async () => void set.push(undefined),
  });
  return { edit, set };
}

it('a breakpoint whose new terms were refused is as before when the dialog is cancelled', async () => {
  const { edit, set } = editOf({ condition: 'n > 1' });
  expect(await edit.apply({ condition: 'wrong' })).toBe('Why.');
  await edit.cancel();
  expect(set).toEqual([{ condition: 'wrong' }, { condition: 'n > 1' }]);
});

it('one that was not there before is gone again', async () => {
  const { edit, set } = editOf(undefined);
  await edit.apply({ condition: 'wrong' });
  await edit.cancel();
  expect(set.at(-1)).toBeUndefined();
  expect(set).toHaveLength(2);
});

it('nothing is sent where nothing was tried', async () => {
  const { edit, set } = editOf({ condition: 'n > 1' });
  await edit.cancel();
  expect(set).toEqual([]);
  expect(await edit.apply({ condition: 'n > 2' })).toBeUndefined();
});
