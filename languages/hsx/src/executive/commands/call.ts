// A request on its way through the executive: who asks, in which session, for which task.

import type { Client } from '../client.js';
import type { Executive } from '../executive.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import { Refusal, type Answer, type Request } from '../request.js';
import type { Session } from '../sessions.js';

export class Call {
  constructor(
    readonly executive: Executive,
    readonly request: Request,
    readonly client: Client,
    readonly session: Session | undefined,
  ) {}

  get task(): LoadedTask {
    return this.executive.taskOf(this.request);
  }

  /** For what changes a task: refuses who has not its lock. */
  get ownTask(): LoadedTask {
    return this.owned(this.request.integer('pid'));
  }

  owned(pid: number): LoadedTask {
    this.executive.sessions.requireRight(pid, this.session);
    return this.executive.task(pid);
  }

  /** One pid, several, or all that the session has locked. */
  get ownTasks(): readonly LoadedTask[] {
    const { request, session, executive } = this;
    if (!request.flag('group')) return request.integers('pid').map(pid => this.owned(pid));
    const found = [...this.requiredSession.locks].flatMap(pid => executive.tasks.get(pid) ?? []);
    if (found.length === 0) throw new Refusal(`session ${session!.terms.client} has locked no task`);
    return found.filter(task => !task.state.finished);
  }

  get requiredSession(): Session {
    if (this.session === undefined) throw new Refusal('session_required');
    return this.session;
  }
}

/** `sent`: the command has answered by itself. */
export type Command = (call: Call) => Answer | 'sent' | Promise<Answer>;

/** By their names in small letters. */
export type CommandTable = Readonly<Record<string, Command>>;
