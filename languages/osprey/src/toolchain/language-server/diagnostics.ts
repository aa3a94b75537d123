// What is wrong with a text, as an editor underlines it.

import type { Diagnostic } from '@sonde/language';
import { DiagnosticSeverity, type Diagnostic as Shown } from 'vscode-languageserver/node.js';
import type { Analysis } from './analysis.js';
import { rangeOf } from './positions.js';

const severities: Readonly<Record<Diagnostic['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

export const diagnosticsOf = ({ diagnostics }: Analysis): Shown[] =>
  diagnostics.map(({ severity, message, location, hint }) => {
    const { line = 1, column = 1 } = location ?? {};
    const { endLine = line, endColumn = column } = location ?? {};
    return {
      severity: severities[severity],
      source: 'osprey',
      message: hint === undefined ? message : `${message}\n${hint}`,
      range: rangeOf({ line, column, endLine, endColumn }),
    };
  });
