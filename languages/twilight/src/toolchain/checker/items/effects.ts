// What functions touch: storage they read and write, events, output; of themselves and of all they call.

import type { AttributeTree } from '../../syntax/tree.js';
import type { Checker, Instance } from '../checker.js';
import { walk } from '../typed-walk.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Slot } from '../typed-places.js';
import type { Domain, Effects } from '../typed-program.js';

interface Collected {
  readonly reads: Map<string, Domain>;
  readonly writes: Map<string, Domain>;
  emits: boolean;
  prints: boolean;
}

export function inferEffects(checker: Checker, instances: readonly Instance[]): void {
  const own = new Map(instances.map(instance => [instance, collect(checker, instance)]));
  // Until nothing is added: functions may call each other in circles.
  for (let changed = true; changed;) {
    changed = false;
    for (const [instance, effects] of own)
      for (const callee of instance.callees) changed = absorb(effects, own.get(callee)) || changed;
  }
  for (const [instance, effects] of own) {
    instance.typed.effects = declared(checker, instance, {
      reads: [...effects.reads.values()],
      writes: [...effects.writes.values()],
      emits: effects.emits,
      prints: effects.prints,
      declared: false,
    });
    instance.typed.recursive = reaches(instance, instance);
  }
  for (const { callee, at } of checker.callsInAssertions) {
    const effects = own.get(callee);
    if (effects !== undefined && (effects.writes.size > 0 || effects.emits || effects.prints))
      checker.problems.error(at, `an assertion cannot call ${callee.typed.name}, which changes something`);
  }
}

function collect(checker: Checker, { typed }: Instance): Collected {
  const found: Collected = { reads: new Map(), writes: new Map(), emits: false, prints: false };
  const touch = (slot: Slot, ...kinds: ('reads' | 'writes')[]): void => {
    const domain = domainOf(checker, slot);
    for (const kind of kinds) found[kind].set(textOf(domain), domain);
  };
  walk(typed.code, expression => {
    switch (expression.kind) {
      case 'storageRead':
        touch(expression.slot, 'reads');
        break;
      case 'storageWrite':
        touch(expression.slot, 'writes');
        break;
      case 'storageEntry':
        touch(expression.slot, 'reads', ...(expression.operation === 'remove' ? (['writes'] as const) : []));
        break;
      case 'storageVector':
        touch(
          expression.slot,
          'reads',
          ...(/^(?:push|pop|set|clear)$/.test(expression.operation) ? (['writes'] as const) : []),
        );
        break;
      case 'for':
        if (expression.over.kind === 'storage') touch(expression.over.slot, 'reads');
        break;
      case 'emit':
        found.emits = true;
        break;
      case 'print':
        found.prints = true;
        break;
      default:
        break;
    }
  });
  return found;
}

const textOf = ({ variable, key }: Domain): string => (key === undefined ? variable : `${variable}:${key}`);

/** A single key that is known has a domain of its own. */
function domainOf(checker: Checker, { variable, keys, at }: Slot): Domain {
  if (keys.length === 0) return { variable: variable.name, key: undefined };
  const key = keys.length === 1 ? keyText(keys[0]!) : undefined;
  if (key === undefined)
    checker.problems.lint(
      'dynamic_domain',
      at,
      `the key of ${variable.name} is only known when the program runs`,
      `The function touches all of self.${variable.name}:*.`,
    );
  return { variable: variable.name, key: key ?? '*' };
}

function keyText(key: TypedExpression): string | undefined {
  if (key.kind !== 'constant') return undefined;
  if (typeof key.value === 'string') return JSON.stringify(key.value);
  if (key.type.kind === 'address') return `0x${(key.value as bigint).toString(16).padStart(40, '0')}`;
  return String(key.value);
}

function absorb(into: Collected, from: Collected | undefined): boolean {
  if (from === undefined) return false;
  const before = into.reads.size + into.writes.size + Number(into.emits) + Number(into.prints);
  for (const [name, domain] of from.reads) into.reads.set(name, domain);
  for (const [name, domain] of from.writes) into.writes.set(name, domain);
  into.emits ||= from.emits;
  into.prints ||= from.prints;
  return into.reads.size + into.writes.size + Number(into.emits) + Number(into.prints) > before;
}

function reaches(from: Instance, to: Instance): boolean {
  const seen = new Set<Instance>();
  const waiting = [...from.callees];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...next.callees);
  }
  return false;
}

/** `#[conflict_free]` touches nothing, `#[reads]` alone writes nothing; with domains they replace what was inferred. */
function declared(checker: Checker, { definition }: Instance, effects: Effects): Effects {
  const { attributes, name } = definition.tree;
  const of = (kind: string): AttributeTree | undefined =>
    attributes.find(attribute => attribute.name === kind);
  const free = of('conflict_free');
  if (free !== undefined && effects.reads.length + effects.writes.length > 0)
    checker.problems.error(
      name.at,
      `${name.text} touches storage (${touched(effects)}) and says that it does not`,
    );
  const [reads, writes] = [of('reads'), of('writes')];
  if (reads?.args.length === 0 && writes === undefined && effects.writes.length > 0)
    checker.problems.error(
      name.at,
      `${name.text} only reads, and writes ${effects.writes.map(textOf).join(', ')}`,
    );
  const given = [reads, writes].map(attribute =>
    attribute?.args.length ? domainsOf(checker, attribute) : undefined,
  );
  if (given.every(domains => domains === undefined)) return effects;
  return { ...effects, reads: given[0] ?? effects.reads, writes: given[1] ?? effects.writes, declared: true };
}

const touched = ({ reads, writes }: Effects): string =>
  [...new Set([...reads, ...writes].map(textOf))].join(', ');

/** `self.shares:*`, `shares` */
function domainsOf(checker: Checker, { args, name }: AttributeTree): Domain[] {
  return args.flatMap(arg => {
    const found = arg.kind === 'string' ? /^(?:self\.)?(\w+)(?::(\S+))?$/.exec(arg.value) : null;
    if (found === null) {
      checker.problems.error(
        arg.at,
        `this is no domain for ${name}`,
        'Write "self.total" or "self.shares:*".',
      );
      return [];
    }
    return [{ variable: found[1]!, key: found[2] }];
  });
}
