// Motion: continue, step, go back, jump, pause. A motion is answered when it starts; a `stopped` event tells its end.
import {
  closedEnumeration,
  flag,
  int32,
  list,
  nothing,
  request,
  required,
  structure,
  text,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Source } from './sources.js';

export const SteppingGranularity = closedEnumeration('statement', 'line', 'instruction');
export type SteppingGranularity = Infer<typeof SteppingGranularity>;

export const ContinueArguments = structure({ threadId: int32 }, { singleThread: flag });
export type ContinueArguments = Infer<typeof ContinueArguments>;

/** Absent means true: old clients then take every thread for running. */
export const ContinueResponseBody = structure({}, { allThreadsContinued: flag });
export type ContinueResponseBody = Infer<typeof ContinueResponseBody>;

const stepOptions = { singleThread: flag, granularity: SteppingGranularity };

export const NextArguments = structure({ threadId: int32 }, stepOptions);
export type NextArguments = Infer<typeof NextArguments>;

export const StepInArguments = structure({ threadId: int32 }, { ...stepOptions, targetId: int32 });
export type StepInArguments = Infer<typeof StepInArguments>;

export const StepOutArguments = structure({ threadId: int32 }, stepOptions);
export type StepOutArguments = Infer<typeof StepOutArguments>;

export const StepBackArguments = structure({ threadId: int32 }, stepOptions);
export type StepBackArguments = Infer<typeof StepBackArguments>;

export const ReverseContinueArguments = structure({ threadId: int32 }, { singleThread: flag });
export type ReverseContinueArguments = Infer<typeof ReverseContinueArguments>;

export const RestartFrameArguments = structure({ frameId: int32 });
export type RestartFrameArguments = Infer<typeof RestartFrameArguments>;

export const GotoArguments = structure({ threadId: int32, targetId: int32 });
export type GotoArguments = Infer<typeof GotoArguments>;

export const PauseArguments = structure({ threadId: int32 });
export type PauseArguments = Infer<typeof PauseArguments>;

export const StepInTargetsArguments = structure({ frameId: int32 });
export type StepInTargetsArguments = Infer<typeof StepInTargetsArguments>;

const range = { column: uint53, endLine: uint53, endColumn: uint53 };

export const StepInTarget = structure({ id: int32, label: text }, { line: uint53, ...range });
export type StepInTarget = Infer<typeof StepInTarget>;

export const StepInTargetsResponseBody = structure({ targets: list(StepInTarget) });
export type StepInTargetsResponseBody = Infer<typeof StepInTargetsResponseBody>;

export const GotoTargetsArguments = structure({ source: Source, line: uint53 }, { column: uint53 });
export type GotoTargetsArguments = Infer<typeof GotoTargetsArguments>;

export const GotoTarget = structure(
  { id: int32, label: text, line: uint53 },
  { ...range, instructionPointerReference: text },
);
export type GotoTarget = Infer<typeof GotoTarget>;

export const GotoTargetsResponseBody = structure({ targets: list(GotoTarget) });
export type GotoTargetsResponseBody = Infer<typeof GotoTargetsResponseBody>;

export const executionRequests = {
  continue: request(required(ContinueArguments), required(ContinueResponseBody)),
  next: request(required(NextArguments), nothing),
  stepIn: request(required(StepInArguments), nothing),
  stepOut: request(required(StepOutArguments), nothing),
  stepBack: request(required(StepBackArguments), nothing),
  reverseContinue: request(required(ReverseContinueArguments), nothing),
  restartFrame: request(required(RestartFrameArguments), nothing),
  goto: request(required(GotoArguments), nothing),
  pause: request(required(PauseArguments), nothing),
  stepInTargets: request(required(StepInTargetsArguments), required(StepInTargetsResponseBody)),
  gotoTargets: request(required(GotoTargetsArguments), required(GotoTargetsResponseBody)),
};
