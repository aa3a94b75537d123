// Exchanges as upstream's executive has them, restated: the same requests, the same fields, ids and times aside. Where ours
// differs on purpose, the README of the language says so (differences from the original).

import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, test } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient, temporaryFolder, type Wire } from './bench-executive.js';

/** A request and the fields of its answer; `SESSION` and `OBSERVER` stand for the ids. */
type Exchange = readonly [cmd: string, fields: object, expected: object];

const error = (text: string): object => ({ version: 1, status: 'error', error: text });
const ok = (fields: object = {}): object => ({ version: 1, status: 'ok', ...fields });

const clockFields = (steps: number, total: number): object => ({
  ...{ state: 'stopped', running: false, mode: 'stopped', throttled: false, throttle_reason: null },
  ...{ last_wait_s: 0, rate_hz: 0, step_size: 1, auto_steps: 0, auto_total_steps: 0 },
  ...{ manual_steps: steps, manual_total_steps: total },
});

async function replay(client: DirectClient, exchanges: readonly Exchange[], ids: Map<string, string>) {
  for (const [cmd, fields, expected] of exchanges) {
    const request = JSON.stringify({ version: 1, cmd, ...fields }).replace(
      /"(SESSION|OBSERVER)"/g,
      (_, name: string) => JSON.stringify(ids.get(name)),
    );
    const answer = JSON.parse((await client.line(request))!);
    expect(answer, request).toMatchObject(expected);
    if (cmd === 'session.open' && answer.status === 'ok')
      ids.set(ids.has('SESSION') ? 'OBSERVER' : 'SESSION', answer.session.id);
  }
}

const framing: readonly Exchange[] = [
  ['ping', {}, ok({ reply: 'pong' })],
  ['PING', {}, ok({ reply: 'pong' })],
  ['ping', { version: 2 }, error('unsupported_version:2')],
  ['nosuch', {}, error('unknown_cmd:nosuch')],
  ['dumpregs', { pid: 99 }, error('unknown pid 99')],
  ['bp', { op: 'set', addr: 64 }, error("bp requires 'pid'")],
];

const sessions = (pid: number): readonly Exchange[] => [
  [
    'session.open',
    {
      client: 'ts-probe',
      capabilities: {
        features: ['events', 'stack', 'watch', 'disasm', 'symbols', 'memory', 'other'],
        ...{ max_events: 5000, trace_buffer_size: 1000, trace_mode: 'full' },
      },
      ...{ pid_lock: pid, heartbeat_s: 2 },
    },
    ok({
      session: {
        ...{ client: 'ts-probe', heartbeat_s: 5, max_events: 2048, pid_lock: pid },
        features: ['events', 'stack', 'watch', 'disasm', 'symbols', 'memory'],
        warnings: ['unsupported_feature:other', 'max_events_clamped:2048', 'heartbeat_clamped:5'],
      },
    }),
  ],
  ['session.open', { client: 'other', pid_lock: pid }, error(`pid_locked:${pid}`)],
  [
    'session.open',
    { client: 'observer' },
    ok({ session: { client: 'observer', heartbeat_s: 30, features: [], max_events: 256, pid_lock: null } }),
  ],
  ['session.keepalive', { session: 'SESSION' }, ok()],
  [
    'session.current',
    { session: 'OBSERVER' },
    ok({ session: { client: 'observer', pid_lock: null, pid_locks: [], warnings: [] } }),
  ],
  ['ps', { session: 'nope' }, error('session_required')],
];

const closing: readonly Exchange[] = [
  ['clock', {}, ok({ clock: { state: 'stopped', running: false, rate_hz: 0, step_size: 1 } })],
  ['clock', { op: 'rate', rate: 1000 }, ok({ clock: { state: 'stopped', rate_hz: 1000 } })],
  [
    'session.terminate',
    { target: 'OBSERVER', session: 'SESSION' },
    ok({ closed: { reason: 'admin_close' } }),
  ],
  ['session.close', { session: 'SESSION' }, ok()],
  ['ps', { session: 'SESSION' }, error('session_required')],
];

