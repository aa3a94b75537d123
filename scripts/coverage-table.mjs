// `npm run coverage-table`: writes docs/protocol-coverage.md from the tests; with --check it only says whether it is
// true and whether every element of the protocol has its witness.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finding, reportFindings } from './lib/findings.mjs';
import { root } from './lib/repository.mjs';
import { witnessCalls } from './lib/witness-calls.mjs';

const document = 'docs/protocol-coverage.md';

const kinds = [
  ['request', 'Requests', 'What a client asks of the adapter.'],
  ['reverse', 'Reverse requests', 'What the adapter asks of a client.'],
  ['event', 'Events', 'What the adapter tells by itself.'],
  ['capability', 'Capabilities', 'What the adapter declares.'],
  ['argument', 'Arguments of initialize', 'What a client says it is and can take.'],
];

/**
 * `protocol` is `{ elementNames, languages, serves }`: names by kind, languages as `{ id, name }`, and whether programs of
 * a language are served an element (`serves(language, kind, name)`; undefined where that is no matter of the language).
 * Answers `{ text, findings }`.
 */
export function coverageTable(base, { elementNames, languages, serves = () => undefined }) {
  const { calls, findings } = witnessCalls(base);
  const nameOf = new Map(languages.map(({ id, name }) => [id, name]));
  const known = new Set(Object.entries(elementNames).flatMap(([kind, all]) => all.map(n => `${kind} ${n}`)));
  const problems = [
    ...findings,
    ...calls.flatMap(call => [
      ...(nameOf.has(call.language) ? [] : [unknown(call, `the language '${call.language}'`)]),
      ...call.elements.filter(each => !known.has(each)).map(each => unknown(call, `the element '${each}'`)),
    ]),
  ];
  const sections = kinds.map(([kind, heading, meaning]) => {
    const rows = elementNames[kind].map(name => {
      const own = calls.filter(({ elements }) => elements.includes(`${kind} ${name}`));
      const refused = own.filter(call => call.kind === 'witnessRefusal');
      const shown = own.filter(call => call.kind === 'witness');
      if (own.length === 0) problems.push(unwitnessed(`${kind} ${name}`));
      if (refused.length > 0 && shown.length > 0) problems.push(bothWays(`${kind} ${name}`, refused[0]));
      const served = servedText(languages, language => serves(language, kind, name));
      return row([`\`${name}\``, served, languagesOf(own, nameOf), own.map(testOf).join('<br>')]);
    });
    const head = ['element', 'served for', 'witness', 'test'];
    return `## ${heading}\n\n${meaning}\n\n${[row(head), row(head.map(() => '---')), ...rows].join('\n')}\n`;
  });
  return { text: [introduction(elementNames), ...sections].join('\n'), findings: problems };
}

const introduction = names => `# Coverage of the protocol

Written by \`npm run coverage-table\` from the tests; \`npm test\` checks that it is true and has no gap.

For each of the ${names.request.length} requests, ${names.reverse.length} reverse requests, ${names.event.length} events, ${names.capability.length} capabilities and ${names.argument.length} arguments of \`initialize\`: the
language whose program shows its effect, and the test that looks at it. A test is declared with \`witness\` of
\`@sonde/testkit/vitest\`, which also checks that the element was really exchanged. *Refused* means that no language has an
honest witness yet: a test shows that the element is not declared and that a request for it is refused with the reason.
*No effect* means that a client may say it and nothing changes, which a test shows too.

*Served for* tells the languages whose programs have it. For the others the capability is not declared and the request is
refused with the reason, which the [conformance suite](conformance.md) checks for every language.
`;

const row = cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function servedText(languages, isServed) {
  const answers = languages.map(isServed);
  if (answers.every(answer => answer !== false)) return 'all';
  const names = languages.filter((_, index) => answers[index] !== false).map(({ name }) => name);
  return names.length === 0 ? 'none yet' : names.sort().join(', ');
}

function languagesOf(calls, nameOf) {
  const shown = calls.filter(({ kind }) => kind === 'witness').map(call => nameOf.get(call.language));
  if (shown.length > 0) return [...new Set(shown)].sort().join(', ');
  if (calls.length === 0) return '**none**';
  return calls.some(({ elements }) => elements.some(each => each.startsWith('argument ')))
    ? '*no effect*'
    : '*refused*';
}

const testOf = ({ file, title, reason }) =>
  `[${title.replaceAll(/[[\]]/g, '')}](../${file})${reason === '' ? '' : `: “${reason}”`}`;

const unknown = ({ file, line }, what) =>
  finding(file, line, 'unknown-claim', `${what} does not exist`, 'correct the name');

const unwitnessed = element =>
  finding(
    document,
    undefined,
    'no-witness',
    `no test is the witness of '${element}'`,
    `write a test with witness(…, ['${element}'], …) that sees its effect in a program, or witnessRefusal(…); then npm run coverage-table`,
  );

const bothWays = (element, { file, line }) =>
  finding(file, line, 'refused-and-shown', `'${element}' is refused here and shown elsewhere`, 'keep one');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = file => import(pathToFileURL(path.join(root, file)).href);
  const { elementNames } = await built('packages/testkit/dist/testkit.js');
  const { languages } = await built('clients/cli/dist/languages.js');
  const { allRequests, capabilitiesOf } = await built('packages/session/dist/session.js');
  const declares = (language, capability) => capability in capabilitiesOf(language);
  const serves = (language, kind, name) => {
    if (kind === 'capability') return declares(language, name);
    const capability = kind === 'request' ? allRequests.get(name)?.policy.capability : undefined;
    return capability === undefined ? undefined : declares(language, capability);
  };
  const { text, findings } = coverageTable(root, { elementNames, languages, serves });
  const file = path.join(root, document);
  const is = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (is !== text)
    findings.push(
      finding(document, undefined, 'stale', 'is not what the tests say', 'npm run coverage-table'),
    );
  process.exitCode = reportFindings('coverage of the protocol', findings);
}
