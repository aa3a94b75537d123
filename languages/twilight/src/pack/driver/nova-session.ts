// One debug session of the node: a transaction that is attached to, its motions and what it tells.

import type { AttachAnswer, LoggedParams, StoppedParams, TerminatedParams } from './messages.js';
import type { NodeLink, Notification } from './node-link.js';

export interface SessionListener {
  stopped(stop: StoppedParams): void;
  /** It moves: because of this session, or of another that is attached to it. */
  continued(): void;
  terminated(end: TerminatedParams): void;
  output(text: string): void;
  logged(logged: LoggedParams): void;
  watchesEnded(ids: readonly string[]): void;
  event(topics: readonly string[], data: string): void;
}

/** Notifications go to the session that they are of; what comes before its id is known waits. */
export class NovaSession {
  #id: string | undefined;
  readonly #early: (readonly [string, Readonly<Record<string, unknown>>])[] = [];

  constructor(
    private readonly link: NodeLink,
    private readonly listener: SessionListener,
  ) {}

  readonly heard: Notification = (method, params) => {
    if (this.#id === undefined) this.#early.push([method, params]);
    else if (params['sessionId'] === this.#id) this.#tell(method, params);
  };

  async attach(target: string, stopOnEntry: boolean): Promise<AttachAnswer> {
    const answer = await this.link.request<AttachAnswer>('attach', { target, stopOnEntry });
    this.#id = answer.sessionId;
    for (const [method, params] of this.#early.splice(0)) this.heard(method, params);
    return answer;
  }

  get id(): string {
    return this.#id ?? '';
  }

  request<Answer>(method: string, params: object = {}): Promise<Answer> {
    return this.link.request<Answer>(method, { sessionId: this.id, ...params });
  }

  #tell(method: string, params: Readonly<Record<string, unknown>>): void {
    switch (method) {
      case 'stopped':
        return this.listener.stopped(params as unknown as StoppedParams);
      case 'continued':
        return this.listener.continued();
      case 'terminated':
        return this.listener.terminated(params as unknown as TerminatedParams);
      case 'output':
        return this.listener.output(params['text'] as string);
      case 'watchesEnded':
        return this.listener.watchesEnded((params['ids'] ?? []) as readonly string[]);
      case 'logged':
        return this.listener.logged(params as unknown as LoggedParams);
      case 'event':
        return this.listener.event(
          (params['topics'] ?? []) as readonly string[],
          (params['data'] ?? '0x') as string,
        );
      default:
    }
  }
}
