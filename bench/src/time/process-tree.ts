// What a process and those that it started take, as the system counts it: memory, and time of the processor.
import { readdirSync, readFileSync } from 'node:fs';

/** Resident, in MB. Processes that end meanwhile have none. */
export function residentMB(pid: number): number {
  return (
    sum(pid, each =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0),
    ) / 1024
  );
}

/** Of all their threads that live, in milliseconds. */
export function processorMs(pid: number): number {
  return sum(pid, each =>
    readdirSync(`/proc/${each}/task`).reduce((ms, thread) => ms + threadMs(each, thread), 0),
  );
}

function threadMs(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Of the processes that this one waited for. */
export const endedProcessorMs = (): number => ticksOf('self', 15, 16) * msPerTick;

/** Linux counts so for every program (USER_HZ). */
const msPerTick = 10;

function ticksOf(process: number | 'self', ...fields: readonly number[]): number {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
  // The name before may hold anything.
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((ticks, field) => ticks + Number(rest[field - 2]), 0);
}

function sum(pid: number, of: (pid: number) => number): number {
  let total = 0;
  for (const each of processTree(pid)) {
    try {
      total += of(each);
    } catch {
      // It ended meanwhile.
    }
  }
  return total;
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
