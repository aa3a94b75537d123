// How a node is reached: a launch starts one in this process, an attach finds a transaction of one that runs.

import { Failure } from '@sonde/engine';
import type { RemoteContext, RemoteMachine, RemoteProtocol } from '@sonde/engine-remote';
import { DebugNode } from '../../nova/debug/debug-node.js';
import { MemoryStore } from '../../nova/store/memory-store.js';
import type { Store } from '../../nova/store/store.js';
import { defaultPort, type AttachOptions } from '../launch-options.js';
import type { LaunchPlan } from '../plan.js';
import { DebuggedContract } from './contract.js';
import type { CodeAnswer, StoppedParams, TerminatedParams } from './messages.js';
import { linkInProcess, linkOverTcp, type Notification } from './node-link.js';
import { NovaMachine } from './nova-machine.js';
import { NovaSession } from './nova-session.js';
import { TransactionQueue } from './transaction-queue.js';

async function storeOf(folder: string | undefined): Promise<Store> {
  if (folder === undefined) return new MemoryStore();
  const { LevelStore } = await import('../../nova/store/level-store.js');
  return LevelStore.open(folder, { create: true });
}

async function prepared(node: DebugNode, { accounts, needed, block }: LaunchPlan): Promise<void> {
  const { number, timestamp, interval } = block;
  if ((number ?? timestamp ?? interval) !== undefined)
    await node.chain.begin({
      ...(number === undefined ? {} : { block: number }),
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(interval === undefined ? {} : { interval }),
    });
  for (const { address, name, balance } of accounts)
    await node.chain.fund({ address, name }, BigInt(balance));
  for (const { address, balance } of needed)
    if (node.chain.state.balance(address) < BigInt(balance))
      await node.chain.fund({ address }, BigInt(balance));
}

async function launch(
  plan: LaunchPlan,
  options: { readonly noDebug: boolean; readonly gasSummary: boolean },
  context: RemoteContext,
): Promise<RemoteMachine> {
  const [main] = plan.contracts;
  if (main === undefined) throw new Failure('bad-arguments', 'user', 'there is no contract to run.');
  const contract = new DebuggedContract(main.wasm, main.meta, main.folder);
  const node = new DebugNode(await storeOf(plan.store), { holds: true });
  let machine: NovaMachine | undefined;
  const link = linkInProcess(node, (method, params) => machine?.heard(method, params));
  try {
    await prepared(node, plan);
    const queue = new TransactionQueue(plan, () => link);
    machine = new NovaMachine({ link, contract, context, queue, ...options, close: () => node.close() });
    const first = await queue.next();
    if (first === undefined) throw new Failure('bad-arguments', 'user', 'the scenario has no transaction.');
    await machine.begin(first);
    return machine;
  } catch (error) {
    await link.close();
    await node.close();
    throw error;
  }
}

/** A transaction by its hash: one that runs is halted, one that waits begins, one that is over is run again. */
async function attach(options: AttachOptions, context: RemoteContext): Promise<RemoteMachine> {
  const { host = '127.0.0.1', port = defaultPort, token, transaction, sourceFolder } = options;
  let machine: NovaMachine | undefined;
  let hear: Notification = () => undefined;
  const link = await linkOverTcp(
    { host, port, token },
    (method, params) => hear(method, params),
    why => context.events.lost(why),
    context.signal,
  );
  try {
    const first = new FirstStop(text => context.events.output('stdout', text));
    const session = new NovaSession(link, {
      stopped: stop => (machine === undefined ? first.stopped(stop) : machine.listener.stopped(stop)),
      continued: () => machine?.listener.continued(),
      terminated: end => (machine === undefined ? first.terminated(end) : machine.listener.terminated(end)),
      output: text => (machine === undefined ? first.output(text) : machine.listener.output(text)),
      logged: logged => machine?.listener.logged(logged),
      watchesEnded: ids => machine?.listener.watchesEnded(ids),
      event: (topics, data) => machine?.listener.event(topics, data),
    });
    hear = session.heard;
    const { status } = await session.attach(transaction, true);
    if (status === 'running') await pause(session, first);
    const stop =
      status === 'paused'
        ? await session.request<StoppedParams>('getStop')
        : await withPatience(first.reached, context);
    const target = await session.request<CodeAnswer>('getTarget');
    const code = new Uint8Array(Buffer.from(target.code.slice(2), 'hex'));
    const contract = new DebuggedContract(code, target.meta, sourceFolder);
    machine = new NovaMachine({
      link,
      contract,
      context,
      noDebug: false,
      gasSummary: false,
      close: async () => undefined,
    });
    await machine.join(session, stop, target.function);
    return machine;
  } catch (error) {
    await link.close();
    throw error;
  }
}

async function pause(session: NovaSession, first: FirstStop): Promise<void> {
  try {
    await session.request('pause');
  } catch (error) {
    // It came to its end meanwhile, which is told.
    if (!first.isOver) throw error;
  }
}

/** One that waits for its turn may wait for long. */
const patienceMs = 1_000;

async function withPatience<Result>(reached: Promise<Result>, context: RemoteContext): Promise<Result> {
  const { signal } = context;
  const timer = setTimeout(
    () => context.events.notice('The transaction waits for its turn: it stops where it begins.'),
    patienceMs,
  );
  try {
    return await Promise.race([
      reached,
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () =>
          reject(new Failure('cancelled', 'user', 'the attach was given up before the transaction began.')),
        ),
      ),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

class FirstStop {
  isOver = false;
  #resolve: (stop: StoppedParams) => void = () => undefined;
  #reject: (error: Failure) => void = () => undefined;
  readonly reached = new Promise<StoppedParams>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(readonly output: (text: string) => void) {
    this.reached.catch(() => undefined);
  }

  stopped(stop: StoppedParams): void {
    this.#resolve(stop);
  }

  terminated({ refused }: TerminatedParams): void {
    this.isOver = true;
    const why = refused === undefined ? '' : `: ${refused}`;
    this.#reject(
      new Failure('wrong-state', 'user', `the transaction ended before it could be halted${why}.`),
    );
  }
}

export const novaProtocol: RemoteProtocol = {
  launch: (target, { noDebug, extra }, context) =>
    launch(target.image as LaunchPlan, { noDebug, gasSummary: extra['gasSummary'] === true }, context),
  attach: ({ extra }, context) => attach(extra as AttachOptions, context),
};
