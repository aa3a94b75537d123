// Steps that lead from one strand to another: into arms, bodies and fibers, over what others have to do, and out.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, type Sight } from './debugged.js';

const program = `effect Log { say: fn(string) -> Unit }
effect Ask { number: fn(int) -> int }
effect Quit { now: fn(int) -> Unit }
fn logged(n: int) -> int !Log = {
    perform Log.say("logged") // #say
    n // #said
}
fn asked(n: int) -> int !Ask = {
    let first = perform Ask.number(n) // #ask
    let second = perform Ask.number(first) // #again
    (first + second) ?: 0 // #asked
}
fn quits(n: int) -> int !Quit = {
    perform Quit.now(n) // #quit
    7
}
fn slow(n: int) -> int = {
    let m = (n * 2) ?: 0 // #slow
    m
}
let l = handle Log // #start
    say text => {
        print(text) // #arm
    }
in logged(3) // #logged
let q = handle Ask // #asks
    number n => {
        let more = (n + 1) ?: 0 // #number
        let got = resume(more) // #resume
        got // #got
    }
in {
    let a = asked(1) // #body
    a // #last
}
let f = spawn slow(4) // #spawn
let channel = Channel(1) // #spawned
let g = spawn {
    send(channel, 1) // #send
    send(channel, 2) // #sends
    5 // #five
}
let r = await(f) // #await
let x = recv(channel) // #recv
let y = recv(channel) // #recvs
let z = await(g) // #waits
let out = handle Quit // #quits
    now code => match code > 0 {
        true => code // #code
        false => resume()
    }
in quits(3) // #quitting
print("\${l} \${q} \${r} \${x} \${y} \${z} \${out}") // #end
`;

describe.skipIf(toolsMissing)('steps across strands', () => {
  const builder = useBuilder();
  endSessions();

  const at = (sight: Sight): string => {
    const line = program.split('\n')[sight.line! - 1]!;
    return `${sight.function} #${/\/\/ #(\w+)/.exec(line)?.[1] ?? String(sight.line)}`;
  };

  async function stepped(name: string, first: string, how: 'in' | 'over', last: string): Promise<string[]> {
    const [debugged, sight] = await Debugged.start(builder, name, program, [first]);
    const seen = [at(sight)];
    while (!seen.at(-1)!.endsWith(` #${last}`) && seen.length < 60) seen.push(at(await debugged.step(how)));
    return seen;
  }

  it('in go into arms, handled bodies, resumed performs and new fibers, and on where those end', async () => {
    expect(await stepped('in.osp', 'start', 'in', 'end')).toEqual([
      ...['main #start', 'main #logged', 'logged #say', 'Log.say #arm', 'logged #say', 'logged #said'],
      ...['main #logged', 'main #asks', 'main.handled #body', 'asked #ask'],
      ...['Ask.number #number', 'Ask.number #resume', 'asked #ask', 'asked #again'],
      ...['Ask.number #number', 'Ask.number #resume', 'asked #again', 'asked #asked'],
      ...['main.handled #body', 'main.handled #last'],
      ...['Ask.number #resume', 'Ask.number #got', 'Ask.number #resume', 'Ask.number #got'],
      ...['main #spawn', 'main.fiber #spawn', 'slow #slow', 'slow #19'],
      // Behind the end of the fiber its awaiter goes on.
      ...['main #await', 'main #recv', 'main #recvs', 'main #waits'],
      ...['main #quits', 'main.handled #quitting', 'quits #quit', 'Quit.now #48', 'Quit.now #code'],
      ...['main #end'],
    ]);
  });

  it('over stay in their strand, whatever others do meanwhile', async () => {
    expect(await stepped('over.osp', 'start', 'over', 'end')).toEqual([
      ...['main #start', 'main #logged', 'main #asks', 'main #spawn', 'main #spawned', 'main #38'],
      ...['main #await', 'main #recv', 'main #recvs', 'main #waits', 'main #quits', 'main #end'],
    ]);
    expect(await stepped('over-body.osp', 'ask', 'over', 'last')).toEqual([
      ...['asked #ask', 'asked #again', 'asked #asked', 'main.handled #body', 'main.handled #last'],
    ]);
    expect(await stepped('over-fiber.osp', 'send', 'over', 'waits')).toEqual([
      ...['main.fiber #send', 'main.fiber #sends', 'main.fiber #five', 'main #waits'],
    ]);
  });

  it('over a perform whose arm does not resume end behind the handler', async () => {
    expect(await stepped('quit.osp', 'quit', 'over', 'end')).toEqual(['quits #quit', 'main #end']);
  });

  it('out leave arms, bodies and fibers', async () => {
    const [debugged, arm] = await Debugged.start(builder, 'out.osp', program, [
      ...['arm', 'got', 'last', 'five', 'code'],
    ]);
    const seen = [at(arm), at(await debugged.step('out'))];
    const goOn = async (): Promise<void> => {
      seen.push(at(await debugged.next()), at(await debugged.step('out')));
    };
    await goOn();
    await goOn();
    await goOn();
    await goOn();
    await goOn();
    expect(seen).toEqual([
      ...['Log.say #arm', 'logged #say', 'main.handled #last', 'Ask.number #resume'],
      ...['Ask.number #got', 'Ask.number #resume', 'Ask.number #got', 'main #spawn'],
      ...['main.fiber #five', 'main #waits', 'Quit.now #code', 'main #end'],
    ]);
  });

  it('in go into lambdas of pipes, and at an await into a fiber that was queued', async () => {
    const text = `extern fn fiber_set_deterministic_mode(enabled: bool) -> int
fn work(n: int) -> int = {
    n
}
let mode = fiber_set_deterministic_mode(true)
let a = spawn work(1) // #start
let sum = range(0, 2) |> filter(fn(n: int) => n > 0)
    |> fold(0, fn(s: int, n: int) => (s + n) ?: 0)
range(0, 1) |> forEach(fn(n: int) => print(n))
let r = await(a)
print(r)
`;
    const [debugged, first] = await Debugged.start(builder, 'pipes.osp', text, ['start']);
    const seen = [`${first.function} ${first.line}`];
    while (seen.at(-1) !== 'main 11' && seen.length < 40) {
      const { function: name, line } = await debugged.step('in');
      seen.push(`${name} ${line}`);
    }
    const changes = seen.filter((place, nth) => place !== seen[nth - 1]);
    expect(changes.filter(place => !place.startsWith('main ') || place.startsWith('main 10'))).toEqual([
      ...['main.lambda 7', 'main.lambda 7', 'main.lambda 8', 'main.lambda 9', 'main 10'],
      ...['main.fiber 6', 'work 3', 'main 10'],
    ]);
  });
});
