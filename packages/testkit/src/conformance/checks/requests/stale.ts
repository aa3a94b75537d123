// Checks of handles from an earlier stop: they show nothing, or what is true now, but never what was true then.
import type { Scope, ScopesResponseBody } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { ask } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { childrenOf, during, scopesOf } from '../../looking.js';
import { stoppedAnew } from '../motion/jumps.js';
import type { Subject } from '../../subject.js';

const reference = { in: 'overview', page: 'Lifetime of Objects References' } as const;

/*
 * Adapters may count their handles from 1 again after each stop, or keep those of a frame that is still there. So an
 * answer is no fault in itself: it is one when it shows other values than a client gets that asks for everything anew.
 */
export const staleChecks: readonly Check[] = [
  {
    id: 'requests/stale-reference',
    title: 'A variables reference of an earlier stop does not show what was then',
    reference,
    why: 'A view that is a moment late shows old values as if they were those of now.',
    async run(subject) {
      const { client, scopes } = await movedOn(subject);
      const shown = await readAll(client, scopes);
      await expectCurrent(client, shown, '`variables` of a reference from before the program went on');
    },
  },
  {
    id: 'requests/stale-frame',
    title: 'A frame id of an earlier stop does not show what was then',
    reference,
    why: 'A view that is a moment late shows old values as if they were those of now.',
    async run(subject) {
      const { client, frameId } = await movedOn(subject);
      const { success, body } = await ask(client, 'scopes', { frameId });
      const { scopes } = success ? (body as ScopesResponseBody) : { scopes: [] };
      const shown = await readAll(client, cheap(scopes));
      await expectCurrent(client, shown, '`scopes` of a frame from before the program went on');
    },
  },
  {
    id: 'requests/stale-after-restart',
    title: 'A variables reference of the program before a restart does not show its values',
    reference,
    why: 'Values of a program that is gone are shown as if they were those of the new one.',
    needs: [{ capability: 'supportsRestartRequest' }, { section: 'loop' }],
    async run(subject) {
      const { at } = subject.section('loop');
      // In the second turn, so that the values of the new program, in its first turn, are others.
      const { client, threadId } = await stoppedAt(subject);
      await client.continue(threadId);
      const scopes = await scopesThatWereRead(client);
      const sent = await during('`restart`', client.restart({ arguments: subject.launchArguments('loop') }));
      const configure = (): Promise<unknown> => client.setBreakpoints(subject.source('loop'), [at]);
      await during('after `restart`', stoppedAnew(client, sent, configure));
      const shown = await readAll(client, scopes);
      await expectCurrent(client, shown, '`variables` of a reference from before the restart');
    },
  },
];

interface MovedOn {
  readonly client: TestClient;
  /** Of the stop before. */
  readonly frameId: number;
  readonly scopes: readonly Scope[];
}

/** In a loop, where the same frame stops again with other values; without one, a step further. */
async function movedOn(subject: Subject): Promise<MovedOn> {
  const { client, threadId } = await stoppedAt(subject);
  const { id: frameId } = await client.topFrame(threadId);
  const scopes = await scopesThatWereRead(client);
  if (subject.profile.loop === undefined) await client.next({ threadId });
  else await client.continue(threadId);
  return { client, frameId, scopes };
}

async function stoppedAt(
  subject: Subject,
): Promise<{ readonly client: TestClient; readonly threadId: number }> {
  const section = subject.profile.loop === undefined ? 'stop' : 'loop';
  const { client, stop } = await subject.stoppedAt(subject.section(section).at, section, {
    staleHandles: 'allow',
  });
  return { client, threadId: stop.threadId };
}

/** An adapter that keeps what it has read is given something to keep. */
async function scopesThatWereRead(client: TestClient): Promise<readonly Scope[]> {
  const scopes = cheap(await scopesOf(client, await client.topFrame()));
  const read = await readAll(client, scopes);
  if (read.size === 0) throw new CheckSkipped('no scope of the frame has variables');
  return scopes;
}

const cheap = (scopes: readonly Scope[]): readonly Scope[] => scopes.filter(({ expensive }) => !expensive);

/** The values of all variables, by the name of their scope and their own; what is refused shows nothing. */
async function readAll(client: TestClient, scopes: readonly Scope[]): Promise<ReadonlyMap<string, string>> {
  const shown = new Map<string, string>();
  for (const scope of scopes)
    for (const { name, value } of await childrenOf(client, scope.variablesReference))
      shown.set(`${scope.name}: ${name}`, value);
  return shown;
}

async function expectCurrent(
  client: TestClient,
  shown: ReadonlyMap<string, string>,
  what: string,
): Promise<void> {
  if (shown.size === 0) return;
  const now = await readAll(client, cheap(await scopesOf(client, await client.topFrame())));
  const [stale] = [...shown].filter(([name, value]) => now.get(name) !== value);
  expectThat(
    stale === undefined,
    `${what} was answered, and shows ${stale?.[0] ?? ''} = ${stale?.[1] ?? ''}; ` +
      `asked for anew it is ${now.get(stale?.[0] ?? '') ?? 'not there'}`,
  );
}
