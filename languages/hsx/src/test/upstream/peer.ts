// An executive that answers as upstream's does, as far as `hsx-transcript` shows it, over TCP.

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { PeerMachine, type Branch, type PeerTask } from './peer-machine.js';

type Fields = Readonly<Record<string, unknown>>;

interface PeerSession {
  readonly id: string;
  readonly lock: number | undefined;
}

/** Those that ask the machine nothing. */
const local = /^(?:ping|clock|session\..*)$/;
const needsLock = new Set(['step', 'pause', 'resume', 'kill', 'poke', 'send']);
const shown = 64;

export class Peer {
  readonly machine: PeerMachine;
  readonly asked: string[] = [];
  clockRuns = false;
  /** Requests that came before the one before was answered. */
  overlaps = 0;
  port = 0;
  readonly #sessions = new Map<string, PeerSession>();
  readonly #sockets = new Set<Socket>();
  #wedged = false;
  #clockAfterStep = false;
  #busy = 0;
  #lastSession = 0;

  private constructor(private readonly branch: Branch) {
    this.machine = new PeerMachine(branch);
  }

  /** It ends with the test. */
  static async start(branch: Branch): Promise<Peer> {
    const peer = new Peer(branch);
    const server = createServer(socket => peer.#serve(socket));
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    peer.port = (server.address() as AddressInfo).port;
    onTestFinished(async () => {
      peer.cut();
      await new Promise<void>(done => server.close(() => done()));
    });
    return peer;
  }

  /** Somebody else starts it. */
  startClockAfterNextStep(): void {
    this.#clockAfterStep = true;
  }

  wedge(): void {
    this.#wedged = true;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get sessions(): readonly PeerSession[] {
    return [...this.#sessions.values()];
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (this.#busy++ > 0) this.overlaps++;
        setImmediate(() => {
          this.#busy--;
          socket.write(`${JSON.stringify({ version: 1, ...this.#respond(line) })}\n`);
        });
      }
    });
  }

