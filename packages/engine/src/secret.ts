// Comparing secrets.

import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal or not, in a time that does not tell how much of it was right. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
