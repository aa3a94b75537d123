// A limit on the size of files (`ulimit -f`) ends a process by a signal; with a handler the write fails instead.

let wanted = 0;
const ignore = (): void => undefined;

/** Answers with what takes it back. */
export function keepFileLimitFromKilling(): () => void {
  if (wanted++ === 0) process.on('SIGXFSZ', ignore);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--wanted === 0) process.off('SIGXFSZ', ignore);
  };
}
