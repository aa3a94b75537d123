// Plain assignments: a place, one `=`, a value. Operators that the library defines are often in no program, and what they
// do to a number can be done by writing it.

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const sign = /(?<![=!<>+\-*/%&|^])=(?!=)/g;

/** Undefined for a text that is none, or more than one. */
export function assignmentIn(text: string): { readonly target: string; readonly value: string } | undefined {
  // What is quoted keeps its length, so that places stay what they are.
  const code = text.replace(quoted, found => '0'.repeat(found.length));
  const found = [...code.matchAll(sign)];
  const at = found[0]?.index;
  if (at === undefined || found.length > 1 || /[;{}]/.test(code)) return undefined;
  const [target, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return target === '' || value === '' ? undefined : { target, value };
}
