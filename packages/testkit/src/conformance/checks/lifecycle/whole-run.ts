// A session from its first word to its last, in which the program runs to its end without a stop.
import type { TestClient } from '../../../client.js';
import { answerOrEnd, sendAny } from '../../answers.js';
import type { Subject } from '../../subject.js';

/** The client says goodbye as soon as it hears of the end, as editors do; what has not come by then never will. */
export async function wholeRun(subject: Subject): Promise<TestClient> {
  const client = await subject.launch();
  await client.waitForEnd();
  await sayGoodbye(client);
  return client;
}

/** An adapter that has told the end of the session may hang up without waiting for the goodbye. */
export async function sayGoodbye(client: TestClient): Promise<void> {
  const gone = await Promise.race([client.closed, Promise.resolve(undefined)]);
  if (gone !== undefined) return;
  const answer = await answerOrEnd(client, sendAny(client, 'disconnect', {}), '`disconnect`');
  if (answer === undefined) client.drop();
}
