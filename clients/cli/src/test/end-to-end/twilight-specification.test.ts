// The Twilight debugger specification line by line: what a client of the protocol sees, and what the adapter says to the node for it.

import { readFileSync } from 'node:fs';
import { twilight } from '@sonde/language-twilight';
import { buildContract, checkText } from '@sonde/language-twilight/toolchain';
import { connect, type TestClient } from '@sonde/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFor, endpointFor } from './in-process.js';
import { askAll, endNode, startNode, WireTap, type Node, type Tapped } from './nova-node.js';
import { written } from './written-programs.js';

const text = `#![syntax = "twilight-native"]
contract Meter {
    storage {
        pub total: u64 = 3;
        held: map<address, u64>;
    }
    fn twice(n: u64) -> u64 {
        val doubled = n * 2; // #inside
        doubled // #leave
    }
    pub fn take(n: u64) -> u64 {
        val before: u64 = total; // #first
        total = before + twice(n); // #call
        held[ctx.sender()] = total; // #store
        print("took {}", total); // #print
        total // #last
    }
    pub fn forever() {
        var i: u64 = 0;
        loop {
            i = i.wrapping_add(1); // #round
        }
    }
}
`;
const lineOf = (marker: string): number => text.split('\n').findIndex(line => line.includes(marker)) + 1;
const alice = `0x${'0a'.repeat(20)}`;

let node: Node;
let tap: WireTap;
let contract: string;

async function called(name: string, given: readonly unknown[], more: object = {}): Promise<string> {
  const call = { from: alice, contract, function: name, arguments: given, hold: true, ...more };
  const [answer] = await askAll(node, [['call', call]]);
  return (answer as { transaction: string }).transaction;
}

beforeAll(async () => {
  node = await startNode();
  tap = await WireTap.before(node);
  const { program } = checkText(text, 'meter.twl');
  const { wasm, meta } = buildContract(program!, program!.contracts[0]!, {
    debug: true,
    runtimeAsserts: true,
  });
  const code = `0x${Buffer.from(wasm).toString('hex')}`;
  const [deployed] = await askAll(node, [['deploy', { from: alice, code, meta: JSON.stringify(meta) }]]);
  ({ contract } = deployed as { contract: string });
});
afterAll(async () => {
  await tap.close();
  await endNode(node);
});

/** A client that outlives a test, and what it stops in. */
async function attached(transaction: string): Promise<TestClient> {
  const client = await connect(endpointFor(twilight));
  await client.attach({ port: tap.port, token: node.token, transaction, stopOnEntry: true });
  await client.waitForStop();
  return client;
}

async function variablesOf(client: TestClient, scope: string) {
  const { id: frameId } = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId });
  const { variablesReference } = scopes.find(({ name }) => name === scope)!;
  return (await client.request('variables', { variablesReference })).variables;
}

