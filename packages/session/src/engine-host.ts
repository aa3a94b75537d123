// The engine's host: what an engine may ask of the session while it works.

import { ResponseFailure } from '@sonde/dap';
import { Failure, type EngineEvent, type EngineHost, type TerminalRequest } from '@sonde/engine';
import type { BreakpointTexts } from './breakpoints/breakpoint-texts.js';
import type { Client } from './clients/client.js';

export function engineHost(
  texts: BreakpointTexts,
  clients: Iterable<Client>,
  event: (event: EngineEvent) => void,
): EngineHost {
  const terminal = [...clients].find(client => client.initialize.supportsRunInTerminalRequest === true);
  return {
    event,
    compilesAll: spec => texts.languageOf(spec).expressions?.native?.whole === true,
    compileCondition: (text, names, spec) => texts.compileCondition(text, names, spec),
    compileLog: (text, names, spec) => texts.compileLog(text, names, spec),
    decide: (stop, breakpoint, thread) => texts.decide(stop, breakpoint, thread),
    compileLogValues: (breakpoint, names) => texts.compileLogValues(breakpoint, names),
    logText: (stop, thread, breakpoint) => texts.logText(stop, thread, breakpoint),
    passedText: (breakpoint, values) => texts.passedText(breakpoint, values),
    ...(terminal === undefined
      ? {}
      : { runInTerminal: (request: TerminalRequest) => runInTerminal(terminal, request) }),
  };
}

async function runInTerminal(
  client: Client,
  request: TerminalRequest,
): Promise<{ readonly processId?: number; readonly shellProcessId?: number }> {
  const answer = await client
    .reverse('runInTerminal', {
      kind: request.kind,
      title: request.title,
      cwd: request.cwd,
      args: [...request.args],
      ...(request.env === undefined ? {} : { env: { ...request.env } }),
    })
    .catch((error: unknown) => {
      throw error instanceof ResponseFailure ? noTerminal(error) : error;
    });
  return {
    ...(answer.processId === undefined ? {} : { processId: answer.processId }),
    ...(answer.shellProcessId === undefined ? {} : { shellProcessId: answer.shellProcessId }),
  };
}

const noTerminal = ({ explanation }: ResponseFailure): Failure =>
  new Failure(
    'wrong-state',
    'environment',
    `the client did not run the program in a terminal: ${explanation.replace(/\.$/, '')}.`,
    'To run it without one, set "console": "internalConsole" in the launch configuration.',
  );
