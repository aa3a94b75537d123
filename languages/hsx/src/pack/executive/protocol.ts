// How tasks on an executive are reached: those that are there, or a program that is loaded for the purpose.

import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { asFailure, Failure, type AttachSettings, type LaunchSettings, type Target } from '@sonde/engine';
import {
  isLoopback,
  type RemoteContext,
  type RemoteMachine,
  type RemoteProtocol,
} from '@sonde/engine-remote';
import type { MachineImage } from '@sonde/engine-vm';
import { programSpan, type HsxImage } from '../../runtime/image.js';
import { describedImage, type DescribedProgram } from '../image.js';
import { codeOf } from '../read-file.js';
import { answers, type TaskAnswer } from './answers.js';
import { defaultPort, type AttachOptions, type PeerOptions } from './attach-options.js';
import type { Peer } from './connection.js';
import { readFarProgram } from './far-program.js';
import type { FarProgram } from './far-inspection.js';
import { ExecutiveMachine } from './machine.js';
import { ExecutiveSession } from './session.js';
import { attachToUpstream } from './upstream/attach.js';
import type { ProgramFiles } from './upstream/far-program.js';

/** What `build` adds to its image for a program that goes to an executive. */
export interface ExecutiveImage extends MachineImage {
  readonly linked: readonly { readonly name: string; readonly bytes: Uint8Array; readonly sym?: string }[];
}

/** What an executive takes in one line, with room for what is around it. */
const longestLine = 1_000_000;

export const executiveProtocol: RemoteProtocol = { launch: launchOnExecutive, attach: attachToTasks };

async function launchOnExecutive(
  target: Target,
  settings: LaunchSettings,
  context: RemoteContext,
): Promise<RemoteMachine> {
  const image = target.image as ExecutiveImage;
  const options = settings.extra['executive'] as PeerOptions;
  const loaded = async (session: ExecutiveSession): Promise<FarProgram> => {
    const pids: number[] = [];
    for (const { name, bytes, sym } of image.linked) {
      const data = Buffer.from(bytes).toString('hex');
      const asked = { path: `${name}.hxe`, data_hex: data, paused: true, lock: true, own: true };
      // The debugger has them: what is too long for a line is only missed by others who look at the executive.
      const fits = sym !== undefined && data.length + Buffer.byteLength(JSON.stringify(sym)) < longestLine;
      const fields = fits ? { ...asked, sym_text: sym } : asked;
      pids.push((await session.ask('load', fields, answers.image)).image.pid);
    }
    const code = image.code as HsxImage;
    return {
      name: basename(target.program),
      image: code,
      symbols: image.symbols,
      tasks: code.tasks.map(({ name, program }, nth) => ({ pid: pids[nth]!, name, program })),
      ...entryOf(code),
    };
  };
  return connected(peerOf(options), context, loaded, cannotLaunch);
}

async function attachToTasks(settings: AttachSettings, context: RemoteContext): Promise<RemoteMachine> {
  const options = settings.extra as AttachOptions;
  const { cwd, program } = settings;
  const given = options.symbols ?? (program?.endsWith('.sym') === true ? program : undefined);
  const symbols = given === undefined ? undefined : readSymbols(resolve(cwd, given));
  const linked = program?.endsWith('.hxe') === true ? { program } : {};
  const files = { cwd, ...linked, ...(symbols === undefined ? {} : { symbols }) };
  return connected(
    peerOf(options),
    context,
    session => farTasks(session, options, files, context),
    peer => attachToUpstream(peer, options.task, files, context),
  );
}

