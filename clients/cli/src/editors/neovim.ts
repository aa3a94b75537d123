// The configuration for Neovim with nvim-dap: one plugin file in Lua.

import { lineComment, type EditorInput, type FileType } from './editor-input.js';
import { luaList, quoted } from './literals.js';
import { vimSyntax } from './vim-syntax.js';

export const neovimPlugin = ({ fileTypes, command, version }: EditorInput): string => `\
-- Sonde in Neovim 0.8 or newer, with nvim-dap. Written by \`sonde editor neovim\` (Sonde ${version}):
--   sonde editor neovim > ~/.config/nvim/plugin/sonde.lua
-- Write it anew after languages were added; settings of your own belong into another file.

local command = ${quoted(command)}

local languages = {
${fileTypes.map(languageTable).join('\n')}
}

${code}`;

function languageTable(type: FileType): string {
  const fields = [
    `filetype = ${quoted(type.id)}`,
    `name = ${quoted(type.title)}`,
    `language = ${quoted(type.language)}`,
    `endings = ${luaList(type.endings)}`,
    ...(type.projectFile === undefined ? [] : [`project = ${quoted(type.projectFile)}`]),
    ...(type.attachesToProcesses ? ['attaches = true'] : []),
  ];
  const comment = lineComment(type, '%s');
  const own = type.isKnown
    ? ['known = true']
    : [
        ...(comment === undefined ? [] : [`comment = ${quoted(comment)}`]),
        `syntax = {\n${vimSyntax(type)
          .map(line => `      ${quoted(line)},`)
          .join('\n')}\n    }`,
      ];
  return `  {\n${[...fields, ...own].map(field => `    ${field},`).join('\n')}\n  },`;
}

