// The exchanges of upstream's executive again, with another program and other pids.

import { expect, test } from 'vitest';
import { built, DirectClient, temporaryFolder } from './bench-executive.js';
import { closing, error, executive, framing, ok, replay, sessions } from './exchanges.js';
import type { Wire } from './wire-fields.js';

/** Two functions with frames, a global, output, a BRK and a division by zero. Addresses are those of the listing. */
const own = `.text
.entry main
.extern twice
.value {"group": 3, "value": 1, "name": "own.level", "unit": "pct", "init": 1.0}
.cmd {"group": 3, "cmd": 2, "name": "own.noop", "help": "does nothing", "handler": "twice"}
main:
PUSH R7
MOV R7, R15
LDI R1, 21
CALL twice
LDI32 R2, total
ST [R2], R0
LDI32 R1, text
LDI R2, 9
SVC MOD=0x1, FN=0x1
LDI R0, 5
SVC MOD=0x6, FN=0x0
BRK 7
LDI R5, 0
DIV R6, R1, R5
POP R7
RET
twice:
PUSH R7
MOV R7, R15
ADD R0, R1, R1
POP R7
RET
.data
.export total
total:
.word 0
text:
.ascii "hi there\\n"
`;

test('the same with a program of our own, and pids 4 and 5', async () => {
  const { made, client } = executive();
  const folder = temporaryFolder();
  const path = await built('own.mvasm', own, { folder });
  for (let pid = 1; pid <= 3; pid++) {
    await client.ok('load', { path });
    await client.ok('kill', { pid });
  }
  const ids = new Map<string, string>();
  await replay(client, [...framing, ...sessions(4)], ids);
  const { image } = await client.ok('load', { path, session: ids.get('SESSION') });
  const twice = (await client.ok('sym', { op: 'name', pid: 4, name: 'twice' })).symbol.address;
  const s = { pid: 4, session: 'SESSION' };
  expect(image).toMatchObject({ pid: 4, entry: 0, app_name: 'own', meta_count: 2 });
  expect(image.metadata.values).toMatchObject([
    { group_id: 3, value_id: 1, name: 'own.level', unit: 'pct', init_value: 1, oid: 0x301 },
  ]);
  await replay(
    client,
    [
      ['load', { path }, ok({ image: { pid: 5, app_name: 'own_#0', app_name_base: 'own' } })],
      ['bp', { op: 'set', pid: 4, addr: twice }, error('pid_locked:4')],
      ['bp', { op: 'set', ...s, addr: twice }, ok({ pid: 4, breakpoints: [twice] })],
      [
        'bp',
        { op: 'set', ...s, addr: twice + 1 },
        error(`no instruction begins at 0x${(twice + 1).toString(16).padStart(4, '0')}`),
      ],
      [
        'step',
        { ...s, steps: 100 },
        ok({ result: { executed: 4, pc: twice, steps: 4, paused: true, current_pid: 4 } }),
      ],
      [
        'stack',
        { ...s },
        ok({
          stack: {
            frames: [
              { index: 0, pc: twice, sp: 65524, return_pc: 16, func_name: 'twice' },
              { index: 1, pc: 16, sp: 65528, fp: 65528, return_pc: null },
            ],
            truncated: false,
            errors: [],
          },
        }),
      ],
      [
        'watch',
        { op: 'add', ...s, expr: 'total' },
        ok({ watch: { type: 'symbol', length: 4, value: '00000000', symbol: 'total' } }),
      ],
      ['resume', s, ok({ task: { pid: 4, state: 'running' } })],
      [
        'step',
        { ...s, steps: 7 },
        ok({
          result: {
            executed: 7,
            events: [
              { type: 'watch_update', pid: 4, data: { old: '00000000', new: '2a000000', expr: 'total' } },
            ],
          },
        }),
      ],
      [
        'step',
        { ...s, steps: 400 },
        ok({
          result: {
            running: false,
            sleep_pending: true,
            events: [{ type: 'stdout' }, { type: 'task_state' }],
          },
        }),
      ],
      [
        'ps',
        {},
        ok({
          tasks: {
            tasks: [
              { pid: 4, state: 'sleeping', sleep_pending: true },
              { pid: 5, state: 'running' },
            ],
          },
        }),
      ],
      [
        'listen',
        { pid: 4 },
        ok({
          messages: [
            {
              target: 'svc:stdio.out@4',
              text: 'hi there\n',
              data_hex: '68692074686572650a',
              flags: 0,
              channel: 0,
              length: 9,
              src_pid: 4,
            },
          ],
        }),
      ],
      ['listen', { pid: 4 }, ok({ messages: [] })],
      ['val.list', { pid: 5 }, ok({ values: [] })],
      [
        'val.list',
        { pid: 4 },
        ok({
          values: [
            {
              oid: 0x301,
              group_id: 3,
              value_id: 1,
              owner_pid: 4,
              last_value: 1,
              name: 'own.level',
              unit: 'pct',
            },
          ],
        }),
      ],
      [
        'val.set',
        { oid: 0x301, value: 0.5, session: 'SESSION' },
        ok({ value: { status: 0, value: 0.5, f16: 14336, pid: 4 } }),
      ],
      ['val.get', { oid: '0x301' }, ok({ value: { status: 0, value: 0.5, f16: 14336, pid: 4 } })],
      ['val.get', { oid: 9 }, ok({ value: { status: 1 } })],
      [
        'cmd.list',
        {},
        ok({
          commands: [
            {
              oid: 0x302,
              cmd_id: 2,
              owner_pid: 4,
              handler_ref: twice,
              name: 'own.noop',
              help: 'does nothing',
            },
          ],
        }),
      ],
      ['cmd.call', { oid: 0x302, session: 'SESSION' }, ok({ command: { status: 0, result: null, pid: 4 } })],
    ],
    ids,
  );
  // The sleep ends by itself.
  const session = ids.get('SESSION');
  let step: Wire;
  do step = (await client.ok('step', { pid: 4, session, steps: 10 })).result;
  while (step.sleep_pending);
  const brk = step.debug_event;
  expect(brk).toMatchObject({ type: 'debug_stop', reason: 'brk', code: 7, pid: 4, opcode: 0x7f000007 });
  expect([step.pc, brk.next_pc]).toEqual([brk.pc + 4, brk.pc + 4]);
  await replay(
    client,
    [
      ['ps', {}, ok({ tasks: { tasks: [{ pid: 4, state: 'paused', pc: step.pc }, {}] } })],
      ['resume', s, ok({ task: { state: 'running' } })],
      [
        'step',
        { ...s, steps: 10 },
        ok({
          result: {
            ...{ executed: 1, running: false, debug_event: null },
            events: [
              { type: 'fault', data: { name: 'division by zero', code: 0xffffff05, paused: false } },
              { type: 'stderr' },
              {
                type: 'task_state',
                data: { new_state: 'terminated', reason: 'fault', exit_status: 0xffffff05 },
              },
            ],
          },
        }),
      ],
      ['ps', {}, ok({ tasks: { tasks: [{ pid: 4, state: 'terminated', exit_status: 0xffffff05 }, {}] } })],
      ['resume', s, error('invalid_state_transition:terminated->running')],
      ['kill', s, ok({ task: { pid: 4, state: 'terminated' } })],
      ['kill', { pid: 5 }, ok({ task: { pid: 5, state: 'terminated' } })],
      ['ps', {}, ok({ tasks: { tasks: [], current_pid: null } })],
      ['step', {}, ok({ result: { executed: 0, running: false, pc: null } })],
    ],
    ids,
  );
  await replay(client, closing, ids);
  made.dispose();
});

