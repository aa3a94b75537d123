// Exceptions: which ones stop the program, and what is known about the one that did.
import { Type } from '@sinclair/typebox';
import {
  closedEnumeration,
  flag,
  int32,
  list,
  optional,
  request,
  required,
  structure,
  text,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Breakpoint } from './breakpoint-types.js';

export const ExceptionBreakMode = closedEnumeration('never', 'always', 'unhandled', 'userUnhandled');
export type ExceptionBreakMode = Infer<typeof ExceptionBreakMode>;

/** A check box that the adapter offers; `filter` is the id that comes back. */
export const ExceptionBreakpointsFilter = structure(
  { filter: text, label: text },
  { description: text, default: flag, supportsCondition: flag, conditionDescription: text },
);
export type ExceptionBreakpointsFilter = Infer<typeof ExceptionBreakpointsFilter>;

export const ExceptionFilterOptions = structure({ filterId: text }, { condition: text, mode: text });
export type ExceptionFilterOptions = Infer<typeof ExceptionFilterOptions>;

/** With `negate` the segment matches every name that is not listed. */
export const ExceptionPathSegment = structure({ names: list(text) }, { negate: flag });
export type ExceptionPathSegment = Infer<typeof ExceptionPathSegment>;

export const ExceptionOptions = structure(
  { breakMode: ExceptionBreakMode },
  { path: list(ExceptionPathSegment) },
);
export type ExceptionOptions = Infer<typeof ExceptionOptions>;

export const ExceptionDetails = Type.Recursive(self =>
  structure(
    {},
    {
      message: text,
      typeName: text,
      fullTypeName: text,
      evaluateName: text,
      stackTrace: text,
      innerException: list(self),
    },
  ),
);
export type ExceptionDetails = Infer<typeof ExceptionDetails>;

/** `filters` and `filterOptions` add up; a filter may stand in both only by mistake. */
export const SetExceptionBreakpointsArguments = structure(
  { filters: list(text) },
  { filterOptions: list(ExceptionFilterOptions), exceptionOptions: list(ExceptionOptions) },
);
export type SetExceptionBreakpointsArguments = Infer<typeof SetExceptionBreakpointsArguments>;

/** In the order: filters, then filterOptions, then exceptionOptions. */
export const SetExceptionBreakpointsResponseBody = structure({}, { breakpoints: list(Breakpoint) });
export type SetExceptionBreakpointsResponseBody = Infer<typeof SetExceptionBreakpointsResponseBody>;

export const ExceptionInfoArguments = structure({ threadId: int32 });
export type ExceptionInfoArguments = Infer<typeof ExceptionInfoArguments>;

export const ExceptionInfoResponseBody = structure(
  { exceptionId: text, breakMode: ExceptionBreakMode },
  { description: text, details: ExceptionDetails },
);
export type ExceptionInfoResponseBody = Infer<typeof ExceptionInfoResponseBody>;

export const exceptionRequests = {
  setExceptionBreakpoints: request(
    required(SetExceptionBreakpointsArguments),
    optional(SetExceptionBreakpointsResponseBody),
  ),
  exceptionInfo: request(required(ExceptionInfoArguments), required(ExceptionInfoResponseBody)),
};
