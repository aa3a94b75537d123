// From a line to an answer: parsed, admitted, looked up, and whatever goes wrong becomes an error that can be read.

import { asFailure, sameSecret } from '@sonde/engine';
import type { Client } from '../client.js';
import type { Executive } from '../executive.js';
import { Refusal, Request, type Answer } from '../request.js';
import type { Session } from '../sessions.js';
import { breakpointCommands } from './breakpoint-commands.js';
import { Call, type Command } from './call.js';
import { disasmCommands } from './disasm-commands.js';
import { eventCommands } from './event-commands.js';
import { loadCommands } from './load-command.js';
import { memoryCommands } from './memory-commands.js';
import { runCommands } from './run-commands.js';
import { serviceCommands } from './service-commands.js';
import { sessionCommands } from './session-commands.js';
import { stackCommands } from './stack-commands.js';
import { symbolCommands } from './symbol-commands.js';
import { taskCommands } from './task-commands.js';
import { traceCommands } from './trace-commands.js';
import { watchCommands } from './watch-commands.js';

export const commands: ReadonlyMap<string, Command> = new Map(
  [
    sessionCommands,
    taskCommands,
    loadCommands,
    runCommands,
    breakpointCommands,
    memoryCommands,
    stackCommands,
    disasmCommands,
    symbolCommands,
    watchCommands,
    traceCommands,
    serviceCommands,
    eventCommands,
  ].flatMap(table => Object.entries(table)),
);

/** Those with an `op`, which also goes behind a dot: `bp.set`, `clock.start`. */
const withOperations = new Set(['bp', 'clock', 'memory', 'stack', 'sym', 'symbols', 'trace', 'watch']);

function commandFor(cmd: string): Command | undefined {
  const [base = ''] = cmd.split('.');
  return commands.get(cmd) ?? (withOperations.has(base) ? commands.get(base) : undefined);
}

const version = 1;

export const errorLine = (error: string): string => JSON.stringify({ version, status: 'error', error });

const okLine = (answer: Answer): string => JSON.stringify({ version, status: 'ok', ...answer });

/** The line to answer with; undefined when the command has answered by itself. */
export async function respond(
  executive: Executive,
  line: string,
  client: Client,
): Promise<string | undefined> {
  try {
    const call = callOf(executive, line, client);
    const command = commandFor(call.request.cmd);
    if (command === undefined) throw new Refusal(`unknown_cmd:${call.request.cmd.slice(0, 256)}`);
    executive.log.add('debug', 'request', {
      clock_steps: executive.system.state.time,
      command: call.request.cmd,
      session_id: call.session?.id ?? null,
    });
    const answer = await command(call);
    return answer === 'sent' ? undefined : okLine(answer);
  } catch (error) {
    if (error instanceof Refusal) return errorLine(error.message);
    const { text } = asFailure(error);
    executive.log.add('error', text);
    return errorLine(`internal:${text}`);
  }
}

function callOf(executive: Executive, line: string, client: Client): Call {
  const fields = parsed(line);
  const given = fields['version'] ?? version;
  if (given !== version) throw new Refusal(`unsupported_version:${shown(given)}`);
  const { cmd } = fields;
  if (typeof cmd !== 'string') throw new Refusal("request requires 'cmd'");
  const request = new Request(cmd.toLowerCase(), fields);
  admit(executive, request, client);
  return new Call(executive, request, client, sessionOf(executive, fields['session'], client));
}

function parsed(line: string): Answer {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Refusal('invalid_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid_request');
  return value as Answer;
}

const shown = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 64) : typeof value;

/** Before the token was said, nothing but the question whether somebody is there. */
function admit({ token }: Executive, request: Request, client: Client): void {
  if (token === undefined || client.authenticated) {
    client.authenticated = true;
    return;
  }
  if (request.cmd === 'ping') return;
  if (request.cmd !== 'auth') throw new Refusal('token_required');
  const given = request.fields['token'];
  if (typeof given === 'string' && sameSecret(given, token)) return;
  // The answer goes out first.
  setImmediate(() => client.close());
  throw new Refusal('bad_token');
}

function sessionOf(executive: Executive, id: unknown, client: Client): Session | undefined {
  if (id === undefined || id === null) return undefined;
  const session = typeof id === 'string' ? executive.sessions.find(id) : undefined;
  if (session === undefined) throw new Refusal('session_required');
  executive.sessions.touch(session, client);
  return session;
}
