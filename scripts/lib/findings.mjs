// Findings: what a check of ours has to say. Each names a place, a rule, and the way to put it right.

/** `line` is absent when the finding speaks of the whole file; `warning` ones never fail the check. */
export const finding = (file, line, rule, message, fix) => ({ file, line, rule, message, fix });

export const warning = (file, line, rule, message, fix) => ({
  ...finding(file, line, rule, message, fix),
  warning: true,
});

/** One finding as people read it. */
export function describeFinding({ file, line, rule, message, fix, warning: mild }) {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place}  ${mild ? 'warning, ' : ''}${rule}: ${message}\n    fix: ${fix}`;
}

/** Prints what was found and answers with the exit code of the check. */
export function reportFindings(subject, findings, print = line => process.stdout.write(`${line}\n`)) {
  const inOrder = [...findings].sort((a, b) =>
    a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
  );
  for (const each of inOrder) print(describeFinding(each));
  const failures = findings.filter(each => !each.warning).length;
  const warnings = findings.length - failures;
  const mild = warnings === 0 ? '' : ` (${count(warnings, 'warning')})`;
  print(failures === 0 ? `${subject}: in order${mild}` : `${subject}: ${count(failures, 'finding')}${mild}`);
  return failures === 0 ? 0 : 1;
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
