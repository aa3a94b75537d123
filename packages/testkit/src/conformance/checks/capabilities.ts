// Checks of capabilities: what is declared is there, what is not declared is refused, and the names are right.
import { isRequestName } from '@sonde/dap';
import type { Capabilities, Response } from '@sonde/dap';
import type { TestClient } from '../../client.js';
import { answerTo, ask, reasonIn, sendAny } from '../answers.js';
import type { Check } from '../check.js';
import { CheckSkipped, expectThat } from '../check.js';
import { findVariable } from '../looking.js';
import type { Stopped, Subject } from '../subject.js';
import { guardedRequests } from './capabilities/guarded-requests.js';
import type { GuardedRequest } from './capabilities/guarded-requests.js';
import { meantBy } from './capabilities/spelling.js';

const reference = { in: 'specification', page: 'Types_Capabilities' } as const;

export const capabilityChecks: readonly Check[] = [
  {
    id: 'capabilities/undeclared-refused',
    title: 'A request whose capability is not declared is refused',
    reference: { in: 'overview', page: 'Initialization' },
    why: 'What works and is not declared nobody finds; what does nothing and says yes misleads; silence hangs the client.',
    async run(subject) {
      const stopped = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const undeclared = (await guardedOf(subject, stopped)).filter(
        ({ capability }) => !isDeclared(stopped.client.capabilities, capability),
      );
      const findings = await acceptedOf(stopped.client, undeclared);
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'capabilities/declared-known',
    title: 'A request whose capability is declared is known to the adapter',
    reference,
    why: 'The client offers what the adapter has never heard of.',
    async run(subject) {
      const stopped = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { client } = stopped;
      const unknown = complaintOf(await ask(client, unknownCommand, {}));
      const declared = (await guardedOf(subject, stopped)).filter(({ capability }) =>
        isDeclared(client.capabilities, capability),
      );
      const findings: string[] = [];
      for (const { command, capability, plausible, harmless, moves } of declared) {
        // What moves the program whatever one asks for is tried by the checks of what it does.
        if (moves === true && harmless === undefined) continue;
        const response = await ask(client, command, harmless ?? plausible);
        if (!response.success && complaintOf(response) === unknown)
          findings.push(
            `${capability} is declared, but \`${command}\` is refused like a request that does not exist: ${reasonIn(response) ?? 'without a reason'}`,
          );
      }
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'capabilities/spelling',
    title: 'No capability is misspelt',
    reference,
    why: 'Clients look for the right name, find nothing, and never offer what the adapter can do.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const declared = client.capabilities as Readonly<Record<string, unknown>>;
      const findings = Object.entries(declared).flatMap(([name, value]) => {
        const meant = meantBy(name);
        // Some say it twice, for clients that expect the wrong name.
        if (meant === undefined || declared[meant] === value) return [];
        return [
          `the adapter declares "${name}", which the protocol does not have; probably "${meant}" is meant`,
        ];
      });
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'capabilities/exception-filters',
    title: 'Every exception filter has an id of its own and a label',
    reference: { in: 'specification', page: 'Types_ExceptionBreakpointsFilter' },
    why: 'Two boxes in the client switch the same thing, or there is a box without words.',
    needs: { capability: 'exceptionBreakpointFilters' },
    async run(subject) {
      const filters = (await declaredBy(subject)).exceptionBreakpointFilters ?? [];
      expectDistinct(
        filters.map(({ filter }) => filter),
        'exception filters',
        'id',
      );
      const unnamed = filters.filter(({ label }) => label.trim() === '').map(({ filter }) => filter);
      expectThat(unnamed.length === 0, `these exception filters have no label: ${unnamed.join(', ')}`);
    },
  },
  {
    id: 'capabilities/breakpoint-modes',
    title: 'Every breakpoint mode has an id of its own and applies to something',
    reference: { in: 'specification', page: 'Types_BreakpointMode' },
    why: 'The client offers a choice that changes nothing, or that cannot be made.',
    needs: { capability: 'breakpointModes' },
    async run(subject) {
      const modes = (await declaredBy(subject)).breakpointModes ?? [];
      expectDistinct(
        modes.map(({ mode }) => mode),
        'breakpoint modes',
        'id',
      );
      const idle = modes.filter(({ appliesTo }) => appliesTo.length === 0).map(({ mode }) => mode);
      expectThat(idle.length === 0, `these breakpoint modes apply to nothing: ${idle.join(', ')}`);
    },
  },
  {
    id: 'capabilities/trigger-characters',
    title: 'What triggers completion is a set of single characters',
    reference,
    why: 'Clients compare each with the one character that was typed, and the others never fit.',
    needs: { capability: 'completionTriggerCharacters' },
    async run(subject) {
      const characters = (await declaredBy(subject)).completionTriggerCharacters ?? [];
      const long = characters.filter(each => Array.from(each).length !== 1);
      expectThat(
        long.length === 0,
        `completionTriggerCharacters has ${long.map(each => JSON.stringify(each)).join(', ')}; expected single characters`,
      );
    },
  },
];

const unknownCommand = 'conformance/noSuchRequest';

/** At `initialize` and, in a session with a program, by event. */
async function declaredBy(subject: Subject): Promise<Capabilities> {
  return (await subject.stoppedAt(subject.profile.stop.at, 'stop')).client.capabilities;
}

const isDeclared = (capabilities: Capabilities, name: keyof Capabilities): boolean =>
  capabilities[name] === true;

async function guardedOf(subject: Subject, stopped: Stopped): Promise<readonly GuardedRequest[]> {
  const { name } = subject.profile.stop.variable;
  const { container } = await findVariable(stopped.client, stopped.frame, name);
  return guardedRequests(subject, stopped, container);
}

/** Sent all at once, so that silence costs its time once; those that move the program come last, one by one. */
async function acceptedOf(
  client: TestClient,
  requests: readonly GuardedRequest[],
): Promise<readonly string[]> {
  const findings: string[] = [];
  const still = requests.filter(({ moves }) => moves !== true);
  const sent = still.map(request => ({
    request,
    entry: sendAny(client, request.command, request.plausible),
  }));
  for (const { request, entry } of sent) {
    const { response } = await answerTo(client, entry, `the undeclared \`${request.command}\``);
    if (response.success) findings.push(accepted(request));
  }
  for (const request of requests.filter(({ moves }) => moves === true)) {
    const entry = sendAny(client, request.command, request.plausible);
    const { response } = await answerTo(client, entry, `the undeclared \`${request.command}\``);
    if (!response.success) continue;
    // The program is elsewhere now, or gone.
    return [...findings, accepted(request)];
  }
  return findings;
}

const accepted = ({ command, capability }: GuardedRequest): string =>
  `\`${command}\` was answered with success, though ${capability} is not declared; expected an error`;

/** What a refusal says, without the name of the command, so that two can be compared. */
function complaintOf(response: Response): string {
  if (response.success) throw new CheckSkipped(`the adapter answers \`${unknownCommand}\` with success`);
  const { command, message } = response;
  const words = `${message ?? ''} ${JSON.stringify(response.body ?? {})}`;
  return words.replaceAll(isRequestName(command) ? command : unknownCommand, '*');
}

function expectDistinct(ids: readonly string[], what: string, property: string): void {
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  expectThat(
    twice.length === 0,
    `several ${what} have the same ${property}: ${[...new Set(twice)].join(', ')}`,
  );
}
