// A machine that behaves as upstream's does, on our own runtime: what it does not tell, and what it tells twice.
//
// Two branches of upstream differ: `main` runs one instruction for each resume once it has met a breakpoint, `vscode` stops
// twice where it met one.

import { readFileSync } from 'node:fs';
import { programOf } from '../../runtime/load.js';
import type { TaskState } from '../../runtime/state.js';
import { System } from '../../runtime/system.js';
import { readHxe } from '../../toolchain/format/hxe-file.js';
import { fieldsOf, Op, operationOf } from '../../toolchain/isa.js';

export type Branch = 'vscode' | 'main';

const stdoutCapacity = 64;
const messageCost = 8;

export interface PeerTask {
  readonly pid: number;
  readonly program: string;
  readonly name: string;
  readonly task: TaskState;
  readonly code: Uint32Array;
  readonly entry: number;
  readonly breakpoints: Set<number>;
  readonly stdout: Buffer[];
  readonly stdin: Buffer[];
  state: string;
  running: boolean;
  steps: number;
  sleepMs: number | null;
  exitStatus: number | null;
  /** One instruction for each resume. */
  stutters: boolean;
  /** It will stop once more where it stands. */
  stopsAgain: boolean;
}

export interface PeerStep {
  executed: number;
  running: boolean;
  pc?: number | null;
  steps?: number;
  sleep_pending?: boolean;
  events: Record<string, unknown>[];
  paused: boolean;
  current_pid: number | null;
}

export class PeerMachine {
  readonly tasks = new Map<number, PeerTask>();
  /** What a careful client would not have done. */
  readonly misuses: string[] = [];
  paused = false;
  readonly #system: System;
  #events: Record<string, unknown>[] = [];
  #current: PeerTask | undefined;

  constructor(private readonly branch: Branch) {
    const host = {
      now: () => performance.now(),
      watching: false,
      touched: () => false,
      readLine: () => undefined,
      readInput: (pid: number) => this.tasks.get(pid)?.stdin.shift(),
      write: (stream: string, text: string) => this.#print(stream, Buffer.from(text)),
      writeBytes: (stream: string, bytes: Uint8Array) => this.#print(stream, Buffer.from(bytes)),
    };
    this.#system = new System({ programs: [], tasks: [], open: true, traceSize: 0 }, host);
  }

  load(path: string): PeerTask {
    const image = readHxe(readFileSync(path));
    const program = programOf(image, 'program');
    const task = this.#system.add(program, program.name);
    const loaded: PeerTask = {
      ...{ pid: task.id, program: path, name: program.name, task, code: program.code, entry: program.entry },
      ...{ breakpoints: new Set<number>(), stdout: [], stdin: [] },
      ...{ state: 'running', running: true, steps: 0, sleepMs: null, exitStatus: null },
      ...{ stutters: false, stopsAgain: false },
    };
    this.tasks.set(task.id, loaded);
    return loaded;
  }

  /** One that waits stands behind its SVC, as far as anybody is told. */
  shownPc({ task, state }: PeerTask): number {
    return state === 'waiting_mbx' ? task.pc + 4 : task.pc;
  }

  /** Of the mailbox that it waits for; the handle 1 is standard input. */
  waitHandle({ task, code, state }: PeerTask): number | null {
    if (state !== 'waiting_mbx') return null;
    return fieldsOf(code[task.pc / 4]!).immu === 0x503 ? task.registers[1]! : 1;
  }

  shownSteps({ steps, state }: PeerTask): number {
    return state === 'waiting_mbx' ? steps + 1 : steps;
  }

  resume(task: PeerTask): void {
    this.paused = false;
    if (task.state === 'waiting_mbx') this.misuses.push('resumed a task that waits for a message');
    task.state = 'running';
    task.running = true;
    task.sleepMs = null;
  }

  send(task: PeerTask, data: string): void {
    task.stdin.push(Buffer.from(data));
    if (task.state === 'waiting_mbx') task.state = 'ready';
  }

