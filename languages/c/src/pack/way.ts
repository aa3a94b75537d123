// Ways to parts of a value, as those who show the parts give them to who writes paths: `@.at(5)`.

/** Where the value itself stands. */
export const owner = '@';
