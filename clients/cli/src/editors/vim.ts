// The configuration for Vim with vimspector: one plugin file in Vim script.

import { lineComment, type EditorInput, type FileType } from './editor-input.js';
import { vimList, vimQuoted } from './literals.js';
import { vimSyntax } from './vim-syntax.js';

export const vimPlugin = ({ fileTypes, command, version }: EditorInput): string => `\
" Sonde in Vim 8.2 or newer, with vimspector. Written by \`sonde editor vim\` (Sonde ${version}):
"   sonde editor vim > ~/.vim/plugin/sonde.vim
" Write it anew after languages were added; settings of your own belong into another file.

let s:command = ${vimQuoted(command)}

let s:languages = {}
${fileTypes.map(languageDictionary).join('\n')}

${code}`;

function languageDictionary(type: FileType): string {
  const comment = lineComment(type, '%s') ?? '';
  const filters = type.exceptionFilters.map(({ id }) => `${vimQuoted(id)}: ''`).join(', ');
  const fields = [
    `'name': ${vimQuoted(type.title)}`,
    `'language': ${vimQuoted(type.language)}`,
    `'endings': ${vimList(type.endings)}`,
    `'project': ${vimQuoted(type.projectFile ?? '')}`,
    `'attaches': ${type.attachesToProcesses ? 1 : 0}`,
    `'exceptions': {${filters}}`,
    `'known': ${type.isKnown ? 1 : 0}`,
    ...(type.isKnown ? [] : [`'comment': ${vimQuoted(comment)}`]),
  ];
  const syntax = type.isKnown
    ? []
    : [`  \\ 'syntax': [`, ...vimSyntax(type).map(line => `  \\   ${vimQuoted(line)},`), `  \\ ],`];
  return [
    `let s:languages[${vimQuoted(type.id)}] = {`,
    ...fields.map(field => `  \\ ${field},`),
    ...syntax,
    `  \\ }`,
  ].join('\n');
}

const code =
  String.raw`" File types, comments and colours. These stand after Vim's own, so that '.x.c' is not a file of '.c'.
function! s:Show(filetype) abort
  for line in s:languages[a:filetype].syntax
    execute line
  endfor
endfunction

augroup sonde
  autocmd!
  for [s:filetype, s:language] in items(s:languages)
    if !s:language.known
      for s:ending in s:language.endings
        execute 'autocmd BufRead,BufNewFile *' . s:ending . ' set filetype=' . s:filetype
      endfor
      execute 'autocmd FileType' s:filetype 'let &l:commentstring = ' . string(s:language.comment)
      execute 'autocmd Syntax' s:filetype 'call s:Show(' . string(s:filetype) . ')'
    endif
    execute 'autocmd FileType' s:filetype 'call s:Keys()'
  endfor
augroup END

" The adapter is told the language, so that it offers what that language has. Exception filters are named because
" vimspector asks about every filter that is not: '' is the language's own choice.
let g:vimspector_adapters = get(g:, 'vimspector_adapters', {})
let g:vimspector_configurations = get(g:, 'vimspector_configurations', {})
for [s:filetype, s:language] in items(s:languages)
  let s:adapter = 'sonde-' . s:language.language
  let g:vimspector_adapters[s:adapter] = {
    \ 'name': s:adapter,
    \ 'command': [s:command, 'dap', '--language', s:language.language],
    \ }
  let s:common = {
    \ 'adapter': s:adapter,
    \ 'filetypes': [s:filetype],
    \ 'breakpoints': {'exception': s:language.exceptions},
    \ }
  let g:vimspector_configurations['Sonde: debug ' . s:filetype] = extend({
    \ 'default': v:true,
    \ 'configuration': {'request': 'launch', 'program': '\${file}'},
    \ }, s:common)
  if s:language.attaches
    let g:vimspector_configurations['Sonde: attach to a process, ' . s:filetype] = extend({
      \ 'autoselect': v:false,
      \ 'configuration': {'request': 'attach', 'pid#json': '\${pid}'},
      \ }, s:common)
  endif
  let g:vimspector_configurations['Sonde: join a session, ' . s:filetype] = extend({
    \ 'autoselect': v:false,
    \ 'configuration': {'request': 'attach', 'session': '\${session}'},
    \ }, s:common)
endfor
unlet! s:filetype s:language s:ending s:adapter s:common

" The project of a file, where it belongs to one, else the file itself.
function! SondeProgram() abort
  let project = s:languages[&filetype].project
  let found = project ==# '' ? '' : findfile(project, escape(expand('%:p:h'), ' ,;') . ';')
  return found ==# '' ? expand('%:p') : fnamemodify(found, ':p:h')
endfunction

" F5: goes on with a session, else saves the file and starts one, without asking anything. Vimspector reads the
" configurations at each start.
function! SondeDebug() abort
  if has_key(s:languages, &filetype)
    " What is debugged would not be what is shown.
    try
      silent update
    catch
      echohl ErrorMsg
      echomsg 'Sonde: the file could not be saved:' v:exception
      echohl None
      return
    endtry
    let g:vimspector_configurations['Sonde: debug ' . &filetype].configuration.program = SondeProgram()
  endif
  call vimspector#Continue()
endfunction

" Keys, in files of these languages; a key that you have given a meaning keeps it. Terminals call Shift+F5 F17.
let s:keys = {
  \ '<F5>': ':call SondeDebug()<CR>',
  \ '<S-F5>': '<Plug>VimspectorStop',
  \ '<F17>': '<Plug>VimspectorStop',
  \ '<F6>': '<Plug>VimspectorPause',
  \ '<F9>': '<Plug>VimspectorToggleBreakpoint',
  \ '<F10>': '<Plug>VimspectorStepOver',
  \ '<F11>': '<Plug>VimspectorStepInto',
  \ '<F12>': '<Plug>VimspectorStepOut',
  \ }
function! s:Keys() abort
  for [key, action] in items(s:keys)
    if maparg(key, 'n') ==# ''
      execute 'nmap <buffer> <silent>' key action
    endif
  endfor
endfunction
`.replaceAll('\\$', '$');
