// What a person does at a terminal, as the parser of its bytes tells it.

export type InputEvent =
  /** A key by its name and what is held with it: `n`, `Enter`, `C-c`, `M-x`, `S-F11`, `C-Left`. */
  | { readonly kind: 'key'; readonly chord: string; readonly text?: string }
  | { readonly kind: 'paste'; readonly text: string }
  | {
      readonly kind: 'click';
      readonly x: number;
      readonly y: number;
      readonly button: 'left' | 'middle' | 'right';
    }
  | { readonly kind: 'wheel'; readonly x: number; readonly y: number; readonly lines: number }
  /** The terminal answers whether it has a mode (DECRPM). */
  | { readonly kind: 'mode'; readonly mode: number; readonly isKnown: boolean };