const code = String.raw`-- File types, comments and colours. The longest ending decides: ".x.c" is not a file of ".c".
local group = vim.api.nvim_create_augroup("sonde", {})
local by_filetype = {}
for _, language in ipairs(languages) do
  by_filetype[language.filetype] = language
  if not language.known then
    local patterns = {}
    for _, ending in ipairs(language.endings) do
      patterns[".*" .. vim.pesc(ending)] = { language.filetype, { priority = 100 + #ending } }
    end
    vim.filetype.add({ pattern = patterns })
    vim.api.nvim_create_autocmd("FileType", {
      group = group,
      pattern = language.filetype,
      callback = function(event)
        vim.bo[event.buf].commentstring = language.comment or ""
      end,
    })
    vim.api.nvim_create_autocmd("Syntax", {
      group = group,
      pattern = language.filetype,
      callback = function()
        for _, line in ipairs(language.syntax) do
          vim.cmd(line)
        end
      end,
    })
  end
end

-- Icons in file lists, where nvim-web-devicons is there.
local has_icons, icons = pcall(require, "nvim-web-devicons")
if has_icons then
  for _, language in ipairs(languages) do
    if not language.known then
      for _, ending in ipairs(language.endings) do
        icons.set_icon({
          [ending:sub(2)] = { icon = "◆", color = "#3f7fbf", cterm_color = "67", name = language.name },
        })
      end
    end
  end
end

--- Keys in files of these languages; a key that you have given a meaning keeps it.
local function map(keys)
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = vim.tbl_keys(by_filetype),
    callback = function(event)
      for key, action in pairs(keys) do
        if vim.fn.maparg(key, "n") == "" then
          vim.keymap.set("n", key, action[1], { buffer = event.buf, desc = "Sonde: " .. action[2] })
        end
      end
    end,
  })
end

local has_dap, dap = pcall(require, "dap")
if not has_dap then
  local function missing()
    vim.notify("Sonde: nvim-dap is not installed: https://github.com/mfussenegger/nvim-dap", vim.log.levels.ERROR)
  end
  map({ ["<F5>"] = { missing, "debug" } })
  return
end

-- The adapter is told the language, so that it offers what that language has.
dap.adapters.sonde = function(callback, configuration)
  local arguments = { "dap" }
  if configuration.language then
    vim.list_extend(arguments, { "--language", configuration.language })
  end
  callback({ type = "executable", command = command, args = arguments })
end

--- The project of a file, where it belongs to one, else the file itself.
local function program_of(language)
  local file = vim.api.nvim_buf_get_name(0)
  local found = language.project
    and vim.fs.find(language.project, { upward = true, path = vim.fs.dirname(file) })[1]
  return found and vim.fs.dirname(found) or file
end

local function pick_session()
  local answer = vim.fn.system({ command, "sessions", "--json" })
  local ok, sessions = pcall(vim.json.decode, answer)
  if not ok or #sessions == 0 then
    vim.notify("Sonde: no session is running", vim.log.levels.WARN)
    return dap.ABORT
  end
  local lines = { "Join which session?" }
  for number, session in ipairs(sessions) do
    table.insert(lines, ("%d. %s (%s, %s)"):format(number, session.program, session.language, session.state))
  end
  local chosen = #sessions == 1 and sessions[1] or sessions[vim.fn.inputlist(lines)]
  return chosen and chosen.id or dap.ABORT
end

local join = { type = "sonde", request = "attach", name = "Sonde: join a running session", session = pick_session }

local function launch(language)
  return {
    type = "sonde",
    request = "launch",
    name = "Sonde: debug",
    language = language.language,
    program = function()
      return program_of(language)
    end,
  }
end

for _, language in ipairs(languages) do
  local configurations = dap.configurations[language.filetype] or {}
  table.insert(configurations, launch(language))
  if language.attaches then
    table.insert(configurations, {
      type = "sonde",
      request = "attach",
      name = "Sonde: attach to a process",
      language = language.language,
      pid = function()
        return require("dap.utils").pick_process()
      end,
    })
  end
  table.insert(configurations, join)
  dap.configurations[language.filetype] = configurations
end

-- What the program prints, and what the compiler says, is in nvim-dap's REPL; a first session opens it.
dap.listeners.before.launch.sonde = function(session)
  if session.config.type == "sonde" then
    dap.repl.open({ height = 10 })
  end
end

--- F5: goes on with a session, else saves the file and starts one, without asking anything.
local function start_or_continue()
  local language = by_filetype[vim.bo.filetype]
  if dap.session() or not language then
    return dap.continue()
  end
  -- What is debugged would not be what is shown.
  local saved, problem = pcall(vim.cmd, "silent update")
  if not saved then
    return vim.notify("Sonde: the file could not be saved: " .. problem, vim.log.levels.ERROR)
  end
  dap.run(launch(language), { filetype = vim.bo.filetype })
end

-- Terminals call Shift+F5 F17 and Shift+F11 F23.
local keys = {
  ["<F5>"] = { start_or_continue, "debug, continue" },
  ["<S-F5>"] = { dap.terminate, "end the program" },
  ["<F17>"] = { dap.terminate, "end the program" },
  ["<F6>"] = { dap.pause, "pause" },
  ["<F9>"] = { dap.toggle_breakpoint, "breakpoint" },
  ["<F10>"] = { dap.step_over, "step over" },
  ["<F11>"] = { dap.step_into, "step into" },
  ["<F12>"] = { dap.step_out, "step out" },
  ["<S-F11>"] = { dap.step_out, "step out" },
  ["<F23>"] = { dap.step_out, "step out" },
}
map(keys)

vim.api.nvim_create_user_command("SondeVariables", function()
  local widgets = require("dap.ui.widgets")
  widgets.sidebar(widgets.scopes).open()
end, { desc = "Variables of the frame" })
vim.api.nvim_create_user_command("SondeStack", function()
  local widgets = require("dap.ui.widgets")
  widgets.centered_float(widgets.frames)
end, { desc = "Call stack" })
vim.api.nvim_create_user_command("SondeJoin", function()
  dap.run(join)
end, { desc = "Join a session that runs elsewhere" })
`;
