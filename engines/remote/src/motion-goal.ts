// What a motion is after, besides meeting breakpoints.

import type { MotionKind } from '@sonde/engine';
import type { ArmedAddresses, Resolver } from '@sonde/engine/machine';
import { RunToCourse, StepCourse, type Goal, type StepParts } from './step-course.js';

export interface GoalParts extends StepParts {
  readonly addresses: ArmedAddresses;
  readonly resolver: Pick<Resolver, 'runTargets'>;
}

/** Undefined when it just runs. */
export async function goalOf(parts: GoalParts, motion: MotionKind, task: number): Promise<Goal | undefined> {
  switch (motion.kind) {
    case 'continue':
      return undefined;
    case 'step': {
      const { how, granularity, target } = motion;
      const call = target === undefined || how !== 'in' ? {} : { call: target };
      return StepCourse.begin(parts, task, { how, granularity, ...call });
    }
    case 'run-to': {
      return new RunToCourse(parts.addresses, task, runTargets(parts.resolver, motion.location));
    }
    case 'goto':
    case 'restart-frame':
      return undefined;
  }
}

export const runTargets = (
  resolver: Pick<Resolver, 'runTargets'>,
  location: (MotionKind & { readonly kind: 'run-to' })['location'],
): readonly number[] => ('offset' in location ? [Number(location.offset)] : resolver.runTargets(location));
