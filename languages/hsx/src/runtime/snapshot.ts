// Saving and restoring all state, and a hash of it.
//
// Memories are kept in pages that snapshots share; of the open calls only those that are open are kept.

import type { MachineSnapshot } from '@sonde/engine-vm';
import { imageOfBytes, restoreBytes, StateHash, type BytesImage } from '@sonde/engine-vm/snapshots';
import { spaceSize } from '../toolchain/isa.js';
import type { CallStack } from './call-stack.js';
import { callCapacity, type SystemState, type TaskState } from './state.js';
import type { System } from './system.js';
import { Trace, type TraceData } from './trace.js';

export interface HsxSnapshot extends MachineSnapshot {
  readonly counts: Omit<SystemState, 'tasks' | 'services'>;
  readonly services: SystemState['services'];
  readonly tasks: readonly TaskImage[];
  /** By task. */
  readonly traces: ReadonlyMap<number, TraceData>;
  /** The only task that may run. */
  readonly only: number | undefined;
}

interface TaskImage {
  readonly task: Omit<TaskState, 'memory' | 'words' | 'calls' | 'registers'>;
  readonly registers: Int32Array;
  readonly memory: BytesImage;
  readonly calls: CallStack;
}

/** What the objects of a snapshot take, in bytes, roughly. */
const cost = { snapshot: 2_000, task: 1_000 };

/** Shares nothing with the system, and pages of memory with the snapshot before. */
export function snapshotOf(system: System, before: HsxSnapshot | undefined): HsxSnapshot {
  const { tasks, services, ...counts } = system.state;
  let bytes = cost.snapshot;
  const images = tasks.map((task): TaskImage => {
    const { memory, words: _, calls, registers, ...rest } = task;
    const earlier = before?.tasks.find(each => each.task.id === task.id)?.memory;
    const { pages, copied } = imageOfBytes(memory, earlier);
    bytes += cost.task + copied + calls.count * 36;
    return { task: { ...rest }, registers: registers.slice(), memory: pages, calls: openCalls(calls) };
  });
  const traces = new Map([...system.traces].map(([id, { data }]) => [id, copyOfTrace(data)]));
  for (const { ring } of traces.values()) bytes += ring.byteLength;
  return { bytes, counts, services: structuredClone(services), tasks: images, traces, only: system.only };
}

/** The snapshot can be used again. */
export function restoreInto(system: System, snapshot: HsxSnapshot): void {
  const { counts, services, tasks, traces, only } = snapshot;
  const present = system.state.tasks;
  system.state = {
    ...counts,
    services: structuredClone(services),
    tasks: tasks.map(image => restoredTask(image, present)),
  };
  system.traces = new Map([...traces].map(([task, data]) => [task, new Trace(copyOfTrace(data))]));
  system.only = only;
}

/** In the place of the task that is there, which has the arrays for it. */
function restoredTask(
  { task, registers, memory, calls }: TaskImage,
  present: readonly TaskState[],
): TaskState {
  const old = present.find(each => each.id === task.id);
  const bytes = old?.memory ?? new Uint8Array(spaceSize);
  restoreBytes(bytes, memory);
  const restored: TaskState = {
    ...task,
    memory: bytes,
    words: old?.words ?? new Int32Array(bytes.buffer),
    registers: registers.slice(),
    calls: old === undefined ? withRoom(calls, task) : old.calls,
  };
  fillCalls(restored.calls, calls);
  return restored;
}

const openCalls = (calls: CallStack): CallStack => ({
  ...calls,
  slots: calls.slots.slice(0, calls.count),
  returns: calls.returns.slice(0, calls.count),
  serials: calls.serials.slice(0, calls.count),
  targets: calls.targets.slice(0, calls.count),
  found: calls.found.slice(0, calls.count * 4),
});

function fillCalls(into: CallStack, from: CallStack): void {
  into.count = from.count;
  into.imbalance = from.imbalance;
  into.activations = from.activations;
  into.slots.set(from.slots);
  into.returns.set(from.returns);
  into.serials.set(from.serials);
  into.targets.set(from.targets);
  into.found.set(from.found);
}

/** As many as there were when the task began. */
function withRoom(calls: CallStack, { stackLimit }: Pick<TaskState, 'stackLimit'>): CallStack {
  const capacity = callCapacity(stackLimit);
  return {
    ...calls,
    slots: new Int32Array(capacity),
    returns: new Int32Array(capacity),
    serials: new Float64Array(capacity),
    targets: new Int32Array(capacity),
    found: new Int32Array(capacity * 4),
  };
}

const copyOfTrace = (data: TraceData): TraceData => ({
  ...data,
  ring: data.ring.slice(),
  named: data.named.slice(),
});

/** The trace does not count: how much of the past is kept changes nothing of what will happen. */
export function hashOf({ state }: System): string {
  const hash = new StateHash();
  const { tasks, ...rest } = state;
  hash.add(rest);
  for (const { words: _, calls, ...task } of tasks) {
    const { slots, returns, serials, targets, found, ...counts } = calls;
    hash.add(task).add(counts);
    // What lies above the open calls is left over from others.
    for (const array of [slots, returns, serials, targets]) hash.add(array.subarray(0, calls.count));
    hash.add(found.subarray(0, calls.count * 4));
  }
  return hash.text;
}
