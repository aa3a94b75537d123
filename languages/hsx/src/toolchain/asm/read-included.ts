// Reads a file that an `.include` names, as a C compiler reads what it includes.

export { readFromDisk as readIncluded } from '@sonde/built-in-clang';
