// Own process: programs of all languages are built and run here, one after the other.
// Every installed language on the screen: each of its panes changes with a step.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { paneIds } from '@sonde/tui';
import { languages } from '../../languages.js';
import { patienceMs } from './headless-terminal.js';
import { paneTexts } from './pane-texts.js';
import { OpenRequests } from './open-requests.js';
import { launch, openScreen, ownAdapter, type ScreenSession } from './screen-session.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

interface Example {
  readonly path: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The tour of a language, or the first of its examples that is one file. */
function exampleOf(id: string): Example | undefined {
  const folder = join(root, 'languages', id, 'examples');
  if (!existsSync(folder)) return machineElsewhere(id);
  const names = readdirSync(folder).toSorted();
  const name = names.find(each => each.startsWith('tour.')) ?? names[0];
  return name === undefined ? undefined : { path: join(folder, name) };
}

/** A pack without examples of its own takes its programs from a server. */
function machineElsewhere(id: string): Example | undefined {
  const folder = join(root, `examples/${id}-python`);
  if (!existsSync(folder)) return undefined;
  const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  if (python.status !== 0) {
    process.stderr.write(`SKIPPED: ${id} on the screen needs python3 of version 3.10 or later\n`);
    return undefined;
  }
  const options = { server: `python3 ${join(folder, 'server.py')}` };
  return { path: join(folder, 'programs/main.tiny'), options };
}

const examples = languages.flatMap(({ id, name }) => {
  const example = exampleOf(id);
  return example === undefined ? [] : [{ name, id, ...example }];
});

interface ListenedSession extends ScreenSession {
  readonly requests: OpenRequests;
}

/** More steps than any of the examples needs until each pane has changed. */
const mostSteps = 80;
const intoCalls = 40;

/** Steps, and waits until the stop and all that the panes read of it are shown; false when the program has ended. */
async function step(session: ListenedSession, key: string): Promise<boolean> {
  const { terminal, screen } = session;
  const { model } = screen;
  const stopNumber = (): number | undefined => {
    const phase = model.phase.get();
    return phase.kind === 'stopped' ? phase.stop.number : undefined;
  };
  const [before, stop] = [model.frame.inline.get(), stopNumber()];
  const come = new Promise<boolean>(resolve => {
    const look = (): void => {
      const now = model.frame.inline.get();
      const hasEnded = model.phase.get().kind === 'ended';
      // Values of the same stop are read anew when a watch or another client has changed something.
      const isNew =
        now !== undefined && now !== before && stopNumber() !== undefined && stopNumber() !== stop;
      if (!hasEnded && !isNew) return;
      for (const end of ends) end();
      resolve(!hasEnded);
    };
    const ends = [model.frame.inline, model.phase].map(store => store.subscribe(look));
  });
  terminal.type(key);
  if (!(await come)) return false;
  await quiet(session);
  return true;
}

/** Waits until all that the panes have asked for is answered and shown. */
async function quiet({ requests, screen: { frames } }: ListenedSession): Promise<void> {
  do {
    await requests.none();
    // A pane asks for more when it has got an answer, or when it is drawn.
    await new Promise(resolve => setImmediate(resolve));
    await frames.settled();
  } while (!requests.areNone);
}

/** Watches what the frame has and nobody watches yet, as far as there is room for it. */
async function watchMore(session: ListenedSession): Promise<void> {
  const { model } = session.screen;
  const watched = model.watches.expressions.get();
  const found = model.frame.inline.get()!.variables.map(({ evaluateName, name }) => evaluateName ?? name);
  const more = found.filter(text => !watched.includes(text)).slice(0, Math.min(2, 8 - watched.length));
  for (const text of more) session.terminal.type(`:watch ${text}\r`);
  const watching = (): readonly string[] => model.watches.expressions.get();
  await expect.poll(watching, { timeout: patienceMs }).toEqual(expect.arrayContaining(more));
  await quiet(session);
}

/** Where the frame's newest variable lies: what is made next often lies behind it. */
function newestPlace({ screen: { model } }: ListenedSession): string | undefined {
  return model.frame.inline.get()?.variables.findLast(each => each.memoryReference !== undefined)
    ?.memoryReference;
}

/** Shows that place in the memory pane, in front of the registers; the keys go back to the source. */
async function lookAt(session: ListenedSession, place: string): Promise<void> {
  session.terminal.type(`:memory ${place}\r1`);
  await session.terminal.sees(/9 Memory/);
  await quiet(session);
}

/** The instruction that the disassembly points at. */
const arrow = (text = ''): string | undefined => /^.?▶ (?:\w+:)?(0x[\da-f]+ .*\S.*)$/m.exec(text)?.[1];

/**
 * Keys that bring panes to the front which stand behind others; the keys go back to the source. Two panes do not change with a
 * step, and are only looked at: the functions are those of the program, and breakpoints show what the user wants of them,
 * not how often they were hit.
 */
const toFront = { Timeline: '=1', Trace: '-1' } as const;

/** Steps until each of these panes has changed from one stop to the next; answers those that never did. */
async function walk(session: ListenedSession, wanted: readonly string[]): Promise<readonly string[]> {
  const left = new Set(wanted);
  await quiet(session);
  let before = paneTexts(session.terminal.lines);
  let looked: string | undefined;
  const settled = (name: string): void => {
    before = new Map([...before, [name, paneTexts(session.terminal.lines).get(name)!]]);
  };
  for (let steps = 0; left.size > 0 && steps < mostSteps; steps++) {
    if (left.has('Watches')) {
      await watchMore(session);
      settled('Watches');
    }
    // An object that never changes is left for a newer one.
    const place = left.has('Memory') ? newestPlace(session) : undefined;
    if (place !== undefined && place !== looked) {
      await lookAt(session, place);
      settled('Memory');
      looked = place;
    }
    if (!(await step(session, steps < intoCalls ? 's' : 'n'))) break;
    const after = paneTexts(session.terminal.lines);
    for (const name of left) {
      const [was, is] = [before.get(name), after.get(name)];
      if (name === 'Disassembly' ? arrow(is) !== undefined && arrow(is) !== arrow(was) : is !== was)
        left.delete(name);
    }
    // A pane that a slow machine answers late has changed one step later.
    before = after;
  }
  return [...left];
}

/** Programs of some languages are built before, and each of many steps waits for all that the panes read. */
const mostMs = 300_000;

describe('languages on the screen', () => {
  const tried = new Set<string>();
  const there = new Set<string>();

  it.each(examples)(
    '$name: each pane changes with a step',
    { timeout: mostMs },
    async ({ id, path, options }) => {
      const requests = new OpenRequests();
      const opened = openScreen({
        start: { ...launch(path, options), language: id } as ReturnType<typeof launch>,
        size: [200, 52],
        connect: async () => requests.on(await ownAdapter()),
      });
      const session = { ...opened, requests };
      const { terminal, screen } = session;
      const { model, panes } = screen;
      await terminal.sees(/(Stopped|Paused)[^]*/);
      await terminal.sees(/^.{0,3}?\d+▶/m);
      await step(session, 's');
      if (panes.registers.isThere()) {
        terminal.type('81');
        expect(await walk(session, ['Registers'])).toEqual([]);
      }
      const machine = [
        ...(model.can('supportsDisassembleRequest') ? ['Disassembly'] : []),
        // Where no variable lies in memory it begins at code or at the first data, which may stay as it is.
        ...(panes.memory.isThere() && newestPlace(session) !== undefined ? ['Memory'] : []),
      ];
      if (panes.memory.isThere()) terminal.type('91');
      const always = ['Source', 'Stack', 'Variables', 'Watches', 'Console'];
      expect(await walk(session, [...always, ...machine])).toEqual([]);
      // The function that is looked at is in the list of all; Enter there sets a breakpoint.
      terminal.type('0');
      await terminal.sees(/0 Functions [1-9]/);
      terminal.type('\r');
      await terminal.sees(/│● \S+ +\S+:\d+$/m);
      if (panes.trace.isThere()) terminal.type('-T');
      const recorded = [
        ...(panes.timeline.isThere() ? (['Timeline'] as const) : []),
        ...(panes.trace.isThere() ? (['Trace'] as const) : []),
      ];
      for (const name of recorded) {
        terminal.type(toFront[name]);
        await terminal.sees(new RegExp(`[-=] ${name}`));
        expect(await walk(session, [name])).toEqual([]);
      }
      if (panes.trace.isThere()) expect(terminal.text).toMatch(/\S+:\d+ +(\w+:)?0x[\da-f]+ \S/);
      tried.add(id);
      for (const pane of Object.values(panes)) if (pane.isThere()) there.add(pane.id);
    },
  );

  it('no pane is missing in all of them', ({ skip }) => {
    skip(tried.size < examples.length, 'not all languages were tried, or not all of them well');
    expect([...there].toSorted()).toEqual([...paneIds].toSorted());
  });
});
