// `npm run conformance-docs`: writes what docs/conformance.md says of checks and profiles from the built code; with --check it only says whether that is true.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';

export const document = path.join(root, 'docs/conformance.md');

const built = file => import(pathToFileURL(path.join(root, file)).href);

const row = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function checkTables({ allChecks, byGroup, referenceLink }) {
  return [...byGroup(allChecks)]
    .map(([group, checks]) => {
      const rows = checks.map(({ id, title, level, why, reference }) => [
        `\`${id}\``,
        level === 'should' ? `${title} *(should)*` : title,
        why,
        `[${reference.page.replaceAll('_', ' ')}](${referenceLink(reference)})`,
      ]);
      return `### ${group}\n\n${table(['check', 'rule', 'why it matters', 'protocol'], rows)}`;
    })
    .join('\n\n');
}

/** The type of a property, in the words of people who write JSON. */
function typeOf(schema) {
  if (schema.anyOf !== undefined)
    return schema.anyOf.some(({ type }) => type === 'integer') ? 'place' : 'any';
  if (schema.type === 'array') return `list of ${plural(typeOf(schema.items))}`;
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'RegExp') return 'bytes in hexadecimal';
  if (schema.type !== 'object') return 'text';
  if (schema.properties === undefined) return 'object';
  return `{ ${propertyList(schema)} }`;
}

const plural = word => (/^(place|text|number)$/.test(word) ? `${word}s` : word);

const propertyList = schema =>
  Object.entries(schema.properties)
    .map(([name, each]) => `\`${name}\`${schema.required?.includes(name) ? '' : '?'}: ${typeOf(each)}`)
    .join(', ');

function sectionTable({ sectionSchemas, sectionHelp }) {
  const rows = Object.entries(sectionSchemas).map(([name, { properties, required }]) => {
    // Every section may have these; they are explained once.
    const own = Object.entries(properties).filter(([each]) => each !== 'launch' && each !== 'source');
    return [
      `\`${name}\``,
      sectionHelp[name] ?? '',
      propertyList({ properties: Object.fromEntries(own), required }),
    ];
  });
  return table(['section', 'what it tells', 'properties'], rows);
}

export async function conformanceText(before) {
  const suite = await built('packages/testkit/dist/conformance/conformance.js');
  return withPart(withPart(before, 'sections', sectionTable(suite)), 'checks', checkTables(suite));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const is = readFileSync(document, 'utf8');
  const text = await conformanceText(is);
  if (!process.argv.includes('--check')) writeFileSync(document, text);
  else {
    const fix = 'docs/conformance.md is not what the code says\n    fix: npm run conformance-docs';
    note(is === text ? 'conformance: in order' : fix);
    process.exitCode = is === text ? 0 : 1;
  }
}
