// The engine's host: what an engine may ask of the session while it works.

import type { EngineEvent, EngineHost, TerminalRequest } from '@sonde/engine';
import type { Client } from './client.js';
import type { Evaluator } from './evaluator.js';

export function engineHost(
  evaluator: Evaluator,
  clients: Iterable<Client>,
  event: (event: EngineEvent) => void,
): EngineHost {
  const terminal = [...clients].find(client => client.initialize.supportsRunInTerminalRequest === true);
  return {
    event,
    compilesAll: spec => evaluator.languageOf(spec).expressions?.whole === true,
    compileCondition: (text, names, spec) => evaluator.compile(text, names, evaluator.languageOf(spec)),
    compileLog: (text, names, spec) => evaluator.compileLog(text, names, evaluator.languageOf(spec)),
    decide: (stop, breakpoint) => evaluator.decide(stop, breakpoint),
    logText: (stop, thread, breakpoint) => evaluator.logText(stop, thread, breakpoint),
    ...(terminal === undefined
      ? {}
      : { runInTerminal: (request: TerminalRequest) => runInTerminal(terminal, request) }),
  };
}

async function runInTerminal(
  client: Client,
  request: TerminalRequest,
): Promise<{ readonly processId?: number; readonly shellProcessId?: number }> {
  const answer = await client.reverse('runInTerminal', {
    kind: request.kind,
    title: request.title,
    cwd: request.cwd,
    args: [...request.args],
    ...(request.env === undefined ? {} : { env: { ...request.env } }),
  });
  return {
    ...(answer.processId === undefined ? {} : { processId: answer.processId }),
    ...(answer.shellProcessId === undefined ? {} : { shellProcessId: answer.shellProcessId }),
  };
}
