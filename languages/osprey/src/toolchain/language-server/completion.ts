// What may stand at a place of an unfinished text.

import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver/node.js';
import { builtIn, builtInNames } from '../checker/built-ins.js';
import type { Inference } from '../checker/inference.js';
import { builtInTypes, prune, typeName, type Type } from '../checker/types.js';
import { variantFields } from '../checker/fields.js';
import { anonymousFields } from '../checker/types.js';
import { reservedWords } from '../syntax/words.js';
import { analyse, type Analysis } from './analysis.js';
import { signatureOf } from './signatures.js';

/** No source has it: put at the place it makes a whole name of what is there, and asks the checker what is in sight. */
const stand = 'zzSondePlaceholder';

export function completionsAt(name: string, content: string, offset: number): CompletionItem[] {
  const begun = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(content.slice(0, offset))?.[0] ?? '';
  const before = content.slice(0, offset - begun.length);
  // Inside of a line comment or a word of digits there is nothing to complete.
  if (/\/\/[^\n]*$/.test(before) || /\d$/.test(before)) return [];
  const filled = analyse(name, content.slice(0, offset) + stand + content.slice(offset));
  const effect = /\bperform\s+(\w+)\.$/.exec(before)?.[1];
  if (effect !== undefined) return operationsOf(filled.inference, effect);
  const word = `${begun}${stand}`;
  const asField = filled.uses.find(
    ({ meaning }) => meaning.kind === 'field' && meaning.name.startsWith(word),
  )?.meaning;
  if (asField?.kind === 'field') return membersOf(filled.inference!, asField.owner);
  if (/\.$/.test(before)) return [];
  const place = filled.unknown.find(({ at }) => filled.text.slice(at).startsWith(word));
  if (place?.what === 'type') return typesOf(filled);
  // Where the parser did not come to the place, nothing says which kind of name stands there.
  const types = place === undefined ? typesOf(filled) : [];
  return [...variablesOf(place?.inSight), ...namesOf(filled), ...types, ...words(filled)];
}

function variablesOf(inSight: Analysis['unknown'][number]['inSight'] | undefined): readonly CompletionItem[] {
  return [...(inSight?.values() ?? [])]
    .filter(({ name }) => !name.startsWith('$'))
    .map(variable => ({
      label: variable.name,
      kind: CompletionItemKind.Variable,
      detail: signatureOf({ kind: 'variable', variable }),
      // What is in sight at the place itself comes before what the whole file and the language have.
      sortText: `0${variable.name}`,
    }));
}

function namesOf({ inference }: Analysis): readonly CompletionItem[] {
  const functions = [...(inference?.functions.values() ?? [])].map(({ typed, type }): CompletionItem => ({
    label: typed.name,
    kind: CompletionItemKind.Function,
    detail: signatureOf({ kind: 'function', target: typed, type }),
    sortText: `1${typed.name}`,
  }));
  const variants = [...(inference?.variants.values() ?? [])].map((variant): CompletionItem => ({
    label: variant.name,
    kind: CompletionItemKind.Constructor,
    detail: signatureOf({ kind: 'constructor', variant }),
    sortText: `1${variant.name}`,
  }));
  const externs = [...(inference?.externs.values() ?? [])].map((target): CompletionItem => ({
    label: target.name,
    kind: CompletionItemKind.Function,
    detail: signatureOf({ kind: 'extern', target }),
    sortText: `1${target.name}`,
  }));
  const library = builtInNames.map((label): CompletionItem => ({
    label,
    kind: CompletionItemKind.Function,
    ...(builtIn(label) === undefined ? {} : { detail: 'of the language' }),
    sortText: `2${label}`,
  }));
  return [...functions, ...variants, ...externs, ...library];
}

const words = ({ flavor }: Analysis): readonly CompletionItem[] =>
  [...reservedWords[flavor]].map(label => ({
    label,
    kind: CompletionItemKind.Keyword,
    sortText: `3${label}`,
  }));

function typesOf({ inference }: Analysis): CompletionItem[] {
  const declared = [...(inference?.types.values() ?? [])].map((type): CompletionItem => ({
    label: type.name,
    kind: type.shape === 'record' ? CompletionItemKind.Struct : CompletionItemKind.Enum,
    detail: signatureOf({ kind: 'type', declared: type }),
    sortText: `1${type.name}`,
  }));
  const own = Object.keys(builtInTypes).map((label): CompletionItem => ({
    label,
    kind: CompletionItemKind.Class,
    sortText: `2${label}`,
  }));
  return [...declared, ...own];
}

function operationsOf(inference: Inference | undefined, name: string): CompletionItem[] {
  const effect = inference?.effects.get(name);
  return (effect?.operations ?? []).map(operation => ({
    label: operation.name,
    kind: CompletionItemKind.Method,
    detail: signatureOf({ kind: 'operation', effect: effect!, operation }),
  }));
}

/** Fields of a record, and functions of the file that take such a value first: `x.f()` calls `f(x)`. */
function membersOf(inference: Inference, owner: Type): CompletionItem[] {
  const whole = prune(owner);
  const fields = fieldsOf(inference, whole).map(({ name, type }): CompletionItem => ({
    label: name,
    kind: CompletionItemKind.Field,
    detail: `${name}: ${typeName(type)}`,
    sortText: `0${name}`,
  }));
  const methods = [...inference.functions.values()].flatMap(({ typed, type }): CompletionItem[] => {
    const first = type.parameters[0];
    const taken = first === undefined ? undefined : prune(first);
    if (whole.kind !== 'named' || taken?.kind !== 'named' || taken.name !== whole.name) return [];
    const detail = signatureOf({ kind: 'function', target: typed, type });
    return [{ label: typed.name, kind: CompletionItemKind.Method, detail, sortText: `1${typed.name}` }];
  });
  return [...fields, ...methods];
}

function fieldsOf(
  inference: Inference,
  owner: Type,
): readonly { readonly name: string; readonly type: Type }[] {
  if (owner.kind === 'variable')
    return [...owner.needs.fields]
      .filter(([name]) => !name.includes(stand))
      .map(([name, { type }]) => ({ name, type }));
  if (owner.kind !== 'named') return [];
  const anonymous = anonymousFields(owner.name);
  if (anonymous !== undefined) return anonymous.map((name, nth) => ({ name, type: owner.args[nth]! }));
  const declared = inference.types.get(owner.name);
  const [variant] = declared?.shape === 'record' ? declared.variants : [];
  return variant === undefined ? [] : variantFields(variant, owner.args);
}
