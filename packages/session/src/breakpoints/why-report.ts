// Why a breakpoint on a line is bound or not: how the line was resolved, step by step, for people and for editors.

import {
  formatInstruction,
  sourceKey,
  type BreakpointSpec,
  type Engine,
  type Resolution,
  type Site,
  type SourceLocation,
  type SourceRef,
} from '@sonde/engine';
import { commentsIn } from '@sonde/language';
import { whyUnverified } from './breakpoint-messages.js';
import { newBreakpointId } from './breakpoint-table.js';
import { fileText } from '../program/built-sources.js';
import { changeSensible } from './sensible-breakpoints.js';
import type { DebugSession } from '../debug-session.js';
import { lineKinds, type LineKind } from './line-kind.js';
import { localPath } from '../clients/source-translation.js';

export interface WhyQuestion {
  /** As the program knows it. */
  readonly source: SourceRef;
  readonly line: number;
  readonly column?: number | undefined;
  readonly condition?: string | undefined;
}

/** Where a statement begins, with its text where the file can be read. */
export interface Statement {
  readonly line: number;
  readonly column?: number;
  readonly text?: string;
}

/** One place in the program; several for generic instances and code that was inlined. */
export interface WhySite extends Statement {
  readonly function?: string;
  readonly address?: string;
}

export interface WhyReport {
  readonly bound: boolean;
  readonly state: Resolution['state'];
  readonly message?: string;
  readonly program: { readonly path: string; readonly language: string; readonly builtAs?: string };
  readonly source: {
    readonly path: string;
    /** `later`: a part of the program that is not loaded yet may hold it. */
    readonly known: 'yes' | 'later' | 'no';
    /** The path at build time, where the source map made it another. */
    readonly mappedTo?: string;
    readonly sameName: readonly string[];
    readonly exists: boolean;
    readonly lines?: number;
    /** What is wrong with the text, where the build wrote down what it was. */
    readonly problem?: string;
  };
  readonly line: Statement & { readonly kind: LineKind | 'past-end' | 'unknown' };
  readonly sites: readonly WhySite[];
  readonly moved?: { readonly to: number; readonly because: string };
  /** The statements nearest to the line, in the order of the text. */
  readonly nearby: readonly Statement[];
  readonly condition?: {
    readonly text: string;
    readonly fits: boolean;
    readonly message?: string;
    /** `near`: inside the program or its engine. `ask`: the program is halted each time. */
    readonly decided?: 'near' | 'ask';
    /** Only what it might change was looked at; its names are looked up when the line is reached. */
    readonly unchecked?: true;
  };
}

/** How far around the line statements are looked for, and how many are told. */
const reach = 200;
const mostNearby = 4;

export async function whyReport(session: DebugSession, question: WhyQuestion): Promise<WhyReport> {
  const engine = await session.engine();
  const { source, line } = question;
  const resolution = await tried(session, engine, question);
  await session.builtSources.look(source);
  const text = await readText(session, source);
  const problem = session.builtSources.problem(source);
  const sites = resolution.sites.map(site => siteOf(site, text));
  const kind = text?.kindOf(line) ?? 'unknown';
  const to = sites[0]?.line;
  const goesOver = (resolution.sites[0]?.location?.endLine ?? 0) >= line;
  return {
    bound: resolution.state === 'resolved',
    state: resolution.state,
    ...messageOf(resolution),
    program: programOf(session),
    source: {
      ...(await knownSource(session, engine, source, resolution)),
      exists: text !== undefined,
      ...(text === undefined ? {} : { lines: text.count }),
      ...(problem === undefined ? {} : { problem }),
    },
    line: { ...statement({ line, ...columnOf(question) }, text), kind },
    sites,
    ...(to === undefined || to === line
      ? {}
      : { moved: { to, because: to < line && goesOver ? partOfStatement : because(kind) } }),
    nearby: await nearby(engine, source, Math.min(line, text?.count ?? line), text),
    ...(question.condition === undefined || resolution.state !== 'resolved'
      ? {}
      : { condition: await conditionOf(session, engine, question, question.condition) }),
  };
}

const columnOf = ({ column }: { readonly column?: number | undefined }): { readonly column?: number } =>
  column === undefined ? {} : { column };

/** What the engine makes of a breakpoint there. It never stops: nobody reaches a line that often. */
async function tried(
  { language }: DebugSession,
  engine: Engine,
  { source, line, column }: WhyQuestion,
  condition?: string,
): Promise<Resolution> {
  const spec: BreakpointSpec = {
    id: newBreakpointId(),
    where: { kind: 'source', source, line, ...(column === undefined ? {} : { column }) },
    hitCondition: { compare: 'eq', count: Number.MAX_SAFE_INTEGER },
    ...(condition === undefined ? {} : { condition }),
  };
  const [resolution] = await changeSensible(engine, language, [spec], []);
  await engine.changeBreakpoints([], [spec.id]);
  return resolution!;
}

