// `load`, `kill` and `reload`: tasks come and go.

import { programOf } from '../../runtime/load.js';
import { fromF16 } from '../../toolchain/format/f16.js';
import { allowsMultipleInstances, HxeFlag, type HxeImage } from '../../toolchain/format/hxe.js';
import { stemOf } from '../../toolchain/stem.js';
import { oidOf } from '../../runtime/services/registries.js';
import { targetText } from '../../runtime/services/mailboxes.js';
import type { Executive } from '../executive.js';
import { killTask } from '../kill-task.js';
import { LoadedTask } from '../machine/loaded-task.js';
import { Refusal, type Answer } from '../request.js';
import type { ReadProgram } from '../symbols/read-program.js';
import { defaultSize } from '../variants.js';
import type { Call, CommandTable } from './call.js';
import { useTraceSize } from './session-commands.js';

export const loadCommands: CommandTable = {
  load: call => ({ image: load(call) }),
  exec: call => ({ image: load(call) }),
  kill: call => {
    const { executive, ownTask } = call;
    killTask(executive, ownTask);
    return { task: { pid: ownTask.pid, state: 'terminated' } };
  },
  reload: call => ({ reload: reload(call) }),
};

/** Bytes of a program that a client sends along. */
const mostSent = 0x40000;

function load(call: Call): Answer {
  const { executive, request, session } = call;
  const [paused, lock] = [request.flag('paused'), request.flag('lock')];
  if (lock) {
    void call.requiredSession;
    // Somebody may have locked the number before there was a task.
    executive.sessions.requireRight(executive.system.state.lastTask + 1, session);
  }
  const path = request.text('path');
  const program = request.has('data_hex')
    ? executive.programs.sent(path, request.bytes('data_hex', mostSent), request.optionalText('sym_text'))
    : executive.programs.read(path, request.optionalText('symbols'));
  const own = request.flag('own') ? call.requiredSession.own : undefined;
  const task = startTask(executive, program, { paused, group: own });
  own?.add(task.pid);
  if (lock) executive.sessions.lock(session!, [task.pid]);
  if (session !== undefined && (lock || session.locks.has(task.pid))) useTraceSize(task, session);
  return imageAnswer(executive, task);
}

/** Throws a Refusal when it cannot be. */
export function startTask(
  executive: Executive,
  program: ReadProgram,
  { paused, group }: { readonly paused: boolean; readonly group?: ReadonlySet<number> | undefined },
): LoadedTask {
  const { system, tasks, teller } = executive;
  const { image, path } = program;
  const base = image.appName === '' ? stemOf(path) : image.appName;
  const state = started(() =>
    system.add(programOf(image, base), uniqueName(base, image, [...tasks.values()]), group),
  );
  const task = new LoadedTask(system, state, program, base, defaultSize(executive.variant), data => {
    if (executive.control.isLate()) system.halt();
    const { changed_regs: _, ...rest } = data;
    executive.events.publish('trace_step', state.id, executive.changedRegisters ? data : rest);
  });
  tasks.set(task.pid, task);
  if (paused) {
    system.held.add(task.pid);
    task.stop = { reason: 'loaded', pc: state.pc };
  }
  teller.loaded(task);
  executive.runner.wake();
  return task;
}