function executive(): { client: DirectClient; made: Executive } {
  const made = new Executive();
  return { made, client: new DirectClient(made) };
}

describeWithOutside("upstream's own program, pid 1", 'hsx', folder => {
  test('the whole conversation', async () => {
    const { made, client } = executive();
    const path = join(folder, 'demo.hxe');
    const ids = new Map<string, string>();
    const add = { name: 'add', address: 0, size: 116, type: 'function', file: 'demo.c', line: 1 };
    const s = { pid: 1, session: 'SESSION' };
    await replay(client, [...framing, ...sessions(1)], ids);
    await replay(
      client,
      [
        [
          'load',
          { path, session: 'SESSION' },
          ok({
            image: {
              ...{ pid: 1, entry: 212, code_len: 492, ro_len: 0, bss: 0, version: 2, flags: 2, req_caps: 0 },
              ...{ app_name: 'demo', app_name_base: 'demo', allow_multiple_instances: true },
              metadata: { sections: [], values: [], commands: [], mailboxes: [] },
              ...{ meta_count: 0, manifest_present: false, mailbox_creation: [] },
              symbols: { pid: 1, loaded: true, path: join(folder, 'demo.sym'), count: 3 },
            },
          }),
        ],
        [
          'ps',
          { session: 'SESSION' },
          ok({
            tasks: {
              current_pid: 1,
              tasks: [
                {
                  ...{
                    pid: 1,
                    program: path,
                    state: 'running',
                    app_name: 'demo',
                    app_name_base: 'demo',
                    pc: 212,
                  },
                  ...{ priority: 10, accounted_steps: 0, accounted_cycles: 0, sleep_pending: false },
                  ...{ sleep_pending_ms: null, sleep_deadline: null, exit_status: null, trace: false },
                  metadata: { sections: 0, values: 0, commands: 0, mailboxes: 0 },
                  ...{ stack_base: 61436, stack_limit: 61436, stack_size: 4096 },
                  ...{ debug_state: false, single_step: false },
                },
              ],
            },
          }),
        ],
        ['bp', { op: 'set', pid: 1, addr: 64 }, error('pid_locked:1')],
        ['bp', { op: 'set', ...s, addr: 64 }, ok({ pid: 1, breakpoints: [64] })],
        ['bp', { op: 'set', ...s, addr: '0xD4' }, ok({ pid: 1, breakpoints: [64, 212] })],
        ['bp', { op: 'list', pid: 1 }, ok({ pid: 1, breakpoints: [64, 212] })],
        [
          'step',
          s,
          ok({
            result: { executed: 0, running: false, paused: true, current_pid: 1 },
            clock: clockFields(1, 0),
          }),
        ],
        ['bp', { op: 'clear', ...s, addr: 212 }, ok({ pid: 1, breakpoints: [64] })],
        [
          'step',
          s,
          ok({
            result: { executed: 0, running: false, events: [], debug_event: null },
            clock: clockFields(2, 0),
          }),
        ],
        ['resume', s, ok({ task: { pid: 1, state: 'running', pc: 212 } })],
        [
          'step',
          s,
          ok({
            result: {
              ...{
                executed: 1,
                running: true,
                pc: 216,
                steps: 1,
                cycles: 1,
                sleep_pending: false,
                events: [],
              },
              ...{ paused: false, current_pid: 1, next_pid: 1, debug_event: null },
            },
            clock: clockFields(3, 1),
          }),
        ],
        [
          'step',
          { ...s, steps: 5000 },
          ok({
            result: {
              ...{
                executed: 76,
                running: false,
                pc: 64,
                steps: 77,
                cycles: 77,
                paused: true,
                current_pid: 1,
              },
              debug_event: {
                type: 'debug_stop',
                reason: 'breakpoint',
                pc: 64,
                steps: 77,
                cycles: 77,
                pid: 1,
              },
            },
          }),
        ],
        [
          'stack',
          { op: 'info', ...s, max: 8 },
          ok({
            stack: {
              frames: [
                {
                  ...{ index: 0, pc: 64, fp: 65488, return_pc: 180, symbol: { ...add, offset: 64 } },
                  ...{ func_name: 'add', func_addr: 0, func_offset: 64, line_num: 2 },
                  line: { address: 64, file: 'demo.c', line: 2 },
                },
                { index: 1, pc: 180, sp: 65496, fp: 65504, return_pc: 400, func_name: 'twice', line_num: 7 },
                { index: 2, pc: 400, sp: 65512, fp: 65528, return_pc: null, func_name: 'main', line_num: 14 },
              ],
              ...{ stack_base: 61436, stack_limit: 61436, stack_low: 61436, stack_high: 65532 },
              initial_fp: 65488,
            },
          }),
        ],
        [
          'dumpregs',
          { pid: 1 },
          ok({
            registers: {
              ...{ pc: 64, sp: 65476, flags: 2, running: false, steps: 77, cycles: 77 },
              regs: [0, 0, 0, 0, 65484, 65480, 65476, 65488, 0, 1, 0, 2147483648, 0, 5, 4294967284, 65476],
              ...{ stack_base: 61436, stack_limit: 61436, stack_size: 4096 },
              context: { state: 'paused', pid: 1, wait_kind: null, fd_table: { 0: 1, 1: 2, 2: 3 } },
            },
          }),
        ],
        [
          'disasm',
          { pid: 1, count: 2 },
          ok({
            disasm: {
              ...{ pid: 1, address: 64, count: 2, requested: 2, mode: 'on-demand', view: 'from_addr' },
              ...{ cached: false, truncated: false, bytes_read: 8, data: '02870ffc02970ff8' },
              instructions: [
                {
                  ...{ index: 0, pc: 64, size: 4, word: 42405884, mnemonic: 'LD', rd: 8, rs1: 7, rs2: 0 },
                  ...{ imm: -4, imm_raw: 4092, bytes: '02870ffc', symbol: { ...add, offset: 64 } },
                  line: { address: 64, file: 'demo.c', line: 2 },
                },
                { index: 1, pc: 68, word: 43454456 },
              ],
            },
          }),
        ],
        [
          'disasm.read',
          { pid: 1, count: 2, view: 'around_pc' },
          ok({
            disasm: { address: 60, view: 'around_pc', data: '03072ff802870ffc', reference: 64, count: 2 },
          }),
        ],
        [
          'symbols',
          { op: 'list', pid: 1, type: 'functions' },
          ok({
            symbols: {
              ...{ pid: 1, count: 3, offset: 0, limit: null, type: 'functions' },
              symbols: [
                add,
                { name: 'twice', address: 116, size: 96, line: 6 },
                { name: 'main', address: 212 },
              ],
            },
          }),
        ],
        [
          'memory',
          { op: 'regions', pid: 1 },
          ok({
            memory: {
              ...{ pid: 1, program: path },
              regions: [
                {
                  ...{ name: 'code', type: 'code', start: 0, end: 492, length: 492, permissions: 'rx' },
                  ...{ source: 'hxe', details: { entry: 212 } },
                },
                { name: 'stack', type: 'stack', start: 61436, end: 65532, length: 4096, permissions: 'rw' },
              ],
              layout: { entry: 212, code_len: 492, ro_len: 0, bss: 0, meta_count: 0, allow_multiple: true },
            },
          }),
        ],
        [
          'sym',
          { op: 'addr', pid: 1, address: 68 },
          ok({ symbol: { ...add, offset: 68 }, pid: 1, address: 68 }),
        ],
        [
          'sym',
          { op: 'name', pid: 1, name: 'twice' },
          ok({ symbol: { name: 'twice', address: 116 }, pid: 1 }),
        ],
        [
          'sym',
          { op: 'line', pid: 1, address: '0x48' },
          ok({ line: { address: 72, file: 'demo.c', line: 2 }, pid: 1, address: 72 }),
        ],
        ['peek', { pid: 1, addr: 65472, length: 16 }, ok({ data: '00'.repeat(16) })],
        [
          'watch',
          { op: 'add', ...s, expr: '0xFFF0', length: 4 },
          ok({
            watch: {
              ...{ id: 1, pid: 1, expr: '0xFFF0', type: 'address', length: 4, value: '00000000' },
              ...{ address: 65520, mode: 'memory' },
            },
          }),
        ],
        ['watch', { op: 'add', ...s, expr: 'nosuch' }, error("symbol 'nosuch' not found for pid 1")],
        ['poke', { ...s, addr: 65520, data: '2a000000' }, ok()],
        ['bp', { op: 'clear', ...s, addr: 64 }, ok({ breakpoints: [] })],
        ['resume', s, ok({ task: { state: 'running', pc: 64, accounted_steps: 77 } })],
        [
          'step',
          s,
          ok({
            result: {
              ...{ executed: 1, running: true, pc: 68, steps: 78, paused: false },
              events: [
                {
                  type: 'watch_update',
                  pid: 1,
                  data: {
                    ...{ watch_id: 1, address: 65520, expr: '0xFFF0', type: 'address', length: 4 },
                    ...{ old: '00000000', new: '2a000000' },
                  },
                },
              ],
            },
          }),
        ],
        ['step', { ...s, source_only: true }, ok({ result: { executed: 1, pc: 72, steps: 79 } })],
        ['trace', { ...s, mode: 'on' }, ok({ trace: { pid: 1, enabled: true, buffer_size: 100 } })],
        [
          'step',
          { ...s, steps: 2 },
          ok({
            result: {
              ...{ executed: 2, pc: 80, steps: 81 },
              events: [
                { type: 'trace_step', data: { pc: 72, next_pc: 76, opcode: 80216064, flags: 2, steps: 80 } },
                { type: 'trace_step', data: { pc: 76, next_pc: 80, opcode: 81330176, flags: 2, steps: 81 } },
              ],
            },
          }),
        ],
        [
          'trace',
          { op: 'records', pid: 1, limit: 1 },
          ok({
            trace: {
              ...{ pid: 1, count: 2, returned: 1, enabled: true, format: 'hsx.trace/1' },
              records: [
                {
                  ...{ pid: 1, pc: 76, opcode: 81330176, next_pc: 80, steps: 81, flags: 2 },
                  regs: [
                    0, 0, 0, 0, 65484, 65480, 65476, 65488, 0, 0, 0, 2147483648, 0, 0, 4294967284, 65476,
                  ],
                  changed_regs: ['R13'],
                },
              ],
            },
          }),
        ],
        ['trace', { op: 'config', buffer_size: 512 }, ok({ trace: { buffer_size: 512 } })],
        ['trace', { ...s, mode: 'off' }, ok({ trace: { pid: 1, enabled: false, buffer_size: 512 } })],
        ['pause', s, ok({ task: { state: 'paused', pc: 80 } })],
        ['resume', s, ok({ task: { state: 'running', pc: 80 } })],
        ['step', { ...s, steps: 5000 }, ok({ result: { executed: 403, running: false, pc: 488 } })],
        ['ps', {}, ok({ tasks: { tasks: [{ pid: 1, state: 'returned', pc: 488, exit_status: 62 }] } })],
        ['kill', s, ok({ task: { pid: 1, state: 'terminated' } })],
      ],
      ids,
    );
    await replay(client, closing, ids);
    made.dispose();
  });
});

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
  const twice = (await client.ok('sym', { op: 'name', pid: 4, name: 'twice' })).symbol.address as number;
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
  while (step.sleep_pending === true);
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
    ['hello', '[]', '{"cmd":"ping"}', '{}', '{"cmd":5}', '"ping"', 'null'].map(async line =>
      JSON.parse((await client.line(line))!),
    ),
  );
  expect(answers.map(({ status, error: text }) => text ?? status)).toEqual([
    ...['invalid_json', 'invalid_request', 'ok', "request requires 'cmd'", "request requires 'cmd'"],
    ...['invalid_request', 'invalid_request'],
  ]);
  made.dispose();
});