function messageOf(resolution: Resolution): { readonly message?: string } {
  if (resolution.state !== 'resolved') return { message: whyUnverified(resolution) };
  return resolution.message === undefined ? {} : { message: resolution.message };
}

function programOf(session: DebugSession): WhyReport['program'] {
  const { program } = session.settings;
  const built = session.life.run?.program;
  return {
    path: program,
    language: session.language.name,
    ...(built === undefined || built === program ? {} : { builtAs: built }),
  };
}

async function knownSource(
  session: DebugSession,
  engine: Engine,
  source: SourceRef,
  { state }: Resolution,
): Promise<Pick<WhyReport['source'], 'path' | 'known' | 'mappedTo' | 'sameName'>> {
  const loaded = (await engine.loadedSources?.()) ?? [];
  const isLoaded = state === 'resolved' || loaded.some(other => sourceKey(other) === sourceKey(source));
  const here = source.path === undefined ? source.name : localPath(source.path, session.sourceMap);
  const others = loaded.filter(other => other.name === source.name && other.path !== source.path);
  return {
    path: here,
    known: isLoaded ? 'yes' : state === 'pending' ? 'later' : 'no',
    ...(source.path === undefined || source.path === here ? {} : { mappedTo: source.path }),
    sameName: isLoaded ? [] : others.flatMap(other => (other.path === undefined ? [] : [other.path])),
  };
}

const partOfStatement = 'it is a part of the statement that begins there';

function because(kind: WhyReport['line']['kind']): string {
  switch (kind) {
    case 'blank':
      return 'it is blank';
    case 'comment':
      return 'it is a comment';
    case 'bracket':
      return 'it has nothing but brackets';
    case 'text':
      return 'no code was made for it: a declaration, or code that was left out';
    case 'past-end':
      return 'it is past the end of the file';
    case 'unknown':
      return 'no code was made for it';
  }
}

async function nearby(
  engine: Engine,
  source: SourceRef,
  line: number,
  text: ReadText | undefined,
): Promise<readonly Statement[]> {
  const found = await engine.breakpointLocations(source, Math.max(1, line - reach), line + reach);
  // One for each line: the first that begins there.
  const lines = [...new Map([...found].reverse().map(location => [location.line, location])).values()];
  return lines
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
    .slice(0, mostNearby)
    .sort((a, b) => a.line - b.line)
    .map(location => statement(location, text));
}

async function conditionOf(
  session: DebugSession,
  engine: Engine,
  question: WhyQuestion,
  text: string,
): Promise<NonNullable<WhyReport['condition']>> {
  const { state, message, evaluated } = await tried(session, engine, question, text);
  if (state !== 'resolved') return { text, fits: false, ...(message === undefined ? {} : { message }) };
  return {
    text,
    fits: true,
    ...(message === undefined ? {} : { message }),
    ...(evaluated === undefined ? {} : { decided: evaluated === 'stop-and-ask' ? 'ask' : 'near' }),
    // What is left to the engine's own evaluator is looked at when there is a frame to look names up in.
    ...(isLeftToEngine(session, evaluated, message) ? { unchecked: true as const } : {}),
  };
}

/** The language has no expressions of its own, or could not compile this one: then the message says why. */
const isLeftToEngine = (
  { language }: DebugSession,
  evaluated: Resolution['evaluated'],
  message: string | undefined,
): boolean =>
  language.expressions === undefined ||
  (language.engine.traits.evaluatesText && message !== undefined && evaluated !== 'in-program');

const siteOf = ({ location, function: inside, address }: Site, text: ReadText | undefined): WhySite => ({
  ...(location === undefined ? { line: 0 } : statement(location, text)),
  ...(inside === undefined ? {} : { function: inside }),
  ...(address === undefined ? {} : { address: formatInstruction(address) }),
});

function statement(
  { line, column }: Pick<SourceLocation, 'line' | 'column'>,
  text: ReadText | undefined,
): Statement {
  const found = text?.line(line);
  return {
    line,
    ...(column === undefined || column === 0 ? {} : { column }),
    ...(found === undefined ? {} : { text: found }),
  };
}

/** The text that people look at; undefined where there is none. */
async function readText(session: DebugSession, source: SourceRef): Promise<ReadText | undefined> {
  const bytes =
    source.path === undefined ? undefined : await fileText(localPath(source.path, session.sourceMap));
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const kinds = lineKinds(text, commentsIn(source.name, session.language.source));
  const lines = text.split('\n').map(line => line.trim());
  // What comes behind the last line feed is no line.
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return {
    count,
    line: number => lines[number - 1],
    kindOf: number => (number > count ? 'past-end' : (kinds[number - 1] ?? 'unknown')),
  };
}

interface ReadText {
  readonly count: number;
  line(number: number): string | undefined;
  kindOf(number: number): WhyReport['line']['kind'];
}