function started<Result>(start: () => Result): Result {
  try {
    return start();
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** Of several with one name all but the first get a number. */
function uniqueName(base: string, image: HxeImage, tasks: readonly LoadedTask[]): string {
  const taken = (name: string): boolean => tasks.some(task => task.name === name);
  if (!taken(base)) return base;
  if (!allowsMultipleInstances(image)) throw new Refusal(`app_exists:${base}`);
  let n = 0;
  while (taken(`${base}_#${n}`)) n++;
  return `${base}_#${n}`;
}

/** The same program anew, as another task: with the lock and the breakpoints of the one that it replaces. */
function reload({ executive, ownTask: task }: Call): Answer {
  const { sessions, programs } = executive;
  const { program, symbols } = task;
  const paused = task.stateName === 'paused';
  const again = programs.read(program.path, symbols?.path === program.symPath ? undefined : symbols?.path);
  killTask(executive, task);
  const started = startTask(executive, again, { paused });
  const owner = sessions.ownerOf(task.pid);
  if (owner !== undefined) {
    sessions.unlock(owner, [task.pid]);
    sessions.lock(owner, [started.pid]);
  }
  for (const { addr, owner: of, maxDepth, temporary, condition } of task.breakpoints.list())
    if (executive.system.code[started.state.program]!.beginsInstruction(addr))
      started.breakpoints.set({
        addr,
        owner: of,
        temporary,
        ...(maxDepth === undefined ? {} : { maxDepth }),
        ...(condition === undefined
          ? {}
          : { condition, test: started.expressions.condition(condition, addr) }),
      });
  return { ...imageAnswer(executive, started), old_pid: task.pid };
}

function imageAnswer({ system }: Executive, task: LoadedTask): Answer {
  const { pid, program, symbols } = task;
  const { image, crc, symPath, warnings } = program;
  const made = system.state.services.mailboxes.filter(({ owner }) => owner === pid);
  const metadata = metadataAnswer(image);
  return {
    pid,
    entry: image.entry,
    code_len: image.code.length * 4,
    ro_len: image.rodata.length,
    bss: image.bssSize,
    version: image.version,
    flags: image.flags,
    req_caps: image.capabilities,
    app_name: task.name,
    app_name_base: task.appNameBase,
    allow_multiple_instances: allowsMultipleInstances(image),
    metadata,
    meta_count: metadata.sections.length,
    manifest_present: (image.flags & HxeFlag.manifest) !== 0,
    mailbox_creation: image.metadata.mailboxes.flatMap(({ target }) => {
      const found = made.find(mailbox => targetText(mailbox).startsWith(target));
      return found === undefined ? [] : [{ target, descriptor: found.id }];
    }),
    symbols: {
      pid,
      loaded: symbols !== undefined,
      path: symPath,
      ...(symbols === undefined ? {} : { count: symbols.count }),
    },
    ...(warnings.length === 0 ? {} : { warnings }),
    has_symbols: symbols !== undefined,
    crc,
  };
}

function metadataAnswer({ metadata }: HxeImage) {
  const values = metadata.values.map(value => ({
    group_id: value.group,
    value_id: value.id,
    flags: value.flags,
    auth_level: value.auth,
    init_raw: value.init,
    init_value: fromF16(value.init),
    name: value.name ?? null,
    unit: value.unit ?? null,
    epsilon_raw: value.epsilon,
    epsilon: fromF16(value.epsilon),
    min_raw: value.min,
    min: fromF16(value.min),
    max_raw: value.max,
    max: fromF16(value.max),
    persist_key: value.persistKey,
    group_name: value.groupName ?? null,
    oid: oidOf(value),
  }));
  const commands = metadata.commands.map(command => ({
    group_id: command.group,
    cmd_id: command.id,
    flags: command.flags,
    auth_level: command.auth,
    handler_offset: command.handler,
    name: command.name ?? null,
    help: command.help ?? null,
    group_name: command.groupName ?? null,
    reserved: command.reserved,
    oid: oidOf(command),
  }));
  const mailboxes = metadata.mailboxes.map(({ target, capacity, mode, ownerPid, bindings, raw }) => ({
    target,
    name: target,
    capacity,
    queue_depth: capacity,
    mode_mask: mode,
    flags: mode,
    owner_pid: ownerPid ?? null,
    bindings,
    raw,
  }));
  const sections = [values, commands, mailboxes].flatMap((entries, index) =>
    entries.length === 0 ? [] : [{ type: index + 1, entry_count: entries.length, entries }],
  );
  return { sections, values, commands, mailboxes };
}
