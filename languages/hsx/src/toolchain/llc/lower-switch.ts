// `switch`: a chain of compares, halved first where it is long.

import type { Operation, SwitchCase } from '@sonde/llvm-ir';
import type { Lowering } from './lowering.js';
import type { Register } from './machine-code.js';

const longestChain = 6;

export function lowerSwitch(
  lowering: Lowering,
  { value, otherwise, cases }: Operation & { readonly kind: 'switch' },
  labelOf: (target: string) => number,
): void {
  const words = lowering.zeroExtendedWords(value);
  const bits = lowering.bits(value.type);
  const sorted = cases
    .map(one => ({ ...one, value: BigInt.asUintN(bits, one.value) }))
    .sort((left, right) => (left.value < right.value ? -1 : 1));
  emit(lowering, words, sorted, labelOf, labelOf(otherwise));
}

function emit(
  lowering: Lowering,
  words: readonly Register[],
  cases: readonly SwitchCase[],
  labelOf: (target: string) => number,
  otherwise: number,
): void {
  if (cases.length > longestChain && words.length === 1) {
    const middle = cases.length >> 1;
    const upper = lowering.newLabel();
    const limit = lowering.number(Number(cases[middle]!.value));
    const zero = lowering.number(0);
    lowering.emit({ op: 'CMP', a: words[0]!, b: limit });
    lowering.make('SBC', zero, zero);
    lowering.emit({ op: 'JZ', label: upper });
    lowering.startBlock(lowering.newLabel());
    emit(lowering, words, cases.slice(0, middle), labelOf, otherwise);
    lowering.startBlock(upper);
    emit(lowering, words, cases.slice(middle), labelOf, otherwise);
    return;
  }
  for (const { value, target } of cases) {
    const difference = words.map((word, index) => {
      const part = lowering.number(Number((value >> BigInt(32 * index)) & 0xffffffffn));
      return words.length === 1 ? { word, part } : { word: lowering.make('XOR', word, part), part };
    });
    if (words.length === 1) lowering.emit({ op: 'CMP', a: words[0]!, b: difference[0]!.part });
    else difference.map(({ word }) => word).reduce((all, word) => lowering.make('OR', all, word));
    lowering.emit({ op: 'JZ', label: labelOf(target) });
  }
  lowering.emit({ op: 'JMP', label: otherwise });
}
