// Examples by language, in the order in which somebody new would take them.
import type { Example, LanguageInfo, StartInfo } from '../page/server-api.js';

export interface ExampleGroup {
  readonly language: LanguageInfo;
  readonly examples: readonly Example[];
}

export const exampleGroups = ({
  languages,
  examples,
}: Pick<StartInfo, 'languages' | 'examples'>): readonly ExampleGroup[] =>
  languages
    .map(language => ({
      language,
      examples: toursFirst(examples.filter(each => each.language === language.id)),
    }))
    .filter(group => group.examples.length > 0);

/** Those with a place worth stopping at come first, and the tour before them all. */
function toursFirst(examples: readonly Example[]): readonly Example[] {
  const rank = ({ name, stopAt }: Example): number =>
    /^tour\b/.test(name) ? 0 : stopAt === undefined ? 2 : 1;
  return examples.toSorted((a, b) => rank(a) - rank(b));
}

/** The language that is shown first: one that can be run. */
export const firstGroup = (groups: readonly ExampleGroup[]): ExampleGroup | undefined =>
  groups.find(({ language }) => language.missing === undefined) ?? groups[0];
