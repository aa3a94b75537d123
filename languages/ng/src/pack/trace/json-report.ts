// The report of ng-trace for programs: one JSON object a line. Lines and columns count from 1.

import type { DebugFrame, DebugVariable } from '../../runtime/debug/debug-interface.js';
import { cutStack, type TracedStop, type TraceReport } from './trace-report.js';

const line = (event: string, told: object): string => `${JSON.stringify({ event, ...told })}\n`;

export function jsonReport(): TraceReport {
  // Bytes of one character may come apart.
  const decoder = new TextDecoder();
  return {
    stop: stop => line(stop.kind, told(stop)),
    breakpoint: (breakpoint, note) => line('notice', { breakpoint, message: note }),
    diagnostic: ({ severity, message, location, hint }) =>
      line('diagnostic', {
        severity,
        message,
        file: location?.source.path,
        line: location?.line,
        column: location?.column,
        hint,
      }),
    errorOutput: data =>
      line('stderr', { text: typeof data === 'string' ? data : decoder.decode(data, { stream: true }) }),
  };
}

function told({ kind, message, stack, parameters, locals, globals, watched }: TracedStop): object {
  const { top, left, bottom } = cutStack(stack);
  return {
    ...place(stack[0]),
    message,
    arguments: parameters.map(variable),
    locals: locals.map(variable),
    globals: globals.length === 0 ? undefined : globals.map(variable),
    watches: watched.map(({ expression, result }) =>
      result.kind === 'problem'
        ? { expression, problem: result.problem }
        : { expression, type: result.value.type, value: result.value.value },
    ),
    ...(kind === 'breakpoint'
      ? {}
      : { stack: [...top, ...bottom].map(place), framesLeftOut: left === 0 ? undefined : left }),
  };
}

/** Code without a source map has only a function. */
const place = (frame: DebugFrame | undefined): object =>
  frame === undefined || frame.line === 0
    ? { function: frame?.functionName }
    : { file: frame.file, line: frame.line, column: frame.column + 1, function: frame.functionName };

const variable = ({ name, type, value }: DebugVariable): object => ({ name, type, value });
