// The options of `npm test`.

export const usage = `usage: npm test [-- [--quick] [-t TITLE] [FILTER ...]]
  FILTER    only tests whose path contains it: packages/dap, packages/dap/src/framing.test.ts
  -t TITLE  only tests whose title matches
  --quick   leave out format and lint`;

/** `{ filters, quick, vitestArgs }`, `{ help }`, or `{ problem }`. */
export function parseTestOptions(args) {
  const filters = [];
  const vitestArgs = [];
  let quick = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '--help' || arg === '-h') return { help: true };
    if (arg === '--quick') quick = true;
    else if (arg === '-t') {
      at += 1;
      if (args[at] === undefined) return { problem: '-t needs a title' };
      vitestArgs.push('-t', args[at]);
    } else if (arg.startsWith('-')) return { problem: `unknown option ${arg}` };
    else filters.push(arg);
  }
  return { filters, quick, vitestArgs };
}
