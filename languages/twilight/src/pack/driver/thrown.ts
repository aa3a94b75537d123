// What a transaction halts for as the debugger tells it: a failure, or an event.

import type { ThrownInfo } from '@sonde/engine';
import { failureText } from '../../toolchain/toolchain.js';

/** A machine that counts instructions speaks of no gas. */
const messageOf = (reason: string, text: string | undefined): string =>
  text === undefined || (reason === 'outOfGas' && !text.includes('gas')) ? words(reason) : failureText(text);

const words = (reason: string): string =>
  ({
    revert: 'the transaction reverts',
    panic: 'the transaction panics',
    outOfGas: 'the gas of the transaction is used up',
    assertion: 'an assertion failed',
    event: 'an event was emitted',
  })[reason] ?? reason;

export const thrownFor = (reason: string, text: string | undefined): ThrownInfo => ({
  name: reason,
  message: messageOf(reason, text),
  caught: false,
});

export const eventThrown = thrownFor('event', undefined);