describe('3. Debug Adapter Protocol (DAP) Implementation Logic', () => {
  let client: TestClient;
  let transaction: string;
  let sessionId: string;
  beforeAll(async () => {
    transaction = await called('take', [5]);
    client = await attached(transaction);
  });
  afterAll(() => client.close());

  /** What the adapter said to the node for a request of the client. */
  async function saidFor(request: () => Promise<unknown>): Promise<readonly Tapped[]> {
    const since = tap.messages.length;
    await request();
    return tap.messages.slice(since);
  }
  const namesOf = (messages: readonly Tapped[]): readonly string[] => messages.map(({ method }) => method);

  it('`initialize` / `launch` / `attach`: Establish connection … using the `Attach` command … Load the compiler-generated debug information … Respond to the client with capabilities', async () => {
    expect(client.capabilities).toMatchObject({ supportsConfigurationDoneRequest: true });
    expect(tap.operations()).toEqual(expect.arrayContaining(['authenticate', 'attach', 'getTarget']));
    const asked = tap.messages.find(({ method }) => method === 'attach')!;
    expect(asked.params).toMatchObject({ target: transaction });
    const told = tap.messages.find(({ method }) => method === 'stopped')!;
    expect(told).toMatchObject({ from: 'node', params: { reason: 'entry' } });
    sessionId = told.params['sessionId'] as string;
    // The source came with the debug information: there is no file of it here.
    const { sources } = await client.request('loadedSources', {});
    const { content } = await client.request('source', {
      source: sources[0]!,
      sourceReference: sources[0]!.sourceReference!,
    });
    expect(content).toBe(text);
  });

  it('`setBreakpoints`: … translate these source locations into corresponding executable bytecode offsets. Call the VM `SetBreakpoints` … Respond to the client with verified breakpoint locations', async () => {
    const [source] = (await client.request('loadedSources', {})).sources;
    const lines = ['#inside', '#store', '#last'].map(lineOf);
    const { breakpoints } = await client.request('setBreakpoints', {
      source: source!,
      breakpoints: lines.map(line => ({ line })),
    });
    expect(breakpoints).toMatchObject(lines.map(line => ({ verified: true, line })));
    const said = await saidFor(async () => {
      await client.continue();
    });
    const set = said.find(({ method }) => method === 'setBreakpoints')!;
    const offsets = breakpoints.map(each => Number(each.instructionReference));
    expect((set.params['offsets'] as number[]).sort()).toEqual(offsets.sort());
    // Those that the client does not name any more are cleared.
    await client.request('setBreakpoints', {
      source: source!,
      breakpoints: [lineOf('#inside'), lineOf('#last')].map(line => ({ line })),
    });
    const next = await saidFor(() => client.next());
    expect(next.find(({ method }) => method === 'clearBreakpoints')?.params['offsets']).toHaveLength(1);
  });

  it('VM `StoppedEvent` Handling: 1. Query the VM `GetStackTrace` command. 2. Send the DAP `StoppedEvent` … including the reason (breakpoint, step, etc.) and thread ID', async () => {
    const said = await saidFor(async () => {
      await client.next();
    });
    const names = namesOf(said);
    expect(names.indexOf('getStackTrace')).toBeGreaterThan(names.indexOf('stopped'));
    const stop = client.timeline.entries
      .flatMap(entry => (entry.kind === 'message' && entry.message.type === 'event' ? [entry.message] : []))
      .findLast(({ event }) => event === 'stopped');
    expect(stop?.body).toMatchObject({ reason: 'step', threadId: expect.any(Number) as number });
  });

  it('`stackTrace`: … Use Source Maps to map bytecode offsets in stack frames back to source file paths and line numbers', async () => {
    // It has come to the end of the function that was stepped in.
    const frames = await client.stack();
    expect(frames.at(-1)).toMatchObject({
      name: 'take',
      line: lineOf('#call'),
      source: { name: 'meter.twl' },
    });
  });

  it('`scopes`: … Return DAP `ScopesResponse` (typically including "Locals" and "Storage")', async () => {
    const { id: frameId } = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId });
    expect(scopes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Storage']));
    const [trace] = await askAll(node, [['getStackTrace', { sessionId }]]);
    const { frames } = trace as { frames: readonly { frameId: number }[] };
    const [answer] = await askAll(node, [['getScopes', { sessionId, frameId: frames[0]!.frameId }]]);
    expect((answer as { scopes: readonly { name: string }[] }).scopes.map(({ name }) => name)).toEqual([
      'Locals',
      'Storage',
      'Globals',
    ]);
  });

  it('`variables`: … For the "Storage" scope … list storage variable names (from debug info) and then trigger VM `GetContractStorage` calls when the user expands', async () => {
    await client.continue();
    const { id: frameId } = await client.topFrame();
    const before = await saidFor(() => client.request('scopes', { frameId }));
    expect(namesOf(before)).not.toContain('getContractStorage');
    let storage: Awaited<ReturnType<typeof variablesOf>> = [];
    const opened = await saidFor(async () => (storage = await variablesOf(client, 'Storage')));
    expect(namesOf(opened)).toEqual(expect.arrayContaining(['getContractStorage', 'listContractStorage']));
    expect(storage.map(({ name, value, type }) => [name, value, type])).toEqual([
      ['total', '13', 'u64'],
      ['held', `{${alice}: 13}`, 'map<address,u64>'],
    ]);
    // The node decodes the same, with the same codec.
    const [trace] = await askAll(node, [['getStackTrace', { sessionId }]]);
    const { frames } = trace as { frames: readonly { frameId: number }[] };
    const [found] = await askAll(node, [['getScopes', { sessionId, frameId: frames[0]!.frameId }]]);
    const { scopes } = found as { scopes: readonly { name: string; scopeReference: number }[] };
    const rows = await askAll(
      node,
      scopes
        .slice(0, 2)
        .map(({ scopeReference }) => ['getVariables', { sessionId, scopeReference }] as const),
    );
    const shown = rows.map(each =>
      (each as { variables: readonly { name: string; value: string }[] }).variables.map(
        ({ name, value }) => `${name} = ${value}`,
      ),
    );
    expect(shown).toEqual([
      ['n = "5"', 'before = "3"'],
      ['total = "13"', `held = [["${alice}","13"]]`],
    ]);
    expect((await variablesOf(client, 'Locals')).map(({ name, value }) => [name, value])).toEqual([
      ['before', '3'],
    ]);
  });

  it('`evaluate` (Optional): … an advanced feature', async () => {
    const { id: frameId } = await client.topFrame();
    const said = await saidFor(async () => {
      expect((await client.evaluate('twice(n) + held[ctx.sender()]', { frameId })).result).toBe('23');
    });
    expect(namesOf(said)).toContain('evaluate');
  });

  it('`ReadWasmMemory`: Read raw bytes from the WASM instance’s linear memory, behind `readMemory`', async () => {
    const [memory] = await variablesOf(client, 'Memory');
    const said = await saidFor(() =>
      client.request('readMemory', { memoryReference: memory!.memoryReference!, offset: 70_000, count: 16 }),
    );
    expect(namesOf(said)).toContain('readWasmMemory');
  });

  it('`disconnect` / `terminate`: Call VM `Detach`. Clean up internal session state', async () => {
    const [before] = await askAll(node, [['getStatus', { sessionId }]]);
    expect(before).toMatchObject({ status: 'paused' });
    const said = await saidFor(() => client.disconnect());
    expect(namesOf(said)).toContain('detach');
    const [status, list] = await askAll(node, [
      ['getStatus', { sessionId }],
      ['listTransactions', {}],
    ]);
    expect(status).toMatch(/there is no session/);
    // What stood goes on to its end under its own rules, or has come there already.
    const { transactions } = list as { transactions: readonly { hash: string; state: string }[] };
    expect(transactions.find(({ hash }) => hash === transaction)?.state).toMatch(/terminated|running/);
  });

  it('`continue` / `next` / `stepIn` / `stepOut` / `pause`: Translate directly to the corresponding commands', async () => {
    const fresh = await attached(await called('take', [1]));
    const story: (readonly [command: string, line: number])[] = [];
    const seen = async (name: string, request: () => Promise<unknown>): Promise<void> => {
      const since = tap.messages.length;
      await request();
      const { line } = await fresh.topFrame();
      const command = tap.operations(since).find(each => /^(?:step|continue)/.test(each));
      story.push([`${name}: ${command}`, line]);
    };
    await seen('next', () => fresh.next());
    await seen('stepIn', () => fresh.stepIn());
    await seen('stepOut', () => fresh.stepOut());
    await seen('next by instructions', () => fresh.next({ granularity: 'instruction' }));
    expect(story.map(([name]) => name)).toEqual([
      'next: stepOver',
      'stepIn: stepInto',
      'stepOut: stepOut',
      'next by instructions: stepInstruction',
    ]);
    expect(story.map(([, line]) => line)).toEqual(['#call', '#inside', '#call', '#call'].map(lineOf));
    const since = tap.messages.length;
    await fresh.runToEnd();
    expect(tap.operations(since)).toContain('continue');
    await fresh.close();
  });

  it('`pause`: Request suspension of execution. Triggers a `StoppedEvent`', async () => {
    const forever = await called('forever', [], { gasLimit: '9000000000000' });
    const runner = await attached(forever);
    const since = tap.messages.length;
    await runner.resume();
    expect((await runner.pause()).reason).toBe('pause');
    expect((await runner.topFrame()).name).toBe('forever');
    expect(tap.messages.slice(since).map(({ from, method }) => `${from} ${method}`)).toEqual(
      expect.arrayContaining(['debugger continue', 'node continued', 'debugger pause', 'node stopped']),
    );
    await runner.close();
  });

  it('`configurationDone`: Prepare the VM to start execution if the session was launched (as opposed to attached)', async () => {
    const program = written('meter.twl', text);
    const launched = await clientFor(twilight);
    let eventsBefore: readonly string[] = [];
    await launched.launch({ program, function: 'take', functionArgs: [1] }, async each => {
      await each.setBreakpoints(program, ['#first']);
      eventsBefore = each.timeline.entries.map(entry => JSON.stringify(entry));
    });
    await launched.waitForStop();
    expect(eventsBefore.some(each => /"event":"(?:stopped|output)"/.test(each))).toBe(false);
  });
});

