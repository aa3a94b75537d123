// How checks look at a program that stands still, and how they tell what they saw there.
import { basename } from 'node:path';
import { ResponseFailure } from '@sonde/dap';
import type { Scope, StackFrame, Variable } from '@sonde/dap';
import type { Stop, TestClient } from '../client.js';
import { TimelineFailure } from '../timeline.js';
import { CheckFailure, CheckSkipped, expectThat } from './check.js';
import { fits, wanted } from './expected.js';
import type { Place, SectionName } from './profile.js';
import type { Subject } from './subject.js';

/** Whatever fails of the work is told with what was being done. */
export async function during<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ResponseFailure)
      throw new CheckFailure(`${what} was refused: ${error.explanation}`, { cause: error });
    // Keeps its transcript.
    if (error instanceof TimelineFailure) error.message = `${what}: ${error.message}`;
    throw error;
  }
}

/** The refusal, or what was answered in its place. */
export async function refusalOf<T>(
  work: Promise<T>,
): Promise<
  { readonly refused: true; readonly reason: string } | { readonly refused: false; readonly answer: T }
> {
  try {
    return { refused: false, answer: await work };
  } catch (error) {
    if (!(error instanceof ResponseFailure)) throw error;
    return { refused: true, reason: error.explanation };
  }
}

/** The top frame, which must be at one of these places. `after` says what the program did: "after `next`". */
export async function expectAt(
  subject: Subject,
  client: TestClient,
  places: readonly Place[],
  { after, section }: { readonly after: string; readonly section: SectionName },
): Promise<StackFrame> {
  const frame = await client.topFrame();
  const lines = places.map(place => subject.line(place, section));
  const source = basename(subject.source(section));
  const expected = `${source} line ${lines.join(' or ')}`;
  expectThat(
    lines.includes(frame.line) && isNamed(frame, source),
    `${after} the program is at ${describeFrame(frame)}, expected ${expected}`,
  );
  return frame;
}

const isNamed = ({ source }: StackFrame, name: string): boolean =>
  source?.path === undefined || source.path.endsWith(name);

export function describeFrame({ name, source, line }: StackFrame): string {
  const file = source?.path === undefined ? (source?.name ?? 'no source') : basename(source.path);
  return `${file} line ${line} (${name})`;
}

export function expectReason(stop: Stop, reason: string, after: string): void {
  expectThat(
    stop.reason === reason,
    `${after} the program stopped for the reason "${stop.reason}", expected "${reason}"`,
  );
}

/** A stop that this check builds upon: whether there is one at all is for the check of that id to say. */
export async function stopFor(check: string, waiting: Promise<Stop>): Promise<Stop> {
  try {
    return await waiting;
  } catch (error) {
    if (!(error instanceof TimelineFailure)) throw error;
    throw new CheckSkipped(`the program does not stop here; see ${check}`, { cause: error });
  }
}

/** A variable, and the reference under which its container is known. */
export interface Found {
  readonly variable: Variable;
  readonly container: number;
  readonly scope: Scope;
}

/** A variable of any scope of the frame; scopes that are costly to read come last. */
export async function findVariable(
  client: TestClient,
  frame: { readonly id: number },
  name: string,
): Promise<Found> {
  const seen: string[] = [];
  for (const scope of await scopesOf(client, frame)) {
    const variables = await childrenOf(client, scope.variablesReference);
    const variable = variables.find(each => each.name === name);
    if (variable !== undefined) return { variable, container: scope.variablesReference, scope };
    seen.push(...variables.map(each => each.name));
  }
  throw new CheckFailure(`no scope of the frame has a variable "${name}"; there are: ${listed(seen)}`);
}

/** The cheap ones first. */
export async function scopesOf(
  client: TestClient,
  frame: { readonly id: number },
): Promise<readonly Scope[]> {
  const { scopes } = await client.request('scopes', { frameId: frame.id });
  return [...scopes.filter(({ expensive }) => !expensive), ...scopes.filter(({ expensive }) => expensive)];
}

/** None where they cannot be read: which scopes can be is for one check to say, not for all. */
export async function childrenOf(
  client: TestClient,
  variablesReference: number,
): Promise<readonly Variable[]> {
  const read = await refusalOf(client.request('variables', { variablesReference }));
  return read.refused ? [] : read.answer.variables;
}

/** The expression shows what the profile says, in the given frame or the top one. */
export async function expectShows(
  client: TestClient,
  { expression, value }: { readonly expression: string; readonly value: string },
  after: string,
): Promise<void> {
  const frame = await client.topFrame();
  const { result } = await during(
    `${after} evaluating ${JSON.stringify(expression)}`,
    client.evaluate(expression, { frameId: frame.id, context: 'watch' }),
  );
  expectThat(fits(result, value), `${after} ${expression} shows "${result}", expected ${wanted(value)}`);
}

const shownNames = 20;

export const listed = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : [...names.slice(0, shownNames), ...(names.length > shownNames ? ['…'] : [])].join(', ');
