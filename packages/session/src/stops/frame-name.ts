// Names of frames as clients ask for them: with parameters, the line, the module.

import type { StackFrameFormat } from '@sonde/dap';
import { patient, type Frame, type NamedValue, type StopId } from '@sonde/engine';
import type { Format, Shown } from '@sonde/lens';
import type { DebugSession } from '../debug-session.js';
import type { Asker } from '../request-table.js';

/** Parameters of frames are read one frame at a time; in a deep stack the rest goes without. */
const patienceMs = patient(2_000);

/** The names of some frames of one stack, in order. */
export async function frameNames(
  session: DebugSession,
  stop: StopId,
  frames: readonly Frame[],
  format: StackFrameFormat | undefined,
  asker: Asker,
): Promise<readonly string[]> {
  const modules = format?.module === true ? await moduleNames(session) : new Map<string, string>();
  const end = performance.now() + patienceMs;
  const names: string[] = [];
  for (const frame of frames) {
    const parameters = wantsParameters(format)
      ? await parameterList(session, stop, frame, format, performance.now() < end, asker)
      : '';
    names.push(nameOf(frame, format, parameters, modules));
  }
  return names;
}

function nameOf(
  frame: Frame,
  format: StackFrameFormat | undefined,
  parameters: string,
  modules: ReadonlyMap<string, string>,
): string {
  const module = frame.module === undefined ? undefined : modules.get(frame.module);
  const line = format?.line === true ? frame.location?.line : undefined;
  const inlined = frame.inlined === true ? ' (inlined)' : '';
  const guessed = frame.confidence === 'guessed' ? ' (guessed)' : '';
  return [
    module === undefined ? '' : `${module}!`,
    frame.function,
    parameters,
    line === undefined ? '' : `, line ${line}`,
    inlined,
    guessed,
  ].join('');
}

/** Each of these asks for parameters; `parameters` alone asks for names. */
const wantsParameters = (format: StackFrameFormat | undefined): format is StackFrameFormat =>
  format?.parameters === true ||
  format?.parameterNames === true ||
  format?.parameterTypes === true ||
  format?.parameterValues === true;

async function moduleNames(session: DebugSession): Promise<ReadonlyMap<string, string>> {
  const modules = (await (await session.engine()).modules?.()) ?? [];
  return new Map(modules.map(({ id, name }) => [id, name]));
}

async function parameterList(
  session: DebugSession,
  stop: StopId,
  frame: Frame,
  format: StackFrameFormat,
  inTime: boolean,
  { signal }: Asker,
): Promise<string> {
  if (frame.artificial === true && frame.location === undefined) return '';
  const known = inTime ? await parametersOf(session, stop, frame) : undefined;
  if (known === undefined) return '(…)';
  const { reader } = session.stopped();
  const values: Format = format.hex === true ? { hex: true, limit: longestValue } : { limit: longestValue };
  const shown = await (await session.lens(frame.id)).show(known, reader, values, signal);
  return `(${shown.map(value => parameterText(value, format)).join(', ')})`;
}

/** A name is no place for a long value. */
const longestValue = 40;

/** Undefined where they cannot be had: a name without them is better than no stack. */
async function parametersOf(
  session: DebugSession,
  stop: StopId,
  frame: Frame,
): Promise<readonly NamedValue[] | undefined> {
  try {
    const scopes = await session.scopes.of(stop, frame.id);
    return scopes.filter(scope => scope.kind === 'arguments').flatMap(scope => scope.variables);
  } catch {
    return undefined;
  }
}

function parameterText({ name, type, text }: Shown, format: StackFrameFormat): string {
  const { parameterTypes, parameterValues } = format;
  const named = format.parameterNames ?? (parameterTypes !== true && parameterValues !== true);
  const declared = [parameterTypes === true ? type : '', named ? name : '']
    .filter(part => part !== '')
    .join(' ');
  if (parameterValues !== true) return declared;
  return declared === '' ? text : `${declared} = ${text}`;
}
