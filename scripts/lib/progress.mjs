// Progress lines: one line per step, what it took, and on failure everything the tool said.

const say = line => process.stdout.write(`${line}\n`);

export const heading = text => say(`\n${text}`);

/** Runs a step under a title; `work` answers what runTool answers. A quiet step shows its output only when it fails. */
export async function step(title, work, { quiet = true } = {}) {
  if (quiet) process.stdout.write(`${title} … `);
  else say(`${title} …`);
  const result = await work();
  const took = `${result.seconds.toFixed(1)} s`;
  const verdict = result.ok ? 'done' : result.timedOut ? 'took too long' : 'failed';
  say(quiet ? `${verdict} (${took})` : `${title}: ${verdict} (${took})`);
  if (!result.ok && quiet) process.stdout.write(ensureNewline(result.output));
  return result;
}

export const note = say;

const ensureNewline = text => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
