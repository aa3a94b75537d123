// Plain assignments: a place, one `=`, a value. Operators that the library defines are often in no program, and what they
// do to a number can be done by writing it. A text, in turn, needs memory, which only code of the program gets.

import { Failure, formatAddress, type TypeDescription, type TypeTable } from '@sonde/engine';
import type { NativeExpressions } from '@sonde/language';
import { literalIn } from '@sonde/c-expressions';
import { compactString, partsOf } from '../renderers/standard-library/layouts.js';
import { typeAt } from '../renderers/standard-library/members.js';

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const sign = /(?<![=!<>+\-*/%&|^])=(?!=)/g;

/** Undefined for a text that is none, or more than one. */
export function assignmentIn(text: string): { readonly target: string; readonly value: string } | undefined {
  // What is quoted keeps its length, so that places stay what they are.
  const code = text.replace(quoted, found => '0'.repeat(found.length));
  const found = [...code.matchAll(sign)];
  const at = found[0]?.index;
  if (at === undefined || found.length > 1 || /[;{}]/.test(code)) return undefined;
  const [target, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return target === '' || value === '' ? undefined : { target, value };
}

/** Types that can be named in an expression: not those that have no name, or are called by where they are. */
const nameable = /^[A-Za-z_][\w:<>, *]*$/;

/** Texts for strings and for pointers to characters, and lists in braces for whole structures. */
export const assigning: NonNullable<NativeExpressions['assigning']> = (text, target, address, types) => {
  const type = types.resolve(target);
  const literal = literalIn(text);
  const at = formatAddress(address);
  if (type.kind === 'pointer' && literal !== undefined) {
    const copy = copyOf(types.resolve(type.target), literal.unit);
    // LLDB's own copy of a literal is gone when its next expression comes.
    return copy && `*(${copy.type} **)${at} = ((${copy.type} *(*)(const ${copy.type} *))${copy.by})(${text})`;
  }
  if (type.kind !== 'struct' && type.kind !== 'union') return undefined;
  if (literal === undefined && !/^\{.*\}$/s.test(text.trim())) return undefined;
  const refusal = refusalOf(type.name, literal !== undefined);
  if (refusal !== undefined) throw new Failure('bad-expression', 'user', ...refusal);
  const assign = literal === undefined ? undefined : assignOf(type, types);
  if (assign !== undefined) return `((void (*)(void *, const void *))${assign})((void *)${at}, ${text})`;
  const name = type.name.replace(/^(?:const|volatile) /g, '');
  return nameable.test(name) ? `*(${name} *)${at} = ${text}` : undefined;
};

/** Why no text, or no list, can be put there, and what can be done instead. */
function refusalOf(name: string, isText: boolean): readonly [string, string] | undefined {
  if (/^std::(?:__\w+::)?\w*string_view\b/.test(name))
    return [`a ${name} holds no text of its own;`, 'change what it looks at.'];
  const isString = /^std::(?:__\w+::)?(?:basic_|\w*)string\b/.test(name);
  if (!/^std::/.test(name) || (isText && isString)) return undefined;
  return [`${isText ? 'a text' : 'a list'} cannot be put into a ${name} as a whole;`, 'change its parts.'];
}

const mangled: Readonly<Record<string, string>> = {
  ...{ char: 'c', wchar_t: 'w', char8_t: 'Du', char16_t: 'Ds', char32_t: 'Di' },
};

/** The function of LLVM's library that gives a string its text: the operator is nowhere but in what was inlined. */
function assignOf(type: TypeDescription, types: TypeTable): string | undefined {
  const parts = partsOf(type, types, compactString);
  const pointer = parts === undefined ? undefined : typeAt(type, types, parts.start);
  const unit = pointer?.kind === 'pointer' ? mangled[types.resolve(pointer.target).name] : undefined;
  if (unit === undefined) return undefined;
  return `_ZNSt3__112basic_stringI${unit}NS_11char_traitsI${unit}EENS_9allocatorI${unit}EEE6assignEPK${unit}`;
}

/** By which function of the C library a text of such characters gets memory of its own. */
function copyOf(
  character: TypeDescription,
  unit: number,
): { readonly type: string; readonly by: string } | undefined {
  if (character.kind !== 'character' || character.size !== unit) return undefined;
  if (unit === 1) return { type: 'char', by: 'strdup' };
  return /\bwchar_t\b/.test(character.name) ? { type: 'wchar_t', by: 'wcsdup' } : undefined;
}
