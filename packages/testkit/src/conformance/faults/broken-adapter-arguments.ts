// What the command `broken-adapter` was asked for.
import { parseArgs } from 'node:util';
import { allFaults } from './all.js';
import type { Fault } from './fault.js';

export type Asked =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'mistake'; readonly text: string }
  | { readonly kind: 'run'; readonly fault: Fault; readonly command: readonly [string, ...string[]] };

export const usage = `Usage: broken-adapter --fault ID -- ADAPTER [ARGUMENT…]
       broken-adapter --list

A debug adapter on stdin and stdout with one fault: it starts a real one, passes on what is said, and breaks the rule
of one check of the conformance suite. Put it before your own adapter to see the suite catch it.

  --fault ID   the fault, named by the check that must fail because of it
  --list       lists all faults and what they do
  --help       prints this
`;

export function readArguments(args: readonly string[]): Asked {
  const split = args.indexOf('--');
  const own = split === -1 ? args : args.slice(0, split);
  const [adapter, ...rest] = split === -1 ? [] : args.slice(split + 1);
  let values: { readonly fault?: string; readonly list?: boolean; readonly help?: boolean };
  try {
    const options = {
      fault: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    values = parseArgs({ args: [...own], options }).values;
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return { kind: 'print', text: usage };
  if (values.list === true) return { kind: 'print', text: faultList() };
  if (values.fault === undefined) return mistake('which fault? Name one by --fault.');
  const fault = allFaults.find(({ check }) => check === values.fault);
  if (fault === undefined) return mistake(`there is no fault "${values.fault}"; --list lists them.`);
  if (fault.letsAnyPageIn === true)
    return mistake(`the fault "${fault.check}" is one of a server: there are no web pages on stdin.`);
  if (adapter === undefined) return mistake('which adapter? Give its command after --.');
  return { kind: 'run', fault, command: [adapter, ...rest] };
}

const mistake = (text: string): Asked => ({
  kind: 'mistake',
  text: `broken-adapter: ${text}\n\n${usage}`,
});

function faultList(): string {
  const width = Math.max(...allFaults.map(({ check }) => check.length));
  return allFaults.map(({ check, does }) => `${check.padEnd(width)}  ${does}\n`).join('');
}
