// What an answer to `step` means. Upstream's executive says it in many places, and some of it not at all.

import { eventField, type UpstreamStep } from './answers.js';

export type StepMeaning =
  | { readonly kind: 'breakpoint'; readonly pc: number }
  | { readonly kind: 'trap'; readonly pc: number; readonly next: number }
  | { readonly kind: 'out-of-code'; readonly pc: number; readonly length: number }
  /** Upstream never wakes it. */
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'mailbox' }
  /** More instructions were tried than ran: the last one fails again and again. */
  | { readonly kind: 'stuck' }
  /** It is no longer meant to run; why, only its state tells. */
  | { readonly kind: 'standing' }
  /** It is paused, or the whole machine is. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'ran' };

/** `retired`: how many instructions the task has behind it since the request. */
export function meaningOf(result: UpstreamStep, pid: number, retired: number): StepMeaning {
  const events = (result.events ?? []).filter(event => (event['pid'] ?? pid) === pid);
  const stop = events.find(isStop);
  if (stop !== undefined) return stopMeaning(stop);
  const sleep = events.findLast(({ type }) => type === 'sleep_request');
  if (sleep !== undefined && result.sleep_pending === true)
    return { kind: 'sleep', ms: asNumber(eventField(sleep, 'ms')) ?? 0 };
  const waits = events.findLastIndex(({ type }) => type === 'mailbox_wait');
  const wakes = events.findLastIndex(({ type }) => type === 'mailbox_wake' || type === 'mailbox_timeout');
  if (waits > wakes) return { kind: 'mailbox' };
  if (result.running && result.executed > 0) return { kind: 'ran' };
  if (result.executed === 0) return { kind: 'refused' };
  return result.executed > retired ? { kind: 'stuck' } : { kind: 'standing' };
}

const stopReasons = ['breakpoint', 'brk', 'vm_error'];

const isStop = (event: Readonly<Record<string, unknown>>): boolean =>
  event['type'] === 'debug_break' ||
  (event['type'] === 'debug_stop' && stopReasons.includes(String(eventField(event, 'reason'))));

function stopMeaning(event: Readonly<Record<string, unknown>>): StepMeaning {
  const pc = asNumber(eventField(event, 'pc')) ?? 0;
  switch (eventField(event, 'reason')) {
    case 'brk':
      return { kind: 'trap', pc, next: asNumber(eventField(event, 'next_pc')) ?? pc + 4 };
    case 'vm_error':
      return { kind: 'out-of-code', pc, length: asNumber(eventField(event, 'code_len')) ?? 0 };
    default:
      return { kind: 'breakpoint', pc };
  }
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
