// Fibers and handled bodies as threads, and what the runtime has for each: handlers and channels.

import { address, StopReader } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions } from './debugged.js';

/** One strand at a time: where each waits does not depend on the machine. */
const scheduled = { OSPREY_SCHEDULE_SEED: '7' };

const waiting = `effect Ask { number: fn(int) -> int }
effect Log { say: fn(string) -> Unit  hush: fn() -> Unit }
fn asked(n: int) -> int !Ask = perform Ask.number(n)
let full = Channel(2)
let empty = Channel(1)
send(full, "a")
send(full, "b")
mut count = 5
let a = spawn { sleep(10000)  1 }
let b = spawn { send(full, "c")  1 }
let c = spawn recv(empty)
let d = spawn await(a)
sleep(1)
fn outer(n: int) -> int = {
    mut inner = [1, 2]
    handle Log
        say text => { count = (count + 1) ?: 0 }
        hush => { inner = [3] }
    in handle Ask
        number n => {
            print("stop \${n} \${count}") // #here
            resume((n + 1) ?: 0)
        }
    in asked(n)
}
print(outer(1))
send(empty, 1)
print("end \${await(c)}")
`;

describe.skipIf(toolsMissing)('strands', () => {
  const builder = useBuilder();
  endSessions();

  it('are threads with names and what they wait for, and have handlers and channels', async () => {
    const [program, { stop }] = await Debugged.start(builder, 'waiting.osp', waiting, ['here'], {
      env: scheduled,
    });
    const { engine } = program.session;
    const threads = await engine.threads();
    expect(threads.map(({ name, kind, awaiting, waitReason }) => [name, kind, awaiting, waitReason])).toEqual(
      [
        ['main', 'fiber', undefined, undefined],
        ['fiber 3', 'fiber', '10000 ms (sleep)', 'time'],
        ['fiber 4', 'fiber', 'room in channel 1', 'message'],
        ['fiber 5', 'fiber', 'a value in channel 2', 'message'],
        ['fiber 6', 'fiber', 'fiber 3', 'await'],
        ['body of Ask', 'fiber', 'the arm of Ask.number', 'await'],
      ],
    );
    const handler = 'Log = say, hush at waiting.osp:16:5 | say = its arm answers | hush = its arm answers';
    const channels = [
      'channel 1 = 2 of 2; fiber 4 waits to send | capacity = 2 | queue = channel 1, 2 of 2: ["a", "b"] | waiting to send = fiber 4',
      'channel 2 = 0 of 1; fiber 5 waits to receive | capacity = 1 | queue = channel 2, 0 of 1: [] | waiting to receive = fiber 5',
    ];
    expect(await program.runtimeScopes()).toEqual({
      Handlers: [`${handler} | installed at = waiting.osp:16:5 | count = 5 | inner = [1, 2]`],
      Channels: channels,
    });

    // Frames of the runtime are marked as such, those of the program are not.
    const { frames } = await engine.stack(stop.id, threads.at(-1)!.id, 0, 20);
    const written = frames.filter(({ artificial }) => artificial !== true).map(frame => frame.function);
    expect(written).toEqual(expect.arrayContaining(['asked', 'outer.handled']));
    expect(written.filter(name => /osp_|run_body/.test(name))).toEqual([]);

    // Damage in the live process: the place of the handler's description, then the list itself.
    const [strands] = await engine.symbolAddresses!(['osp_strands']);
    const memory = new StopReader(engine, stop.id);
    const wordAt = async (at: bigint): Promise<bigint> => {
      const { bytes } = await memory.memory(address(at), 8);
      return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
    };
    const put = async (at: bigint, word: bigint): Promise<void> => {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, word, true);
      await engine.writeMemory(stop.id, address(at), bytes);
    };
    let main = await wordAt(strands!.offset);
    for (let next = main; next !== 0n; next = await wordAt(main)) main = next;
    const innermost = await wordAt(main + 64n);
    const site = await wordAt(innermost + 48n);
    await put(innermost + 48n, 0x10n);
    expect((await program.runtimeScopes())['Handlers']).toEqual(['Log = <what it is cannot be read>']);
    await put(innermost + 48n, site);
    await put(innermost, innermost);
    expect((await program.runtimeScopes())['Handlers']!.at(-1)).toBe(
      '… = <the list of handlers leads back to itself>',
    );
    await put(innermost, 0x10n);
    expect((await program.runtimeScopes())['Handlers']!.at(-1)).toBe(
      '… = <the handler at 0x10 cannot be read>',
    );
    await put(main + 64n, 0n);
    expect(Object.keys(await program.runtimeScopes())).toEqual(['Channels']);
  });

  it('are all listed where there are 500, and a deep stack is told page by page', async () => {
    const many = `fn deep(n: int) -> int = match n {
    0 => 0 // #bottom
    _ => (1 + deep((n - 1) ?: 0)) ?: 0
}
fn hold(gate: Channel<int>) -> int = recv(gate)
let gate = Channel(1)
let fibers = range(0, 500) |> fold([], fn(all: List<Fiber<int>>, n: int) => listAppend(all, spawn hold(gate)))
print(deep(10000))
forEachList(fibers, fn(f: Fiber<int>) => send(gate, 1))
print(range(0, 500) |> fold(0, fn(sum: int, n: int) => match fibers[n] {
    Success { value } => (sum + await(value)) ?: 0
    Error { message } => -1
}))
`;
    const [program, { stop }] = await Debugged.start(builder, 'many.osp', many, ['bottom']);
    const { engine } = program.session;
    const threads = await engine.threads();
    expect(threads).toHaveLength(501);
    expect(threads.at(-1)?.name).toBe('fiber 501');
    const page = await engine.stack(stop.id, stop.focus, 9_995, 10);
    expect(page.frames.map(frame => frame.function).slice(0, 7)).toEqual([
      ...['deep', 'deep', 'deep', 'deep', 'deep', 'deep', 'main'],
    ]);
    await program.session.go(stop, { kind: 'continue' });
    await program.session.ended();
    expect(program.session.text('stdout')).toBe('10000\n500\n');
  });

  it('wait in the queue in the deterministic mode, and run when another awaits', async () => {
    const text = `extern fn fiber_set_deterministic_mode(enabled: bool) -> int
print(fiber_set_deterministic_mode(true))
let a = spawn { print("a")  1 }
let b = spawn { print("b")  2 }
print("spawned") // #here
print(await(b))
print(await(a))
`;
    const [program, { stop }] = await Debugged.start(builder, 'queue.osp', text, ['here']);
    const threads = await program.session.engine.threads();
    expect(threads.map(({ name, awaiting }) => `${name}: ${awaiting ?? 'runs'}`)).toEqual([
      ...['main: runs', 'fiber 1: its first turn (queued)', 'fiber 2: its first turn (queued)'],
    ]);
    await program.session.go(stop, { kind: 'continue' });
    await program.session.ended();
    expect(program.session.text('stdout')).toBe('0\nspawned\na\nb\n2\n1\n');
  });
});
