// How many parameters of a function are believed: a damaged file may claim any number, and lists of them are made.

import type { NgoFunction } from './ngo.js';

const mostPlausible = 256;

/** None for a function that claims more than any program has. */
export const plausibleParameters = ({ numParams }: NgoFunction): number =>
  numParams < 0 || numParams > mostPlausible ? 0 : numParams;
