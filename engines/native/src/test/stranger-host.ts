// A process of another user that tries to attach, and prints how that failed.

import { asFailure } from '@sonde/engine';
import { nativeEngine } from '../native.js';

const settings = { processId: Number(process.argv[2]), cwd: '/', stopOnEntry: false, extra: {} };
const refuse = (): never => {
  throw new Error('not asked');
};
const host = { event: () => undefined, decide: refuse, compileCondition: refuse, compileLog: refuse };
try {
  await nativeEngine().attach!(settings, host, new AbortController().signal);
} catch (error) {
  const { code, blame, message, next } = asFailure(error);
  process.stdout.write(`${JSON.stringify({ code, blame, message, next })}\n`);
}
