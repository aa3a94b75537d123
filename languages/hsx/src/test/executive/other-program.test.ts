// The exchanges of upstream's executive again, with another program and other pids.

import { expect, test } from 'vitest';
import { built, temporaryFolder } from './bench-executive.js';
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
