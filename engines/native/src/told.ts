// What the bridge tells once: types, what code is, what variables are called and where they lie, the registers.

import type { Frame, NamedValue, TypeTable } from '@sonde/engine';
import { RegisterList } from './register-list.js';
import { layoutFrom, type ScopeLayout } from './scope-layout.js';
import { ToldFacts } from './told-facts.js';
import type { Fields } from './wire.js';
import { codeFrom } from './wire-frames.js';
import { defineTypes, nameFrom } from './wire-values.js';

export class Told {
  readonly registers = new RegisterList();
  /** What is the same in every activation of the same code. */
  readonly code = new ToldFacts<Omit<Frame, 'id'>>(codeFrom);
  readonly names = new ToldFacts<Omit<NamedValue, 'value'>>(nameFrom);
  /** Where the variables of a block lie. */
  readonly layouts = new ToldFacts<ScopeLayout>(layoutFrom);

  constructor(private readonly types: TypeTable) {}

  /** Takes what a message is the first to speak of. */
  take(message: Fields): void {
    if (message['types'] !== undefined) defineTypes(this.types, message['types']);
    if (message['code'] !== undefined) this.code.take(message['code']);
    if (message['names'] !== undefined) this.names.take(message['names']);
    if (message['layouts'] !== undefined) this.layouts.take(message['layouts']);
  }
}
