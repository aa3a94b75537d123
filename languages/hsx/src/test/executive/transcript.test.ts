// The exchanges of upstream's executive with its own program, replayed.

import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { test } from 'vitest';
import { clockFields, error, executive, framing, closing, ok, replay, sessions } from './exchanges.js';

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
