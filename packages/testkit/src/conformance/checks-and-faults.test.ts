import { readFileSync } from 'node:fs';
import * as protocol from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { absentReason, outsideData } from '../outside.js';
import { referenceLink } from './check.js';
import type { Check, Reference } from './check.js';
import { allChecks } from './checks/all.js';
import { allFaults } from './faults/all.js';

const repeated = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

describe('the checks', () => {
  it('have ids that are short and their own', () => {
    expect(repeated(allChecks.map(({ id }) => id))).toEqual([]);
    expect(allChecks.map(({ id }) => id).filter(id => !/^[a-z]+\/[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual(
      [],
    );
  });

  it('state their rule in a sentence of their own, and who is hurt when it is broken', () => {
    expect(repeated(allChecks.map(({ title }) => title))).toEqual([]);
    const unclear = allChecks.filter(
      ({ title, why }) => !/^[A-Z\d`"].*[^.]$/s.test(title) || !/^[A-Z\d`"].*\.$/s.test(why),
    );
    expect(unclear.map(({ id, title, why }) => ({ id, title, why }))).toEqual([]);
  });

  it('refer to what the protocol has', () => {
    expect(allChecks.filter(({ reference }) => !exists(reference)).map(described)).toEqual([]);
  });

  const official = outsideData('debugAdapterProtocol.json');
  it.skipIf(official === undefined)(
    `refer to what the official schema has${official === undefined ? ` (${absentReason('debugAdapterProtocol.json')})` : ''}`,
    () => {
      const { definitions } = JSON.parse(readFileSync(official ?? '', 'utf8')) as {
        readonly definitions: Readonly<Record<string, unknown>>;
      };
      const unknown = allChecks.filter(({ reference }) => {
        const name = definitionOf(reference);
        return name !== undefined && !(name in definitions);
      });
      expect(unknown.map(described)).toEqual([]);
    },
  );
});

describe('the faults', () => {
  it('are exactly one for each check', () => {
    const checks = allChecks.map(({ id }) => id).sort();
    expect(allFaults.map(({ check }) => check).sort()).toEqual(checks);
  });

  it('say what the faulty adapter does', () => {
    expect(allFaults.filter(({ does }) => !/^[a-z].*[^.]$/s.test(does)).map(({ does }) => does)).toEqual([]);
  });

  it('break something', () => {
    const harmless = allFaults.filter(
      fault => !('seed' in fault || 'process' in fault || 'letsAnyPageIn' in fault),
    );
    expect(harmless.map(({ check }) => check)).toEqual([]);
  });
});

const described = ({ id, reference }: Check): string => `${id}: ${reference.in}, ${reference.page}`;

/** The headings of the overview. */
const headings: ReadonlySet<string> = new Set([
  'Debug Session Start',
  'Base protocol',
  'Initialization',
  'Launching and attaching',
  'Configuring breakpoint and exception behavior',
  'Stopping and accessing debuggee state',
  'Lifetime of Objects References',
  'Supporting threads',
  'Debug session end',
]);

/** A page of the specification is `Section_Name`. */
function sectionAndName({ page }: Reference): readonly [section: string, name: string] {
  const [, section = '', name = ''] =
    /^(.*)_([A-Za-z]+)$/.exec(page.replaceAll('_', ' ').replace(/ (?=\S*$)/, '_')) ?? [];
  return [section, name];
}

function exists(reference: Reference): boolean {
  if (reference.in === 'overview') return headings.has(reference.page);
  if (reference.in === 'schema') return reference.page in protocol;
  expect(referenceLink(reference)).toMatch(/#[A-Z]\w+$/);
  const [section, name] = sectionAndName(reference);
  const command = name.charAt(0).toLowerCase() + name.slice(1);
  switch (section) {
    case 'Base Protocol':
      return name in protocol || command in protocol.requests;
    case 'Requests':
      return command in protocol.requests;
    case 'Reverse Requests':
      return command in protocol.reverseRequests;
    case 'Events':
      return command in protocol.events;
    case 'Types':
      return name in protocol;
    default:
      return false;
  }
}

/** What the official schema calls it. */
function definitionOf(reference: Reference): string | undefined {
  if (reference.in === 'overview') return undefined;
  if (reference.in === 'schema') return reference.page;
  const [section, name] = sectionAndName(reference);
  if (section === 'Events') return `${name}Event`;
  const isRequest = section.endsWith('Requests') || (section === 'Base Protocol' && name === 'Cancel');
  return isRequest ? `${name}Request` : name;
}
