// `npm run reference`: writes docs/reference.md from the built code; with --check it only says whether it is true.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';

const built = file => import(pathToFileURL(path.join(root, file)).href);

const row = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The type of an option in the words of its schema. */
function typeOf(schema) {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.patternProperties !== undefined)
    return `names to ${Object.values(schema.patternProperties).map(typeOf).join(' or ')}`;
  if (schema.type === 'object') return `{ ${Object.keys(schema.properties ?? {}).join(', ')} }`;
  return schema.type;
}

const optionRows = schema =>
  Object.entries(schema.properties).map(([name, option]) => [
    `\`${name}\`${(schema.required ?? []).includes(name) ? ' (required)' : ''}`,
    typeOf(option),
    option.description ?? '',
  ]);

const needs = {
  nothing: '',
  initialized: '`initialize`',
  session: 'a launched program',
  loaded: 'a loaded program',
  stopped: 'a stopped program',
};

export async function referenceText() {
  const { allRequests, attachSchema, capabilitiesOf, launchSchema } = await built(
    'packages/session/dist/session.js',
  );
  const { capabilityNames, requestNames } = await built('packages/dap/dist/dap.js');
  const { languages } = await built('clients/cli/dist/languages.js');
  const served = [...allRequests.values()];
  const refused = requestNames.filter(name => !allRequests.has(name));
  const options = languages.filter(language => language.launch !== undefined);
  const attaching = languages.filter(language => language.attach !== undefined);
  const capabilities = languages.map(language => capabilitiesOf(language));
  return `# Reference

Written by \`npm run reference\` from the code; \`npm test\` checks that it is true.

## Launch options

${table(['option', 'type', 'meaning'], optionRows(launchSchema))}

${options.map(language => `What ${language.name} adds:\n\n${table(['option', 'type', 'meaning'], optionRows(language.launch))}`).join('\n\n')}

## Attach options

For programs that were there before the debugger, and for what is left of those that are over. A program that was attached
to goes on when the session ends, unless \`terminate\` or \`disconnect\` with \`terminateDebuggee\` says otherwise.

${table(['option', 'type', 'meaning'], optionRows(attachSchema))}

${attaching.map(language => `What ${language.name} adds:\n\n${table(['option', 'type', 'meaning'], optionRows(language.attach))}`).join('\n\n')}

## Requests

"Changes" are refused for connections that may only look. A request with a capability is refused, with the reason, for
programs whose language lacks it. Of the protocol, ${refused.length === 0 ? 'all requests are served' : `these are not served yet: ${refused.map(name => `\`${name}\``).join(', ')}`}.

${table(
  ['request', 'needs', 'changes', 'capability'],
  served.map(({ command, policy }) => [
    `\`${command}\``,
    needs[policy.needs],
    policy.changes ? 'yes' : '',
    policy.capability === undefined ? '' : `\`${policy.capability}\``,
  ]),
)}

Arguments of requests of our own:

${served
  .filter(entry => entry.arguments !== undefined)
  .map(
    ({ command, arguments: schema }) =>
      `\`${command}\`\n\n${table(['argument', 'type', 'meaning'], optionRows(schema))}`,
  )
  .join('\n\n')}

## Capabilities

${table(
  ['capability', ...languages.map(language => language.name)],
  capabilityNames.map(name => [
    `\`${name}\``,
    ...capabilities.map((each, nth) => {
      if (each[name] !== undefined) return 'yes';
      const isOnDemand = name === 'supportsStepBack' && languages[nth].engine.traits.timeLacks !== undefined;
      return isOnDemand ? 'with a record' : '';
    }),
  ]),
)}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = path.join(root, 'docs/reference.md');
  const text = await referenceText();
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else {
    const is = readFileSync(file, 'utf8');
    note(
      is === text
        ? 'reference: in order'
        : 'docs/reference.md is not what the code says\n    fix: npm run reference',
    );
    process.exitCode = is === text ? 0 : 1;
  }
}
