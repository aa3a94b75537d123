// What a clang printed, as diagnostics.

export interface ClangDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

const line = /^(.*?):(\d+):(\d+): (fatal error|error|warning|note): (.*)$/;
const general = /^(?:(?:clang|wasm-ld): )?(fatal error|error|warning): (.*)$/;

/** `nameOf`: the file as the user knows it. */
export function readDiagnostics(text: string, nameOf: (file: string) => string): ClangDiagnostic[] {
  return text.split('\n').flatMap((row): ClangDiagnostic[] => {
    const found = line.exec(row);
    if (found === null) {
      const [, kind, message] = general.exec(row) ?? [];
      return message === undefined ? [] : [{ severity: kind === 'warning' ? 'warning' : 'error', message }];
    }
    const [, file, at, column, kind, message] = found;
    const severity = kind === 'warning' || kind === 'note' ? kind : 'error';
    return [{ severity, message: message!, file: nameOf(file!), line: Number(at), column: Number(column) }];
  });
}
