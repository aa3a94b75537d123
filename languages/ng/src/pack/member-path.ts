// How the language writes the way to a member of a value.

import type { ExpressionLanguage } from '@sonde/language';

export const memberPath: NonNullable<ExpressionLanguage['memberPath']> = (parent, child) => {
  if (child === '*') return `(*${parent})`;
  if (typeof child === 'number') return `${parent}[${child}]`;
  return /^[A-Za-z_]\w*$/.test(child) ? `${parent}.${child}` : undefined;
};
