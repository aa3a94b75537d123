// What the services of the machine keep for the tasks: mailboxes, values, commands, files.
//
// Part of the state of the system: plain data, in arrays whose order is the order of creation.

export interface ServiceState {
  readonly mailboxes: Mailbox[];
  readonly handles: Handle[];
  readonly values: Value[];
  readonly subscriptions: Subscription[];
  readonly commands: Command[];
  readonly files: StoredFile[];
  readonly openFiles: OpenFile[];
  /** Of input that was read and not yet taken: the rest of a line, by task. */
  readonly input: { readonly task: number; bytes: Uint8Array }[];
  inputEnded: boolean;
  lastMailbox: number;
  nextFile: number;
  /** Services that nobody has, and that were spoken of already. */
  readonly unknown: number[];
}

export const newServices = (): ServiceState => ({
  mailboxes: [],
  handles: [],
  values: [],
  subscriptions: [],
  commands: [],
  files: [],
  openFiles: [],
  input: [],
  inputEnded: false,
  lastMailbox: 0,
  nextFile: 3,
  unknown: [],
});

export type Namespace = 'pid' | 'svc' | 'app' | 'shared';

export interface Mailbox {
  readonly id: number;
  readonly namespace: Namespace;
  readonly name: string;
  /** 0 when it belongs to all tasks. */
  readonly owner: number;
  /** Bytes; a message takes 8 more than it has. */
  capacity: number;
  mode: number;
  readonly messages: Message[];
  nextSequence: number;
}

export interface Message {
  readonly sequence: number;
  readonly flags: number;
  readonly channel: number;
  readonly source: number;
  readonly payload: Uint8Array;
}

export interface Handle {
  readonly task: number;
  /** Counts in each task from 1. */
  readonly number: number;
  readonly mailbox: number;
  /** The last message it has seen, where all see all messages. */
  seen: number;
  /** It only sends: messages do not wait for it. */
  sends: boolean;
  /** Messages were dropped before it saw them. */
  overrun: boolean;
  /** A tap gets copies and takes nothing away; undefined when it is none. */
  tapped: Message[] | undefined;
  closed: boolean;
}

export interface Value {
  readonly group: number;
  readonly id: number;
  readonly owner: number;
  flags: number;
  readonly auth: number;
  /** Bits of an f16. */
  value: number;
  readonly name: string;
  readonly unit: string;
  persists: boolean;
}

/** Changes of the value are sent to the mailbox. */
export interface Subscription {
  readonly oid: number;
  readonly mailbox: number;
  readonly task: number;
}

export interface Command {
  readonly group: number;
  readonly id: number;
  readonly owner: number;
  readonly flags: number;
  readonly auth: number;
  /** Code address in the program of the owner. */
  readonly handler: number;
  readonly name: string;
  readonly help: string;
  calls: number;
}

export interface StoredFile {
  path: string;
  readonly directory: boolean;
  bytes: Uint8Array;
}

export interface OpenFile {
  readonly task: number;
  readonly number: number;
  path: string;
  position: number;
}
