// The variants of an executive: how much of a trace it keeps, and what a session can have of it (specification, section 6).

export type Variant = 'minimal' | 'development' | 'full';

export const variants: readonly Variant[] = ['minimal', 'development', 'full'];

const fixedSize = 100;
const mostRecords = 10_000;

export const isVariant = (text: string): text is Variant => (variants as readonly string[]).includes(text);

export const variantName = (variant: Variant): string => `desktop_${variant}`;

/** Instructions that are kept for each task without anybody asking. */
export const defaultSize = (variant: Variant): number => (variant === 'minimal' ? 1 : fixedSize);

export interface TraceTerms {
  readonly size: number;
  readonly mode: Variant;
}

/** The smaller of what is asked for and what the variant has. */
export function negotiate(
  variant: Variant,
  asked: { readonly size?: number; readonly mode?: Variant },
): TraceTerms {
  const least = Math.min(variants.indexOf(variant), variants.indexOf(asked.mode ?? variant));
  const mode = variants[least]!;
  return { mode, size: sizeWithin(mode, asked.size) };
}

export function sizeWithin(mode: Variant, asked: number | undefined): number {
  if (mode !== 'full') return defaultSize(mode);
  return Math.min(mostRecords, Math.max(fixedSize, asked ?? fixedSize));
}