/** Takes the tasks that are meant and reads their programs. */
async function farTasks(
  session: ExecutiveSession,
  { task: meant }: AttachOptions,
  { symbols, cwd }: ProgramFiles,
  { events }: RemoteContext,
): Promise<FarProgram> {
  const { tasks } = await session.ask('ps', {}, answers.tasks);
  const wanted = chosen(tasks.tasks, meant);
  if (symbols !== undefined && wanted.length > 1)
    throw new Failure(
      'bad-arguments',
      'user',
      `${symbols.name} can only belong to one task, and there are several.`,
      'Choose one with "task".',
    );
  const { clock } = await session.ask('clock', {}, answers.clock);
  for (const { pid } of wanted) await session.ask('session.lock', { pid }, answers.nothing);
  await session.ask('pause', { group: true }, answers.nothing);
  const programs: DescribedProgram[] = [];
  for (const task of wanted) {
    const { program, note } = await readFarProgram(session, task, symbols, cwd);
    programs.push(program);
    if (note !== undefined) events.notice(note);
  }
  const { code, symbols: described } = describedImage(programs, {});
  return {
    name: wanted.map(({ app_name }) => app_name).join(', '),
    image: code as HsxImage,
    symbols: described,
    tasks: wanted.map(({ pid, app_name: name }, program) => ({ pid, name, program })),
    found: {
      clockRan: clock.running,
      paused: wanted.filter(({ state }) => state === 'paused').map(({ pid }) => pid),
    },
  };
}

function entryOf({ programs, tasks }: HsxImage): Pick<FarProgram, 'entry'> {
  const { program } = tasks[0]!;
  const { main, entry } = programs[program]!;
  return main === undefined || main === entry ? {} : { entry: program * programSpan + main };
}

/** A machine over a session that is open; what goes wrong on the way closes it. */
async function connected(
  peer: Peer,
  context: RemoteContext,
  prepare: (session: ExecutiveSession) => Promise<FarProgram>,
  /** For an executive that is not ours. */
  other: (peer: Peer) => Promise<RemoteMachine>,
): Promise<RemoteMachine> {
  let machine: ExecutiveMachine | undefined;
  const session = new ExecutiveSession(peer, {
    event: event => machine?.hear(event),
    lost: why => context.events.lost(why),
  });
  await session.open(context.signal);
  if (!session.isOurs) {
    await session.end();
    return other(peer);
  }
  try {
    machine = new ExecutiveMachine(await prepare(session), session, isLoopback(peer), context);
    return machine;
  } catch (error) {
    await session.end();
    throw error;
  }
}

const peerOf = ({ host = '127.0.0.1', port = defaultPort, token }: PeerOptions): Peer => ({
  host,
  port,
  ...(token === undefined ? {} : { token }),
});

async function cannotLaunch(): Promise<never> {
  throw new Failure(
    'not-supported',
    'environment',
    'loading a program needs an executive of Sonde (hsx-exec).',
    'Load it there by other means, and attach.',
  );
}

/** Those that are meant, and can still run. */
function chosen(tasks: readonly TaskAnswer[], wanted: AttachOptions['task']): readonly TaskAnswer[] {
  const alive = tasks.filter(({ state }) => !['returned', 'terminated', 'killed'].includes(state));
  const listed = alive.map(({ pid, app_name: name }) => `${pid} (${name})`).join(', ');
  const there = listed === '' ? 'No task runs there.' : `Those that run there are ${listed}.`;
  if (wanted !== undefined) {
    const found = alive.filter(({ pid, app_name: name }) => pid === Number(wanted) || name === wanted);
    if (found.length > 0) return found;
    throw new Failure('not-found', 'user', `the executive has no task ${wanted}.`, there);
  }
  const free = alive.filter(({ locked_by: owner }) => owner === undefined || owner === null);
  if (free.length > 0) return free;
  throw alive.length === 0
    ? new Failure(
        'not-found',
        'user',
        'no task runs on the executive.',
        'Load one first: hsx-exec --load FILE.hxe.',
      )
    : new Failure('wrong-state', 'user', 'somebody else debugs all tasks of the executive.', there);
}

function readSymbols(path: string): {
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly name: string;
} {
  try {
    return { bytes: readFileSync(path), folder: dirname(path), name: basename(path) };
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : asFailure(error).message;
    throw new Failure('not-found', 'user', `the symbol file ${path} cannot be read: ${why}.`);
  }
}
