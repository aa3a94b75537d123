// The state of a process that a test file could leave changed behind it: read before and after, and compared.

/** What keeps running until somebody ends it, as Node names it. */
const running = ['ProcessWrap', 'Worker', 'TCPServerWrap', 'PipeServerWrap', 'FSEventWrap'];
/** Comes when no test is left to be disturbed; libraries listen to it once and for all. */
const harmlessEvents = ['exit'];

/** Aspect → name → value, all of them plain. */
export const readProcessState = () => ({
  'the working folder': { cwd: process.cwd() },
  'the exit code': { exitCode: process.exitCode },
  'the environment': { ...process.env },
  'listeners of the process': Object.fromEntries(
    process
      .eventNames()
      .filter(name => !harmlessEvents.includes(name))
      .map(name => [String(name), process.listenerCount(name)]),
  ),
  // Symbols and `__names` are for libraries, which keep there what they need once in a process.
  'global names': Object.fromEntries(
    Object.getOwnPropertyNames(globalThis)
      .filter(name => !name.startsWith('__'))
      .map(name => [name, true]),
  ),
  'what is running': countRunning(process.getActiveResourcesInfo()),
});

function countRunning(resources) {
  const counts = {};
  for (const name of resources) if (running.includes(name)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** One line for each difference: `the environment: TMPDIR was undefined, is "/tmp/x"`. */
export function changesOfState(before, after) {
  return Object.entries(after).flatMap(([aspect, now]) => {
    const then = before[aspect];
    const names = new Set([...Object.keys(then), ...Object.keys(now)]);
    return [...names]
      .filter(name => then[name] !== now[name])
      .map(name => `${aspect}: ${name} was ${JSON.stringify(then[name])}, is ${JSON.stringify(now[name])}`);
  });
}
