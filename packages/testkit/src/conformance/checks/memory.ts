// Checks of memory and machine code: what is read is there, what is written is read by the program.
import type { Check } from '../check.js';
import { disassemblyChecks } from './memory/disassembly.js';
import { bytesChecks } from './memory/bytes.js';

export const memoryChecks: readonly Check[] = [...bytesChecks, ...disassemblyChecks];
