// Frames and scopes, as the bridge writes them.

import {
  frameId,
  moduleId,
  type AsyncFragment,
  type CodeUnit,
  type Frame,
  type PushedTop,
  type Scope,
  type Stack,
} from '@sonde/engine';
import type { Told } from './told.js';
import { fields, flag, integer, list, oneOf, optional, text } from './wire.js';
import { locationFrom } from './wire-sources.js';
import { addressFrom, namedValueFrom } from './wire-values.js';

function frameFrom(value: unknown, told: Told): Frame {
  const from = fields(value);
  const code = from['code'] === undefined ? codeFrom(from) : told.code.get(from['code']);
  return { id: frameId(text(from['id'])), ...code };
}

/** What a frame is by the code that it is in. */
export function codeFrom(value: unknown): Omit<Frame, 'id'> {
  const from = fields(value);
  return {
    function: text(from['function']),
    address: addressFrom(from['address']),
    confidence: from['guessed'] === true ? 'guessed' : 'exact',
    ...optional(from, 'location', locationFrom),
    ...optional(from, 'module', name => moduleId(text(name))),
    ...optional(from, 'unit', unitFrom),
    ...optional(from, 'artificial', flag),
    ...optional(from, 'inlined', flag),
  };
}

function unitFrom(value: unknown): CodeUnit {
  const from = fields(value);
  return {
    ...optional(from, 'language', text),
    ...optional(from, 'producer', text),
    ...optional(from, 'file', text),
  };
}

export function stackFrom(value: unknown, told: Told): Stack {
  const from = fields(value);
  return {
    frames: framesFrom(from['frames'], told),
    ...optional(from, 'total', integer),
    ...optional(from, 'fragments', fragments => list(fragments, each => fragmentFrom(each, told))),
  };
}

const framesFrom = (value: unknown, told: Told): readonly Frame[] =>
  list(value, each => frameFrom(each, told));

function fragmentFrom(value: unknown, told: Told): AsyncFragment {
  const from = fields(value);
  return { description: text(from['description']), frames: framesFrom(from['frames'], told) };
}

const scopeKinds = ['returnValue', 'arguments', 'locals', 'globals', 'registers'] as const;

export const scopesFrom = (value: unknown, told: Told): readonly Scope[] =>
  list(value, each => {
    const from = fields(each);
    if (from['layout'] !== undefined) return told.layouts.get(from['layout']).scopes(from);
    const kind = oneOf(from['kind'], scopeKinds);
    const variables =
      kind === 'registers'
        ? told.registers.of(from)
        : list(from['variables'], variable => namedValueFrom(variable, told.names));
    return [{ name: text(from['name']), kind, variables, ...optional(from, 'expensive', flag) }];
  }).flat();

export function topFrom(value: unknown, told: Told): PushedTop {
  const top = fields(value);
  return { ...stackFrom(top, told), ...optional(top, 'scopes', scopes => scopesFrom(scopes, told)) };
}
