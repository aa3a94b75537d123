// What the manifest is made from; a language pack has it all.

import type { Language } from '@sonde/language';

export type LanguageFacts = Pick<
  Language,
  'id' | 'name' | 'extensions' | 'projectFile' | 'source' | 'editor' | 'launch' | 'attach' | 'native'
>;
