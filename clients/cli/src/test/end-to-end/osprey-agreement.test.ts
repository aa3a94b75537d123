// One Osprey binary through Sonde and through another adapter of LLDB's: the same lines, frames and values.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { StackFrame } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import { connect, overStdio, type Endpoint, type Stop, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { sondeScript } from './fixtures.js';
import { testFolder, written } from './written-programs.js';

const peer = 'lldb-dap-22';
const absent = spawnSync(peer, ['--help']).status === 0 ? undefined : `${peer} is missing`;
const missing = (await nativeTools()).missing ?? absent;

const text = `type Point = { x: int, y: int }
fn add(a: int, b: int) -> int = {
    let sum = (a + b) ?: 0
    sum // #add
}
fn norm(p: Point, label: string) -> int = {
    let squares = add((p.x * p.x) ?: 0, (p.y * p.y) ?: 0)
    let large = squares > 20
    let ratio = 0.5
    print("\${label} \${squares} \${large} \${ratio}") // #norm
    squares
}
let point = Point { x: 3, y: 4 }
let name = "five"
let first = norm(point, name) // #first
let shout = fn(n: int) => {
    let more = (n + first) ?: 0
    more // #lambda
}
print("\${shout(2)}")
`;

type Motion = 'continue' | 'next' | 'stepIn' | 'stepOut';
/** None leads over a breakpoint on its way out: the other one goes on with the step behind that. */
const motions: readonly Motion[] = ['stepIn', 'next', 'continue', 'next', 'continue', 'next'];

async function built(optimised: boolean): Promise<{ readonly source: string; readonly program: string }> {
  const folder = testFolder();
  const source = written('agreed.osp', text, folder);
  const program = join(folder, 'agreed');
  const before = process.env['OSPREY_DEBUG_OPT'];
  if (optimised) process.env['OSPREY_DEBUG_OPT'] = '-O2';
  try {
    const made = await osprey.build({
      ...{ program: source, cwd: folder, output: program, debugInfo: true, extra: {} },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    });
    expect(made.target).toBeDefined();
  } finally {
    if (before === undefined) delete process.env['OSPREY_DEBUG_OPT'];
    else process.env['OSPREY_DEBUG_OPT'] = before;
  }
  return { source, program };
}

/** What is told of a variable, whatever the words: a value, or which kind of nothing. */
function kindOf(said: string): string {
  if (/optimi[sz]ed out|not available|no location/i.test(said)) return 'optimised out';
  if (/undeclared|there is no|no variable named/i.test(said)) return 'not found';
  if (/error|cannot|unreadable|could not/i.test(said)) return 'an error';
  return said;
}

/** Numbers, bools and texts as they are; what one of them only has an address of is an object. */
function valueOf(value: string, type: string): string {
  const kind = kindOf(value);
  if (kind !== value) return kind;
  if (/^(?:int|float|bool)$/.test(type)) return String(Number.isNaN(Number(value)) ? value : Number(value));
  return /"[^]*"/.exec(value)?.[0] ?? 'an object';
}

async function told(client: TestClient, source: string, { reason, threadId }: Stop): Promise<string> {
  const own = (frame: StackFrame): boolean => frame.source?.path === source;
  const frames = (await client.stack(threadId)).filter(own);
  const stack = frames
    .map(({ name, line, column }) => `${name.replace(/\(.*/, '').trim()}:${line}:${column}`)
    .join(' < ');
  const { scopes } = await client.request('scopes', { frameId: frames[0]!.id });
  const values: string[] = [];
  for (const { name, variablesReference } of scopes) {
    if (!/^(?:Arguments|Locals)$/.test(name)) continue;
    const { variables } = await client.request('variables', { variablesReference });
    for (const { name: variable, value, type = '' } of variables)
      if (!variable.startsWith('(')) {
        const shown = type === 'Point' ? 'an object' : valueOf(value, type);
        values.push(`${variable}=${kindOf(value) === 'optimised out' ? 'optimised out' : shown}`);
      }
  }
  return `${reason} at ${stack} with ${values.toSorted().join(' ')}`;
}

const moved = (client: TestClient, motion: Motion, threadId: number): Promise<Stop> =>
  motion === 'continue' ? client.continue(threadId) : client[motion]({ threadId });

async function story(
  endpoint: Endpoint,
  { source, program }: { readonly source: string; readonly program: string },
  moves: readonly Motion[],
): Promise<readonly string[]> {
  const client = closeAfterTest(
    await connect(endpoint, { tolerate: [/^/], initialize: { adapterID: 'compared' } }),
  );
  const markers = ['#first', '#norm', '#lambda'] as const;
  await client.launch({ program }, () => client.setBreakpoints(source, markers));
  const lines: string[] = [];
  let stop = await client.waitForStop();
  for (const motion of [...moves, undefined]) {
    lines.push(await told(client, source, stop));
    if (motion === undefined) break;
    try {
      stop = await moved(client, motion, stop.threadId);
    } catch (error) {
      if (!String(error).includes('ended instead')) throw error;
      return [...lines, 'the end'];
    }
  }
  const { id: frameId } = await client.topFrame();
  for (const expression of ['nobody', 'squares'])
    lines.push(
      `${expression}: ${kindOf(
        await client.request('evaluate', { expression, frameId, context: 'watch' }).then(
          ({ result }) => result,
          (error: unknown) => String(error),
        ),
      )}`,
    );
  return lines;
}

const sonde = (): Endpoint => overStdio(process.execPath, [sondeScript, 'osprey-dap']);

describeUnlessMissing('Sonde and another adapter of LLDB, on one Osprey binary,', missing, () => {
  it('[DEBUGGER-RUNTIME] tell of the same lines, frames and values', async () => {
    const program = await built(false);
    const ours = await story(sonde(), program, motions);
    expect(ours).toEqual(await story(overStdio(peer), program, motions));
    expect(ours.length).toBe(motions.length + 3);
    expect(ours.join('\n')).toContain('ratio=0.5');
  });

  it('agree on what the compiler has optimised away, and keep that apart from names that do not exist', async () => {
    const program = await built(true);
    const ours = await story(sonde(), program, ['continue']);
    expect(ours).toEqual(await story(overStdio(peer), program, ['continue']));
    expect(ours.join('\n')).toContain('optimised out');
    expect(ours).toContain('nobody: not found');
  });
});
