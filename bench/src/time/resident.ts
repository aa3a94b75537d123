// Memory of a process and of those that it started, as the system counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Resident, in MB. Processes that end meanwhile have none. */
export function residentMB(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + residentOf(each), 0) / 1024;
}

function processTree(pid: number): readonly number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(processTree)];
  } catch {
    return [pid];
  }
}

/** In kB. */
function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