/** Not JSON, and no version. */
test('lines that are no requests', async () => {
  const { made, client } = executive();
  const answers = await Promise.all(
    ['hello', '[]', '{"cmd":"ping"}', '{}', '{"cmd":5}', '"ping"', 'null'].map(
      async line => JSON.parse((await client.line(line))!) as Wire,
    ),
  );
  expect(answers.map(({ status, error: text }) => (status === 'ok' ? status : text))).toEqual([
    ...['invalid_json', 'invalid_request', 'ok', "request requires 'cmd'", "request requires 'cmd'"],
    ...['invalid_request', 'invalid_request'],
  ]);
  made.dispose();
});

test('a pc out of range and an unknown instruction end their tasks, and stop nobody else', async () => {
  const { made, client } = executive();
  const session = (await client.ok('session.open')).session.id;
  const stream = new DirectClient(made);
  await stream.subscribe(session, { categories: ['vm_error', 'fault', 'task_state'] });
  await client.ok('load', { path: await built('far.mvasm', '.text\n.entry main\nmain:\nJMP 0x7fc\n') });
  await client.ok('load', { path: await built('near.mvasm', own) });
  expect((await client.ok('step', { pid: 1, steps: 10 })).result).toMatchObject({
    executed: 1,
    pc: 2044,
    steps: 2,
  });
  expect(stream.events.slice(2).map(({ type, data }) => [type, data])).toMatchObject([
    ['vm_error', { error: 'pc_out_of_range', pc: 2044, code_len: 4 }],
    ['fault', { name: 'pc out of range', pc: 2044, paused: false }],
    ['task_state', { new_state: 'terminated', reason: 'fault' }],
  ]);
  expect((await client.ok('step', { pid: 2, steps: 4 })).result).toMatchObject({
    executed: 4,
    running: true,
  });
  made.dispose();
});

test('a stream begins with what upstream says of it', async () => {
  const { made, client } = executive();
  const session = (await client.ok('session.open', { capabilities: { max_events: 64 } })).session.id;
  await client.ok('load', { path: await built('own.mvasm', own) });
  const stream = new DirectClient(made);
  await stream.ask('events.subscribe', {
    session,
    filters: { pid: [1], categories: ['debug_break', 'task_state'] },
  });
  expect(stream.events).toMatchObject([
    ok({
      events: { max: 64, cursor: 1, retention_ms: 5000, pending: 0, high_water: 0, drops: 0 },
    }),
  ]);
  await client.ok('bp.set', { pid: 1, addr: 8 });
  await client.ok('clock', { op: 'step', pid: 1, steps: 10 });
  const [, state, stop] = stream.events;
  expect(state).toMatchObject({
    ...{ type: 'task_state', pid: 1 },
    data: {
      prev_state: 'running',
      new_state: 'paused',
      reason: 'debug_break',
      details: { pc: 8, phase: 'post' },
    },
  });
  expect(stop).toMatchObject({
    type: 'debug_break',
    pid: 1,
    data: { pc: 8, phase: 'post', reason: 'breakpoint' },
  });
  expect(stop!.seq).toBe(state!.seq + 1);
  expect((await client.ok('events.ack', { session, seq: state!.seq })).events).toEqual({
    ...{ pending: 1, high_water: 2, drops: 0, last_ack: state!.seq },
  });
  expect((await client.ok('events.ack', { session, seq: stop!.seq })).events).toMatchObject({ pending: 0 });
  expect(await client.ok('events.unsubscribe', { session })).toMatchObject({ unsubscribed: true });
  expect(await client.refused('events.ack', { session, seq: 1 })).toBe('session_required');
  expect(stream.closed).toBe(true);
  made.dispose();
});
