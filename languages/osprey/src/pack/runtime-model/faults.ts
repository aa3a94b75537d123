// Exception filters: what the runtime tells when something goes wrong (runtime/faults.c).

import type { Fault } from '@sonde/engine-native';
import type { ExceptionFilter } from '@sonde/language';

/** Those that end the program. */
const fatal = { message: [{ argument: 1, as: 'text' }], signalledBy: 'end_with' } as const;

/** `message: left operator right` */
const operation = (as: 'int' | 'float'): Fault['message'] => [
  { argument: 1, as: 'text' },
  ': ',
  { argument: 3, as },
  ' ',
  { argument: 2, as: 'text' },
  ' ',
  { argument: 4, as },
];

export const faults: readonly Fault[] = [
  { filter: 'match', symbol: 'osp_at_no_match', name: 'no match', ...fatal },
  { filter: 'effect', symbol: 'osp_at_unhandled_effect', name: 'unhandled effect', ...fatal },
  { filter: 'resume', symbol: 'osp_at_second_resume', name: 'resumed twice', ...fatal },
  { filter: 'fatal', symbol: 'osp_at_fatal_error', name: 'fatal error', ...fatal },
  {
    filter: 'fatal',
    symbol: 'osp_at_end_of_record',
    name: 'the end of the recording',
    ...fatal,
  },
  {
    filter: 'arithmetic',
    symbol: 'osp_arithmetic_failed',
    name: 'arithmetic error',
    message: operation('int'),
    returns: true,
  },
  {
    filter: 'arithmetic',
    symbol: 'osp_float_arithmetic_failed',
    name: 'arithmetic error',
    message: operation('float'),
    returns: true,
  },
];

const filter = (id: string, label: string, description: string, on = true): ExceptionFilter => ({
  id,
  label,
  description,
  default: on,
  supportsCondition: false,
});

export const faultFilters: readonly ExceptionFilter[] = [
  filter('match', 'Failed matches', 'Stops at a match in which no arm fits.'),
  filter('effect', 'Unhandled effects', 'Stops at a perform that no handler answers.'),
  filter('resume', 'Second resumes', 'Stops where a continuation is resumed that was resumed before.'),
  filter(
    'fatal',
    'Fatal errors',
    'Stops where the program ends with words: a deadlock, a replay that differs from its record, no memory.',
  ),
  filter(
    'arithmetic',
    'Arithmetic errors',
    'Stops at the operator that gives Error(integer overflow) or Error(division by zero).',
    false,
  ),
];
