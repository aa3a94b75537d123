// The error for mistakes of a code generator; never for mistakes in the program that is compiled.

export class IrMisuse extends Error {
  override readonly name = 'IrMisuse';
}

export function misuse(message: string): never {
  throw new IrMisuse(message);
}
