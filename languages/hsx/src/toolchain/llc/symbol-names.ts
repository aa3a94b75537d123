// Names of LLVM IR as labels of MVASM.

/** Operands that are no names for the assembler, in any case. */
const taken = /^(?:r(?:1[0-5]|\d)|sp|pc|psw|lo16|hi16|off16)$/i;

/** Letters that MVASM has no place for become their code between `$`. */
export function symbolName(name: string): string {
  const spelled = name.replace(/[^A-Za-z0-9_.]/g, char => `$${char.codePointAt(0)!.toString(16)}$`);
  return taken.test(spelled) || !/^[A-Za-z_.]/.test(spelled) ? `_$${spelled}` : spelled;
}