  step(task: PeerTask, most: number): PeerStep {
    for (const each of this.tasks.values()) this.#wake(each);
    this.#events = [];
    let executed = 0;
    const isRunnable = (): boolean => task.state === 'running' || task.state === 'ready';
    if (isRunnable() && task.breakpoints.has(task.task.pc)) {
      this.#break(task, 'pre');
      return { executed, running: false, paused: true, current_pid: task.pid, events: this.#events };
    }
    while (executed < most && isRunnable() && !this.paused) {
      executed++;
      if (this.#stopsBefore(task)) break;
      this.#execute(task);
      if (isRunnable() && task.stutters) {
        task.running = false;
        task.state = 'paused';
      }
    }
    if (executed === 0 && !isRunnable() && task.state === 'paused')
      return { executed, running: false, pc: null, steps: 0, paused: false, current_pid: null, events: [] };
    if (executed > 0 && task.breakpoints.has(task.task.pc)) {
      // The machine itself has not stopped yet, and will when it goes on.
      task.stopsAgain = this.branch === 'vscode' && !this.paused;
      this.#break(task, 'post');
    }
    return {
      executed,
      running: task.running,
      pc: this.shownPc(task),
      steps: this.shownSteps(task),
      sleep_pending: task.sleepMs !== null,
      events: this.#events,
      paused: this.paused,
      current_pid: task.pid,
    };
  }

  /** Its message may have come. */
  #wake(task: PeerTask): void {
    if (task.state !== 'waiting_mbx') return;
    const { steps } = task;
    this.#run(task);
    if (task.steps > steps) task.state = 'ready';
  }

  #stopsBefore(task: PeerTask): boolean {
    const { pc } = task.task;
    if (!task.stopsAgain && !task.breakpoints.has(pc)) return false;
    task.stopsAgain = false;
    this.#stop(task, { reason: 'breakpoint', pc, next_pc: pc });
    return true;
  }

  #break(task: PeerTask, phase: string): void {
    task.state = 'paused';
    task.running = false;
    task.stutters ||= this.branch === 'main';
    const data = { pc: task.task.pc, phase, reason: 'breakpoint' };
    this.#events.push({ seq: 1, ts: 0, type: 'debug_break', pid: task.pid, data });
  }

  /** Everything stands until any resume. */
  #stop(task: PeerTask, what: Record<string, unknown>): void {
    this.paused = true;
    task.state = 'paused';
    task.running = false;
    this.#events.push({ type: 'debug_stop', ...what, steps: task.steps, cycles: task.steps, pid: task.pid });
  }

  #execute(peer: PeerTask): void {
    const { task, code } = peer;
    const { pc } = task;
    const word = code[pc / 4];
    const { code: operation, immu } = fieldsOf(word ?? 0);
    const passes = (): void => {
      task.pc += 4;
      peer.steps++;
    };
    if (word === undefined) {
      this.#events.push({
        type: 'vm_error',
        pid: peer.pid,
        error: 'pc_out_of_range',
        pc,
        code_len: code.length * 4,
      });
      this.#stop(peer, {
        reason: 'vm_error',
        pc,
        next_pc: pc,
        error: 'pc_out_of_range',
        code_len: code.length * 4,
      });
    } else if (operationOf(word) === undefined || (operation === Op.SVC && immu === 0x100)) {
      passes();
      peer.running = false;
      peer.state = 'paused';
    } else if (operation === Op.BRK) {
      passes();
      peer.stutters ||= this.branch === 'main' || peer.breakpoints.size === 0;
      this.#stop(peer, { reason: 'brk', pc, next_pc: pc + 4, opcode: word, code: immu & 0xff });
    } else if (operation === Op.SVC && immu === 0x600) {
      passes();
      peer.sleepMs = task.registers[0]!;
      peer.state = 'sleeping';
      peer.running = false;
      this.#events.push({ type: 'sleep_request', ms: peer.sleepMs, deadline: 1 });
    } else this.#run(peer);
  }

  #run(peer: PeerTask): void {
    const { task, pid } = peer;
    const { pc } = task;
    this.#current = peer;
    this.#system.restrictTo(pid);
    const outcome = this.#system.run(this.#system.state.time + 1, true);
    switch (outcome.kind) {
      case 'thrown':
        // Nobody is told, and nothing changes but R0.
        task.registers[0] = task.fault!.code;
        task.fault = undefined;
        peer.running = false;
        return;
      case 'waiting':
        peer.state = 'waiting_mbx';
        peer.running = false;
        this.#events.push({ type: 'mailbox_wait', pid, descriptor: 1, handle: 1 });
        return;
      case 'task':
        peer.state = 'returned';
        peer.running = false;
        peer.exitStatus = task.exitStatus;
        // The last RET does not count.
        task.pc = pc;
        return;
      default:
        peer.steps++;
    }
  }

  /** A mailbox that is full takes no more. */
  #print(stream: string, bytes: Buffer): boolean {
    const { stdout, pid } = this.#current!;
    const used = stdout.reduce((sum, message) => sum + messageCost + message.length, 0);
    if (stream !== 'stdout' || used + messageCost + bytes.length > stdoutCapacity) return true;
    stdout.push(bytes);
    this.#events.push({ type: 'mailbox_send', pid, descriptor: 2, handle: 2, length: bytes.length });
    return true;
  }
}
