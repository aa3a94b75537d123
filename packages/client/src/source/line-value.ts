// A text that stands behind a line of source: values of the names that occur there.

export interface LineValue {
  readonly line: number;
  readonly text: string;
}
