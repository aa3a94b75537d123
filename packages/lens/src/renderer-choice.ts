// The choice of a renderer for a type, made once per type, and the memory of renderers that cannot be trusted.

import { placeKey, type RawValue, type TypeDescription, type TypeId, type TypeTable } from '@sonde/engine';
import { runGuarded } from './guard.js';
import type { Renderer, TypeMatch } from './renderer.js';

export class RendererChoice {
  readonly #byType = new Map<TypeId, Renderer | undefined>();
  readonly #late = new Map<Renderer, Set<string>>();
  readonly #givenUp = new Set<Renderer>();

  constructor(
    private readonly renderers: readonly Renderer[],
    private readonly types: TypeTable,
    private readonly limits: { readonly rendererMs: number; readonly strikes: number },
  ) {}

  /** Decides for types that were not seen before, all under one guard. */
  prepare(values: readonly RawValue[]): void {
    if (this.renderers.length === 0) return;
    const unseen = new Set<TypeId>();
    for (const { type } of values) if (!this.#byType.has(type)) unseen.add(type);
    let open = [...unseen];
    // A match that throws or hangs costs its renderer the trust, and the choice is made again without it.
    for (let attempt = 0; open.length > 0 && attempt <= this.renderers.length; attempt++) {
      const asked: (Renderer | undefined)[] = [];
      const outcomes = runGuarded(
        open.map((type, nth) => () => this.#choose(type, renderer => (asked[nth] = renderer))),
        this.limits.rendererMs,
      );
      const again: TypeId[] = [];
      outcomes.forEach((outcome, nth) => {
        if (outcome.kind === 'done') {
          this.#byType.set(open[nth]!, outcome.result);
          return;
        }
        const guilty = asked[nth];
        if (guilty !== undefined) this.#givenUp.add(guilty);
        again.push(open[nth]!);
      });
      open = again;
    }
  }

  rendererFor(type: TypeId): Renderer | undefined {
    const found = this.#byType.get(type);
    return found === undefined || this.#givenUp.has(found) ? undefined : found;
  }

  /** Whether this renderer was too slow for this value, or for too many. */
  isTooSlow(renderer: Renderer, value: RawValue): boolean {
    const late = this.#late.get(renderer);
    return late !== undefined && (late.size >= this.limits.strikes || late.has(identity(value)));
  }

  /** Another renderer may be chosen where one has failed to match; a slow one stays chosen and is not run. */
  wasLate(renderer: Renderer, value: RawValue): void {
    const late = this.#late.get(renderer) ?? new Set<string>();
    late.add(identity(value));
    this.#late.set(renderer, late);
  }

  #choose(type: TypeId, asking: (renderer: Renderer) => void): Renderer | undefined {
    let description = this.types.get(type);
    for (let hops = 0; hops < 64; hops++) {
      for (const renderer of this.renderers) {
        if (this.#givenUp.has(renderer)) continue;
        asking(renderer);
        if (fits(renderer, description, this.types)) return renderer;
      }
      if (description.kind !== 'alias') return undefined;
      description = this.types.get(description.target);
    }
    return undefined;
  }
}

/** Functions have a name, too, so this is asked first. */
const isFunction = (matches: TypeMatch): matches is Extract<TypeMatch, (...args: never[]) => unknown> =>
  typeof matches === 'function';

function fits(renderer: Renderer, type: TypeDescription, types: TypeTable): boolean {
  const { matches } = renderer;
  if (isFunction(matches)) return matches(type, types);
  if ('kind' in matches) return matches.kind === type.kind;
  if (typeof matches.name === 'string') return matches.name === type.name;
  // A pattern with the flag g remembers where it was.
  matches.name.lastIndex = 0;
  return matches.name.test(type.name);
}

/** The same for the same thing in the same state: a value that has changed since deserves another try. */
function identity(value: RawValue): string {
  const place = value.place === undefined ? '' : placeKey(value.place);
  const { content } = value;
  switch (content.kind) {
    case 'scalar':
      return `${place} ${typeof content.value} ${String(content.value).slice(0, 64)}`;
    case 'bytes':
      return `${place} ${Buffer.from(content.bytes.subarray(0, 64)).toString('hex')}`;
    case 'object':
      return `${place} ${content.id}`;
    default:
      return `${place} ${content.kind}`;
  }
}
