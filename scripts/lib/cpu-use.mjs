// CPU seconds of this process and of all that it started. Linux only: elsewhere nobody counts what children took.
import { readFileSync, readdirSync } from 'node:fs';

/** The kernel counts in these, on every architecture that Node runs on. */
const ticksPerSecond = 100;

/** Own time, that of children which ended and were waited for, and that of descendants that still run. */
export const cpuSeconds = () => ownSeconds() + childSeconds(process.pid);

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function childSeconds(self) {
  const processes = readProcesses();
  const ended = processes.find(({ pid }) => pid === self)?.ofEnded ?? 0;
  const running = descendants(processes, self);
  return ended + running.reduce((sum, { own, ofEnded }) => sum + own + ofEnded, 0);
}

function descendants(processes, parent) {
  const children = processes.filter(each => each.parent === parent);
  return children.flatMap(child => [child, ...descendants(processes, child.pid)]);
}

function readProcesses() {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => readStat(name) ?? []);
  } catch {
    return [];
  }
}

function readStat(name) {
  try {
    return parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'));
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}

/** A line of `/proc/PID/stat`; the name in parentheses may hold anything, parentheses too. */
export function parseStat(line) {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const seconds = at => Number(fields[at]) / ticksPerSecond;
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    own: seconds(11) + seconds(12),
    ofEnded: seconds(13) + seconds(14),
  };
}
