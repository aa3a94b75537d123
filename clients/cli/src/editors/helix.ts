// The configuration for Helix: languages with their debuggers, and keys.

import type { EditorInput, FileType } from './editor-input.js';
import { quoted, tomlList } from './literals.js';

export const helixLanguages = ({ fileTypes, command, version }: EditorInput): string => `\
# Sonde in Helix 25.07 or newer. Written by \`sonde editor helix\` (Sonde ${version}):
#   sonde editor helix >> ~/.config/helix/languages.toml
# The keys are a second file: sonde editor helix config.toml >> ~/.config/helix/config.toml

${fileTypes.map(type => languageTables(type, command)).join('\n')}`;

function languageTables(type: FileType, command: string): string {
  const attach = type.attachesToProcesses
    ? `
[[language.debugger.templates]]
name = "attach"
request = "attach"
completion = ["pid"]
args = { pid = "{0}" }
`
    : '';
  return `\
[[language]]
name = ${quoted(type.id)}
${type.isKnown ? '' : ownFields(type)}
[language.debugger]
name = "sonde"
transport = "stdio"
command = ${quoted(command)}
args = ${tomlList(['dap', '--language', type.language])}

[[language.debugger.templates]]
name = "launch"
request = "launch"
completion = [{ name = "program", completion = "filename" }]
args = { program = "{0}" }
${attach}
[[language.debugger.templates]]
name = "join"
request = "attach"
completion = ["session"]
args = { session = "{0}" }
`;
}

function ownFields({ id, endings, comments, projectFile }: FileType): string {
  const types = endings.map(ending =>
    ending.indexOf('.', 1) === -1 ? quoted(ending.slice(1)) : `{ glob = ${quoted(`*${ending}`)} }`,
  );
  const lines = [
    `scope = ${quoted(`source.${id}`)}`,
    `file-types = [${types.join(', ')}]`,
    `roots = ${tomlList(projectFile === undefined ? [] : [projectFile])}`,
    ...(comments?.line === undefined ? [] : [`comment-token = ${quoted(comments.line)}`]),
    ...(comments?.block === undefined
      ? []
      : [
          `block-comment-tokens = { start = ${quoted(comments.block[0])}, end = ${quoted(comments.block[1])} }`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

export const helixKeys = ({ version }: EditorInput): string => `\
# Keys for debugging in Helix 25.07 or newer. Written by \`sonde editor helix config.toml\` (Sonde ${version}):
#   sonde editor helix config.toml >> ~/.config/helix/config.toml
# Helix's own menu is Space G. A table [keys.normal] that you have already takes these lines without the heading.

[keys.normal]
F5 = [":update", ":debug-start launch %{buffer_name}"]
F6 = "dap_pause"
F8 = "dap_continue"
F9 = "dap_toggle_breakpoint"
F10 = "dap_next"
F11 = "dap_step_in"
F12 = "dap_step_out"
S-F5 = "dap_terminate"
`;
