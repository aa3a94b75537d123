// Holds back what a driver reports while it connects, until the engine is there to hear it.

import type { RemoteEvents } from './remote-machine.js';

type Report = (events: RemoteEvents) => void;

export class EventRelay {
  #waiting: Report[] = [];
  #listener: RemoteEvents | undefined;

  readonly events: RemoteEvents = {
    output: (stream, data) => this.#pass(events => events.output(stream, data)),
    notice: message => this.#pass(events => events.notice(message)),
    logged: (logs, taken) => this.#pass(events => events.logged(logs, taken)),
    watchesEnded: ids => this.#pass(events => events.watchesEnded(ids)),
    tasksChanged: () => this.#pass(events => events.tasksChanged()),
    waitingForInput: waiting => this.#pass(events => events.waitingForInput(waiting)),
    resumed: () => this.#pass(events => events.resumed()),
    lost: why => this.#pass(events => events.lost(why)),
  };

  connect(listener: RemoteEvents): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const report of waiting) report(listener);
  }

  #pass(report: Report): void {
    if (this.#listener === undefined) this.#waiting.push(report);
    else report(this.#listener);
  }
}
