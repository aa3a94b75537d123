// Rules of answers: as many as were asked for, and each thing under a name of its own.
import type { Request, Response } from '@sonde/dap';
import { fieldsOf, listIn, numberIn } from './rule.js';
import type { SessionJudge } from './rule.js';

export const noMessageOnSuccess = (): SessionJudge => ({
  response: ({ message }: Response) =>
    message === undefined || message === ''
      ? undefined
      : `succeeds and has the message of a failure: ${message}`,
});

/** Where breakpoints come from, by the request that sets them and the list it has. */
const kinds = new Set([
  ...['setBreakpoints', 'setFunctionBreakpoints', 'setInstructionBreakpoints', 'setDataBreakpoints'],
]);

export const breakpointsOneForOne = (): SessionJudge => ({
  response({ body }: Response, { command, arguments: args }: Request) {
    if (!kinds.has(command)) return undefined;
    const lines = fieldsOf(args)['lines'];
    const wanted = fieldsOf(args)['breakpoints'] ?? lines;
    const asked = Array.isArray(wanted) ? wanted.length : 0;
    const answered = listIn(body, 'breakpoints').length;
    return asked === answered ? undefined : `answers ${answered} breakpoints, ${asked} were asked for`;
  },
});

const idsIn = (body: unknown): readonly number[] =>
  listIn(body, 'breakpoints').flatMap(each => numberIn(each, 'id') ?? []);

export const breakpointIdsOwn = (): SessionJudge => ({
  response({ body }: Response, { command }: Request) {
    const ids = kinds.has(command) ? idsIn(body) : [];
    const twice = ids.find((id, nth) => ids.indexOf(id) !== nth);
    return twice === undefined ? undefined : `gives the id ${twice} to two breakpoints`;
  },
});

/** Sets that are there at the same time share no id. */
export function breakpointIdsApart(): SessionJudge {
  const sets = new Map<string, readonly number[]>();
  return {
    response({ body }: Response, { command, arguments: args }: Request) {
      if (!kinds.has(command)) return undefined;
      const { path, sourceReference, name } = fieldsOf(fieldsOf(args)['source']);
      const place = `${command} ${JSON.stringify([path, sourceReference, path === undefined ? name : ''])}`;
      const ids = idsIn(body);
      const others = [...sets].flatMap(([other, used]) => (other === place ? [] : used));
      sets.set(place, ids);
      const shared = ids.find(id => others.includes(id));
      return shared === undefined ? undefined : `gives the id ${shared} to a second breakpoint`;
    },
  };
}

export const totalFramesEnough = (): SessionJudge => ({
  response({ body }: Response, { command, arguments: args }: Request) {
    const total = numberIn(body, 'totalFrames');
    if (command !== 'stackTrace' || total === undefined) return undefined;
    const seen = listIn(body, 'stackFrames').length;
    const last = seen === 0 ? 0 : (numberIn(args, 'startFrame') ?? 0) + seen;
    return last <= total ? undefined : `says that there are ${total} frames, and shows the frame ${last}`;
  },
});

/** How many of what a request asks for at most: the argument, and the list of the answer. */
const limits: Readonly<Record<string, readonly [argument: string, list: string]>> = {
  stackTrace: ['levels', 'stackFrames'],
  variables: ['count', 'variables'],
  modules: ['moduleCount', 'modules'],
};

export const noMoreThanAsked = (): SessionJudge => ({
  response({ body }: Response, { command, arguments: args }: Request) {
    const [argument, list] = limits[command] ?? [];
    if (argument === undefined || list === undefined) return undefined;
    const most = numberIn(args, argument) ?? 0;
    const found = listIn(body, list).length;
    return most === 0 || found <= most ? undefined : `has ${found} ${list}, ${most} were asked for`;
  },
});

export const scopeReferencesOwn = (): SessionJudge => ({
  response({ body }: Response, { command }: Request) {
    if (command !== 'scopes') return undefined;
    const references = listIn(body, 'scopes').flatMap(each => numberIn(each, 'variablesReference') ?? []);
    const twice = references.find((each, nth) => each > 0 && references.indexOf(each) !== nth);
    return twice === undefined ? undefined : `has two scopes with the reference ${twice}`;
  },
});
