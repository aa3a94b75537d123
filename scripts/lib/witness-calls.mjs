// The calls of `witness` and `witnessRefusal` in the sources of tests: what each claims, and where it stands.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
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
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    visit(source, [], (call, groups) => {
      const line = source.getLineAndCharacterOfPosition(call.getStart()).line + 1;
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
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const { text: name } = node.expression;
    if (name === 'witness' || name === 'witnessRefusal') found(node, groups);
    const title = /^describe/.test(name) ? literal(node.arguments[0]) : undefined;
    if (title !== undefined) inner = [...groups, title];
  }
  ts.forEachChild(node, child => visit(child, inner, found));
}

function claimOf({ expression, arguments: args }) {
  const kind = expression.text;
  const language = nameOf(args[0]);
  const elements = kind === 'witness' ? literals(args[1]) : literals([args[1]]);
  const reason = kind === 'witness' ? '' : literal(args[2]);
  const title = literal(args[kind === 'witness' ? 2 : 3]);
  if ([language, elements, reason, title].includes(undefined)) return undefined;
  return { kind, language, elements, reason, title };
}

/** `x`, or `x satisfies T`. */
function nameOf(node) {
  if (node === undefined) return undefined;
  if (ts.isSatisfiesExpression(node)) return nameOf(node.expression);
  return ts.isIdentifier(node) ? node.text : undefined;
}

function literals(node) {
  const items = Array.isArray(node) ? node : node && ts.isArrayLiteralExpression(node) ? node.elements : [];
  const texts = items.map(literal);
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts;
}

const literal = node => (node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined);
