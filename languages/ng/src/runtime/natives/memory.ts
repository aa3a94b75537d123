// Natives for memory outside the values of the program, and for indices that count from the end.

import { collect, free } from '../drops.js';
import { toI32 } from '../numbers.js';
import { rootsOf } from '../roots.js';
import { FromEnd, Handle, ProgramError } from '../values.js';
import { argument, pure, type Natives } from './native.js';

export const memoryNatives: Natives = {
  nativeMalloc: (processor, args) => {
    processor.refuseEffect();
    const size = toI32(argument('nativeMalloc', args, 0));
    if (size < 0) throw new ProgramError('nativeMalloc() requires a non-negative allocation size');
    processor.outstanding++;
    processor.expectDrops();
    const address = processor.nextAddress;
    processor.nextAddress += size + 16;
    return { value: new Handle({ address, live: true }, true) };
  },
  nativeFree: (processor, args) => {
    processor.refuseEffect();
    const value = argument('nativeFree', args, 0);
    if (value instanceof Handle) free(processor, value);
    return { value: undefined };
  },
  nativeOutstandingAllocations: processor => ({ value: processor.outstanding }),
  gcFree: processor => {
    processor.refuseEffect();
    if (!processor.drops) return { value: undefined };
    return { value: undefined, after: () => collect(processor, rootsOf(processor)) };
  },
  __ng_from_end: pure(args => new FromEnd(toI32(argument('__ng_from_end', args, 0)))),
};