describe('4. Core Debugging Features (Target v1.0), and 5. Twilight Syntax Mode (TSM) Handling', () => {
  const solidity = text
    .replace('"twilight-native"', '"solidity"')
    .replace(/storage \{\s+pub total: u64 = 3;\s+held: map<address, u64>;\s+\}/, m =>
      m.replace(/[^\n]/g, ' ').replace(/^ {0}/, 'uint64 public total = 3; mapping(address => uint64) held;'),
    )
    .replace('fn twice(n: u64) -> u64 {', 'function twice(uint64 n) private pure returns (uint64) {')
    .replace('val doubled = n * 2;', 'uint64 doubled = n * 2;')
    .replace('doubled // #leave', 'return doubled; // #leave')
    .replace('pub fn take(n: u64) -> u64 {', 'function take(uint64 n) public returns (uint64) {')
    .replace('val before: u64 = total;', 'uint64 before = total;')
    .replace('held[ctx.sender()]', 'held[msg.sender]')
    .replace('print("took {}", total);', 'print("took {}", total);')
    .replace('total // #last', 'return total; // #last')
    .replace(/pub fn forever[\s\S]*?\n {4}\}\n/, '');

  it.each([
    ['twilight-native', text],
    ['solidity', solidity],
  ])('in %s', async (mode, source) => {
    const program = written('meter.twl', source);
    const client = await clientFor(twilight);
    await client.launch({ program, function: 'take', functionArgs: [5] }, async each => {
      // Set/Clear Line Breakpoints
      await each.setBreakpoints(program, ['#first', '#call']);
      await each.setBreakpoints(program, ['#call']);
    });
    // Continue / Pause Execution
    await client.waitForStop({ reason: 'breakpoint' });
    const at = async (): Promise<string> => {
      const { line, name } = await client.topFrame();
      const written_ = readFileSync(program, 'utf8').split('\n')[line - 1]!;
      return `${name} ${/#\w+/.exec(written_)?.[0]}`;
    };
    const seen = [await at()];
    // Step Over / Step Into / Step Out (Source Line Level)
    await client.stepIn();
    seen.push(await at());
    // View Call Stack (with source locations)
    expect(
      (await client.stack()).map(({ name, line }) => `${name}:${line}`),
      mode,
    ).toEqual([`twice:${lineOf('#inside')}`, `take:${lineOf('#call')}`]);
    await client.next();
    seen.push(await at());
    // Inspect Local Variables and Function Arguments (with source names, types, values)
    const locals = [...(await variablesOf(client, 'Locals')), ...(await variablesOf(client, 'Arguments'))];
    expect(locals.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['doubled', 'u64', '10'],
      ['n', 'u64', '5'],
    ]);
    await client.stepOut();
    seen.push(await at());
    await client.next();
    seen.push(await at());
    expect(seen).toEqual(['take #call', 'twice #inside', 'twice #leave', 'take #call', 'take #store']);
    // Inspect Contract `storage` Variables (values at paused state)
    const storage = await variablesOf(client, 'Storage');
    expect(storage.map(({ name, value }) => `${name} = ${value}`)).toEqual(['total = 13', 'held = {}']);
    // View output from debug print statements
    await client.runToEnd();
    expect(client.output()).toMatch(/took 13/);
  });
});
