// Global variables: what may be said of one, and how it is written.

import type { DebugGlobal } from './debug/nodes.js';
import { alignmentOf } from './layout.js';
import { requireAlignment, symbolWords, type GlobalLinkage, type SymbolOptions } from './linkage.js';
import { misuse } from './misuse.js';
import { quoted } from './spelling.js';
import { requireStorable, sameType, typeText, type IrType } from './types.js';
import type { Constant, GlobalValue } from './value.js';

export interface GlobalOptions extends SymbolOptions<GlobalLinkage> {
  /** Without one the variable is defined elsewhere. */
  readonly initial?: Constant;
  /** Never written. */
  readonly constant?: boolean;
  /** `localexec`: it is part of the program itself, so that its place needs no call. */
  readonly threadLocal?: boolean | 'localexec';
  /** Its address tells nothing, so equal ones may be merged. */
  readonly unnamedAddress?: boolean;
  readonly section?: string;
  readonly align?: number;
  readonly debug?: DebugGlobal;
}

export function globalText(global: GlobalValue, options: GlobalOptions): string {
  const { initial, linkage, align, section, debug } = options;
  requireGlobal(global.text, global.valueType, options);
  const words = [
    ...(initial === undefined ? ['external'] : []),
    ...symbolWords(global.text, options),
    ...(options.threadLocal === true ? ['thread_local'] : []),
    ...(options.threadLocal === 'localexec' ? ['thread_local(localexec)'] : []),
    ...(options.unnamedAddress === true ? ['unnamed_addr'] : []),
    options.constant === true ? 'constant' : 'global',
    typeText(global.valueType),
    ...(initial === undefined ? [] : [initial.text]),
  ];
  const after = [
    ...(section === undefined ? [] : [`section ${quoted(section)}`]),
    // LLVM lays the elements of appending arrays itself.
    ...(linkage === 'appending'
      ? []
      : [`align ${requireAlignment(align ?? alignmentOf(global.valueType), global.text)}`]),
    ...(debug === undefined ? [] : [`!dbg !${debug.id}`]),
  ];
  return `${[`${global.text} = ${words.join(' ')}`, ...after].join(', ')}\n`;
}

export function requireGlobal(name: string, type: IrType, { initial, linkage }: GlobalOptions): void {
  requireStorable(type, `the global ${name}`);
  if (initial === undefined) {
    if (linkage !== undefined && linkage !== 'external')
      misuse(`the ${linkage} global ${name} needs an initial value`);
    return;
  }
  if (!sameType(initial.type, type))
    misuse(`the initial value of ${name} must be ${typeText(type)}, not ${typeText(initial.type)}`);
}
