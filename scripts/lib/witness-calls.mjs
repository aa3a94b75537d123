// The calls of `witness` and `witnessRefusal` in the sources of tests: what each claims, and where it stands.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { finding } from './findings.mjs';
import { isTest, listFiles } from './repository.mjs';

/** Tests of the kit itself speak of languages that nobody has. */
const searched = 'clients';

const fix = 'write the language as its imported name, and elements, reason and title as literals';

/**
 * `{ calls, findings }`; a call is `{ file, line, kind: 'witness' | 'witnessRefusal', language, elements, reason, title }`,
 * its title with those of the groups it stands in.
 */
export function witnessCalls(base) {
  const calls = [];
  const findings = [];
  for (const file of listFiles(base, searched).filter(each => each.endsWith('.test.ts') && isTest(each))) {
    const text = readFileSync(path.join(base, file), 'utf8');
    // To build the tree takes a while, and few tests claim anything.
    if (!/\bwitness/.test(text)) continue;
    visit(parseSync(file, text).program, [], (call, groups) => {
      const line = text.slice(0, call.start).split('\n').length;
      const claim = claimOf(call);
      if (claim === undefined) {
        findings.push(finding(file, line, 'unreadable-claim', 'cannot be read without running it', fix));
      } else calls.push({ file, line, ...claim, title: [...groups, claim.title].join(': ') });
    });
  }
  return { calls, findings };
}

function visit(node, groups, found) {
  let inner = groups;
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const { name } = node.callee;
    if (name === 'witness' || name === 'witnessRefusal') found(node, groups);
    const title = /^describe/.test(name) ? literal(node.arguments[0]) : undefined;
    if (title !== undefined) inner = [...groups, title];
  }
  for (const child of Object.values(node).flat())
    if (typeof child?.type === 'string') visit(child, inner, found);
}

function claimOf({ callee: { name: kind }, arguments: args }) {
  const language = nameOf(args[0]);
  const elements = kind === 'witness' ? literals(args[1]?.elements) : literals([args[1]]);
  const reason = kind === 'witness' ? '' : literal(args[2]);
  const title = literal(args[kind === 'witness' ? 2 : 3]);
  if ([language, elements, reason, title].includes(undefined)) return undefined;
  return { kind, language, elements, reason, title };
}

/** `x`, or `x satisfies T`. */
function nameOf(node) {
  if (node?.type === 'TSSatisfiesExpression') return nameOf(node.expression);
  return node?.type === 'Identifier' ? node.name : undefined;
}

function literals(items = []) {
  const texts = items.map(literal);
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts;
}

function literal(node) {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