  #respond(line: string): Fields {
    try {
      const request = JSON.parse(line) as Fields;
      const cmd = String(request['cmd']).toLowerCase();
      this.asked.push(cmd);
      const session = request['session'] as string | undefined;
      if (session !== undefined && !this.#sessions.has(session)) throw new Error('session_required');
      if (!local.test(cmd)) this.#needMachine();
      return { status: 'ok', ...this.#answer(cmd, request) };
    } catch (error) {
      return { status: 'error', error: (error as Error).message };
    }
  }

  /** A request beside the clock crosses its answers, and nothing works any more. */
  #needMachine(): void {
    if (this.#wedged) throw new Error('cannot read from timed out object');
    if (!this.clockRuns) return;
    this.#wedged = true;
    throw new Error('timed out');
  }

  #answer(cmd: string, request: Fields): Fields {
    switch (cmd) {
      case 'ping':
        return { reply: 'pong' };
      case 'session.open':
        return this.#open(request);
      case 'session.keepalive':
        return {};
      case 'session.close':
        this.#sessions.delete(String(request['session']));
        return {};
      case 'clock':
        if (request['op'] === 'start') this.clockRuns = true;
        if (request['op'] === 'stop') this.clockRuns = false;
        return { clock: this.#clock() };
      case 'ps':
        return { tasks: { tasks: [...this.machine.tasks.values()].map(t => this.#row(t)), current_pid: 1 } };
      default:
        return this.#answerOf(cmd, request, this.#task(cmd, request));
    }
  }

  #open({ pid_lock: wanted }: Fields): Fields {
    const lock = typeof wanted === 'number' ? wanted : undefined;
    if (lock !== undefined && this.sessions.some(each => each.lock === lock))
      throw new Error(`pid_locked:${lock}`);
    const id = `session-${++this.#lastSession}`;
    this.#sessions.set(id, { id, lock });
    return {
      session: {
        id,
        client: 'sonde',
        heartbeat_s: 30,
        features: [],
        max_events: 256,
        pid_lock: lock ?? null,
      },
    };
  }

  #task(cmd: string, { pid, session, op }: Fields): PeerTask {
    const known = new Set([
      ...needsLock,
      'bp',
      'dumpregs',
      'stack',
      'peek',
      'disasm',
      'memory',
      'val.list',
      'listen',
    ]);
    if (!known.has(cmd)) throw new Error(`unknown_cmd:${cmd}`);
    if (pid === undefined) throw new Error(`${cmd} requires 'pid'`);
    const found = this.machine.tasks.get(Number(pid));
    if (found === undefined) throw new Error(`unknown pid ${Number(pid)}`);
    const owner = this.sessions.find(each => each.lock === found.pid);
    const changes = needsLock.has(cmd) || (cmd === 'bp' && op !== 'list');
    if (changes && owner !== undefined && owner.id !== session) throw new Error(`pid_locked:${found.pid}`);
    return found;
  }

  #answerOf(cmd: string, request: Fields, found: PeerTask): Fields {
    const { machine } = this;
    const { pid, task } = found;
    const number = (name: string, otherwise = 0): number => Number(request[name] ?? otherwise);
    switch (cmd) {
      case 'step': {
        const result = machine.step(found, number('steps', 1));
        this.clockRuns ||= this.#clockAfterStep;
        this.#clockAfterStep = false;
        return { result, clock: this.#clock() };
      }
      case 'resume':
        machine.resume(found);
        return { task: this.#row(found) };
      case 'pause':
        found.state = 'paused';
        return { task: this.#row(found) };
      case 'kill':
        machine.tasks.delete(pid);
        return { task: { pid, state: 'terminated' } };
      case 'bp':
        if (request['op'] === 'set') found.breakpoints.add(number('addr'));
        if (request['op'] === 'clear') found.breakpoints.delete(number('addr'));
        return { pid, breakpoints: [...found.breakpoints].sort((a, b) => a - b) };
      case 'peek':
        return {
          data: Buffer.from(
            task.memory.slice(number('addr'), number('addr') + number('length', 16)),
          ).toString('hex'),
        };
      case 'poke':
        task.memory.set(Buffer.from(String(request['data']), 'hex'), number('addr'));
        return {};
      case 'send':
        machine.send(found, String(request['data']));
        return { target: `svc:stdio.in@${pid}` };
      case 'listen':
        return {
          messages: found.stdout
            .splice(0, number('limit', 5))
            .map(bytes => ({ data_hex: bytes.toString('hex') })),
        };
      case 'val.list':
        return { values: [{ oid: 0xf001, name: 'sys.rate', last_f16: 0x3c00, owner_pid: pid }] };
      case 'dumpregs':
        return { registers: this.#registers(found) };
      case 'stack':
        return { stack: { pid, frames: [], truncated: true, errors: ['sp_out_of_range:0x0001EFC0'] } };
      case 'memory': {
        const end = found.code.length * 4;
        const region = { name: 'code', type: 'code', start: 0, end, details: { entry: found.entry } };
        return { memory: { pid, regions: [region] } };
      }
      default:
        return { disasm: this.#disasm(found, request) };
    }
  }

  #clock(): Fields {
    return { state: this.clockRuns ? 'running' : 'stopped', running: this.clockRuns, rate_hz: 0 };
  }

  #row(found: PeerTask): Fields {
    const { pid, program, name, state, sleepMs, exitStatus, task } = found;
    return {
      ...{ pid, program, state, app_name: name, pc: this.machine.shownPc(found), exit_status: exitStatus },
      ...{ sleep_pending: sleepMs !== null, sleep_pending_ms: sleepMs, sleep_deadline: null },
      ...{ stack_base: task.stackLimit, stack_limit: task.stackLimit, stack_size: 4096 },
    };
  }

  #registers(found: PeerTask): Fields {
    const { task, running, state } = found;
    const { sp, psw: flags, stackLimit } = task;
    return {
      ...{ pc: this.machine.shownPc(found), regs: Array.from(task.registers, each => each >>> 0), sp, flags },
      ...{ running, steps: this.machine.shownSteps(found), reg_base: 4096 },
      ...{ stack_base: stackLimit, stack_limit: stackLimit, stack_size: 4096, sp_effective: stackLimit + sp },
      context: {
        state,
        wait_handle: this.machine.waitHandle(found),
        fd_table: { '0': 1, '1': 2, '2': 3 },
      },
    };
  }

  /** A number 0 means the pc; one branch reads data in the place of code. */
  #disasm({ task, code }: PeerTask, { addr, count }: Fields): Fields {
    const address = addr === 0 || addr === undefined ? task.pc : Number(addr);
    const bytes = Buffer.alloc(Math.min(Number(count ?? 8), shown) * 4);
    const words = code.subarray(address / 4, address / 4 + bytes.length / 4);
    if (this.branch === 'vscode') words.forEach((word, nth) => bytes.writeUInt32BE(word, nth * 4));
    return { address, data: bytes.subarray(0, words.length * 4).toString('hex'), instructions: [] };
  }
}
