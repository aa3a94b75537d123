// Witnesses: what a test claims to show of the protocol, held against what its clients really said and heard.
import {
  InitializeRequestArguments,
  capabilityNames,
  eventNames,
  requestNames,
  reverseRequestNames,
} from '@sonde/dap';
import type {
  Capabilities,
  CapabilityName,
  EventName,
  Request,
  RequestName,
  Response,
  ReverseRequestName,
} from '@sonde/dap';
import type { Direction, Entry, Timeline } from './timeline.js';

type ArgumentName = keyof InitializeRequestArguments;

/** Everything the protocol consists of, by a name that says what kind of thing it is. */
export type ProtocolElement =
  | `request ${RequestName}`
  | `reverse ${ReverseRequestName}`
  | `event ${EventName}`
  | `capability ${CapabilityName}`
  | `argument ${ArgumentName}`;

export type ElementKind = 'request' | 'reverse' | 'event' | 'capability' | 'argument';

/** All names, by kind, in the order of our tables. `argument` is one of `initialize`. */
export const elementNames: Readonly<Record<ElementKind, readonly string[]>> = {
  request: requestNames,
  reverse: reverseRequestNames,
  event: eventNames,
  capability: capabilityNames,
  argument: Object.keys(InitializeRequestArguments.properties),
};

/** The programming language whose program shows it; languages of Sonde have this shape. */
export interface WitnessLanguage {
  readonly id: string;
  readonly extensions: readonly string[];
}

/** Why the timelines do not bear out a claim, one sentence each. */
export function unprovenClaims(
  language: WitnessLanguage,
  elements: readonly ProtocolElement[],
  timelines: readonly Timeline[],
): readonly string[] {
  const problems = elements.flatMap(element => {
    const { expected, proof } = rules[kindOf(element)];
    const name = nameOf(element);
    return timelines.some(({ entries }) => proof(entries, name)) ? [] : [`"${element}": ${expected}`];
  });
  return [...problems, ...unprovenLanguage(language, timelines)];
}

/**
 * Why the timelines do not show that an element is refused with that reason: a request must have been sent and answered
 * with it, a capability must not be declared. An argument cannot be refused: it must have been said, and the test shows
 * that it changes nothing.
 */
export function unprovenRefusal(
  language: WitnessLanguage,
  element: ProtocolElement,
  reason: string,
  timelines: readonly Timeline[],
): readonly string[] {
  const kind = kindOf(element);
  const name = nameOf(element);
  const { proof, expected } = rules[kind];
  const happened = timelines.some(({ entries }) => proof(entries, name));
  const problems: string[] = [];
  if (kind === 'argument') {
    if (!happened) problems.push(`"${element}": ${expected}`);
  } else {
    if (happened) problems.push(`"${element}" is not refused: it happened`);
    if (kind === 'request' && !isRefusedWith(timelines, name, reason)) {
      problems.push(`"${element}": no answer refuses it with the reason ${JSON.stringify(reason)}`);
    }
  }
  return [...problems, ...unprovenLanguage(language, timelines)];
}

function isRefusedWith(timelines: readonly Timeline[], command: string, reason: string): boolean {
  const quoted = JSON.stringify(reason).slice(1, -1);
  return timelines.some(({ entries }) =>
    exchanges(entries, 'sent', command).some(
      ({ response }) => !response.success && JSON.stringify(response).includes(quoted),
    ),
  );
}

interface Rule {
  readonly expected: string;
  readonly proof: (entries: readonly Entry[], name: string) => boolean;
}

const rules: Readonly<Record<ElementKind, Rule>> = {
  request: {
    expected: 'no client had such a request answered with success',
    proof: (entries, name) => exchanges(entries, 'sent', name).some(({ response }) => response.success),
  },
  reverse: {
    expected: 'the adapter did not ask for it, or was refused',
    proof: (entries, name) => exchanges(entries, 'received', name).some(({ response }) => response.success),
  },
  event: {
    expected: 'no such event came',
    proof: (entries, name) => messages(entries, 'received', 'event').some(({ event }) => event === name),
  },
  capability: {
    expected: 'the adapter does not declare it',
    proof: (entries, name) => declarations(entries).some(each => isDeclared(each[name as CapabilityName])),
  },
  argument: {
    expected: 'no client said it in its initialize request',
    proof: (entries, name) =>
      exchanges(entries, 'sent', 'initialize').some(({ request }) =>
        Object.hasOwn(request.arguments ?? {}, name),
      ),
  },
};

/** False and an empty list mean the same as nothing at all. */
const isDeclared = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value === true);

/** Said in the answer to `initialize` or later, by event. */
const declarations = (entries: readonly Entry[]): readonly Capabilities[] => [
  ...exchanges(entries, 'sent', 'initialize').map(({ response }) => (response.body ?? {}) as Capabilities),
  ...messages(entries, 'received', 'event')
    .filter(({ event }) => event === 'capabilities')
    .map(({ body }) => (body as { readonly capabilities: Capabilities }).capabilities),
];

/** Requests of one name that were answered, with their answers. */
function exchanges(
  entries: readonly Entry[],
  direction: Direction,
  command: string,
): readonly { readonly request: Request; readonly response: Response }[] {
  const answers = messages(entries, direction === 'sent' ? 'received' : 'sent', 'response');
  return messages(entries, direction, 'request')
    .filter(request => request.command === command)
    .flatMap(request => {
      const response = answers.find(({ request_seq: seq }) => seq === request.seq);
      return response === undefined ? [] : [{ request, response }];
    });
}

type MessageOf<Type> = Extract<
  Extract<Entry, { readonly kind: 'message' }>['message'],
  { readonly type: Type }
>;

function messages<Type extends 'request' | 'response' | 'event'>(
  entries: readonly Entry[],
  direction: Direction,
  type: Type,
): readonly MessageOf<Type>[] {
  return entries.flatMap(entry =>
    entry.kind === 'message' && entry.direction === direction && entry.message.type === type
      ? [entry.message as MessageOf<Type>]
      : [],
  );
}

/** A claim about a language needs a program of that language. */
function unprovenLanguage(language: WitnessLanguage, timelines: readonly Timeline[]): readonly string[] {
  const programs = timelines.flatMap(({ entries }) =>
    ['launch', 'attach'].flatMap(command =>
      exchanges(entries, 'sent', command).map(
        ({ request }) => (request.arguments as { readonly program?: unknown } | undefined)?.program,
      ),
    ),
  );
  const isOfLanguage = (program: unknown): boolean =>
    typeof program === 'string' && language.extensions.some(extension => program.endsWith(extension));
  return programs.some(isOfLanguage) ? [] : [`no program of the language ${language.id} was debugged`];
}

const kindOf = (element: ProtocolElement): ElementKind => element.split(' ')[0] as ElementKind;
const nameOf = (element: ProtocolElement): string => element.split(' ')[1] ?? '';
