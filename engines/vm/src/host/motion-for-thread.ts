// A motion as the VM thread takes it.

import {
  notSupported,
  type Address,
  type EngineTraits,
  type Motion,
  type SourceLocation,
} from '@sonde/engine';
import type { Resolver } from '@sonde/engine/machine';
import type { WorkerMotion } from '../messages.js';

export function motionForThread(
  { motion }: Motion,
  traits: EngineTraits,
  resolver: Pick<Resolver, 'runTargets'>,
): WorkerMotion {
  switch (motion.kind) {
    case 'continue':
      return motion;
    case 'step':
      return stepForThread(motion);
    case 'run-to':
      return { kind: 'run-to', addresses: addressesOf(motion.location, resolver) };
    case 'goto':
      if (!traits.goto) throw notSupported('Setting the next statement');
      return { kind: 'goto', address: Number(motion.target.offset) };
    case 'restart-frame':
      if (!traits.restartFrame) throw notSupported('Restarting a frame');
      return motion;
  }
}

const addressesOf = (
  location: SourceLocation | Address,
  resolver: Pick<Resolver, 'runTargets'>,
): readonly number[] => ('offset' in location ? [Number(location.offset)] : resolver.runTargets(location));

/** Targets are known by the address of their call. Over or out of something nothing is stepped into. */
function stepForThread(step: Extract<Motion['motion'], { kind: 'step' }>): WorkerMotion {
  const { how, granularity, target } = step;
  return {
    kind: 'step',
    how,
    granularity,
    ...(target === undefined || how !== 'in' ? {} : { call: target }),
  };
}
