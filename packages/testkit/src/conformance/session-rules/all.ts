// All rules of whole sessions, by the name that a check judges by.
import {
  breakpointIdsApart,
  breakpointIdsOwn,
  breakpointsOneForOne,
  noMessageOnSuccess,
  noMoreThanAsked,
  scopeReferencesOwn,
  totalFramesEnough,
} from './answers.js';
import { exitedBeforeTerminated, exitedOnce, nothingBeforeLaunch, outputBeforeTerminated } from './ends.js';
import { announcedOnce, continuedOnce, stoppedOnce, stoppedThreadLives, threadOnce } from './events.js';
import { columnsFromOne, linesFromOne, rangesForward } from './places.js';

export const sessionRules = {
  'stopped-twice': stoppedOnce,
  'continued-twice': continuedOnce,
  'thread-twice': threadOnce,
  'exited-thread': stoppedThreadLives,
  'module-twice': announcedOnce,
  'before-launch': nothingBeforeLaunch,
  'exited-late': exitedBeforeTerminated,
  'exited-twice': exitedOnce,
  'output-late': outputBeforeTerminated,
  'line-zero': linesFromOne,
  'column-zero': columnsFromOne,
  'range-backwards': rangesForward,
  'message-on-success': noMessageOnSuccess,
  'breakpoint-count': breakpointsOneForOne,
  'breakpoint-id-twice': breakpointIdsOwn,
  'breakpoint-id-shared': breakpointIdsApart,
  'total-too-small': totalFramesEnough,
  'more-than-asked': noMoreThanAsked,
  'scope-reference-twice': scopeReferencesOwn,
} as const;

export type SessionRuleName = keyof typeof sessionRules;
