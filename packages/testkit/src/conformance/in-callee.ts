// A program that stands in a function which another one of its functions called, as the section `steps` describes it.
import { during, expectAt } from './looking.js';
import type { Stopped, Subject } from './subject.js';

/** Arrived by breakpoints alone, so that no step has to work for it. `look` is shown the program before the call. */
export async function stoppedInCallee(
  subject: Subject,
  look?: (calling: Stopped) => Promise<void>,
): Promise<Stopped> {
  const { at, inside } = subject.section('steps');
  const source = subject.source('steps');
  const calling = await subject.stoppedAt(at, 'steps');
  await look?.(calling);
  const { client, stop: before } = calling;
  const places = inside.slice(0, 1);
  await client.setBreakpoints(source, places);
  const after = 'at a breakpoint in the function that the line calls';
  const stop = await during(after, client.continue(before.threadId));
  return { client, stop, frame: await expectAt(subject, client, places, { after, section: 'steps' }) };
}
