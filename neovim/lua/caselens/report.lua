--- Runs, comparisons and histories as Markdown in a buffer of their own, from which `<CR>` and `gf` lead to a case.
local lines_of = require('caselens.lines')
local server = require('caselens.server')
local tables = require('caselens.tables')

local M = {}

--- A cell of a table as it reads: without the marks of code, and without escapes.
---@param cell string
---@return string
local function plain(cell)
  local text = vim.trim(cell)
  return text:match('^`(.*)`$') or (text:gsub('\\(%p)', '%1'))
end

--- What a line names: the cells of a row, and the item of a list such as `a 1 → (4), b 2` that the column is in; or
--- the id before a complaint such as `- steep: the required key "black" …`, and the key in it.
---@param line string
---@param column integer
---@return string[] cells
---@return string? item
local function read(line, column)
  local id, complaint = line:match('^%- (.-): (.*)')
  if id then
    return { plain(id) }, complaint:match('"(.-)"')
  end
  local cells, item = {}, nil
  for _, cell in ipairs(tables.cells(line)) do
    table.insert(cells, plain(cell.text))
    local before = cell.column - 1
    for entry in (cell.text .. ', '):gmatch('(.-), ') do
      if column >= before and column < before + #entry + 1 then
        item = plain(entry)
      end
      before = before + #entry + 2
    end
  end
  return cells, item
end

--- Where a key that an item begins with stands in some lines: `reset-password 1 → (4)` is about `reset-password`.
---@param item string
---@param lines string[]
---@return integer? row
---@return integer? column
local function find(item, lines)
  while item and item ~= '' do
    for row = #lines, 1, -1 do
      local column = lines[row]:find(item, 1, true)
      if column then
        return row, column
      end
    end
    item = item:match('^(.*)%s%S+$')
  end
end

--- Go to a case of a corpus, or to a key in it that an item of a report is about.
---@param corpus integer
---@param case { id: string, range: lsp.Range }
---@param item? string
local function go(corpus, case, item)
  -- In this tab, if the corpus is seen there.
  local here = vim.fn.bufwinid(corpus)
  local window = here ~= -1 and here or vim.fn.win_findbuf(corpus)[1]
  if window then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('aboveleft sbuffer ' .. corpus)
  end
  local first, beyond = lines_of(case)
  local lines = vim.api.nvim_buf_get_lines(corpus, first, beyond, false)
  local row, column = find(item ~= case.id and item or '', lines)
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { first + (row or 1), (column or lines[1]:find('%S') or 1) - 1 })
end

--- Go to the case, or the key, that the cursor's line of a report is about.
---@param corpus integer
---@param about? string the case that the whole report is about
local function jump(corpus, about)
  local cells, item = read(vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2])
  server.ask(corpus, 'cases', { vim.uri_from_bufnr(corpus) }, function(cases)
    local named = vim.iter(cases):find(function(case)
      return case.id == about or (not about and vim.list_contains(cells, case.id))
    end)
    if named then
      go(corpus, named, item)
    else
      server.tell('no case of the corpus stands in this line')
    end
  end)
end

--- The lines of a report, without the folds that only a browser has.
---@param markdown string
---@return string[]
local function unfolded(markdown)
  local text = markdown:gsub('<details><summary>(.-)</summary>', '**%1**'):gsub('\n</details>\n', '')
  return tables.aligned(vim.split(vim.trim(text), '\n'))
end

--- Show a report beside its corpus, in place of the last one.
---@param corpus integer
---@param title string
---@param markdown string
---@param about? string
function M.show(corpus, title, markdown, about)
  local shown = vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(window)
    return vim.b[vim.api.nvim_win_get_buf(window)].caselens_report
  end)
  if shown then
    vim.api.nvim_set_current_win(shown)
  else
    vim.cmd('botright split')
  end
  local report = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(report, ('caselens://%d/%s'):format(report, title))
  vim.api.nvim_buf_set_lines(report, 0, -1, false, unfolded(markdown))
  vim.b[report].caselens_report = true
  vim.bo[report].bufhidden = 'wipe'
  vim.bo[report].modifiable = false
  vim.api.nvim_win_set_buf(0, report)
  vim.bo[report].filetype = 'markdown'
  vim.wo[0][0].wrap = false
  for _, key in ipairs({ '<CR>', 'gf' }) do
    vim.keymap.set('n', key, function()
      jump(corpus, about)
    end, { buffer = report, desc = 'Go to the case, or the key, of this line' })
  end
  require('caselens.commands').attach(report, corpus) -- not above: it needs this module itself
  vim.keymap.set('n', 'q', '<C-w>c', { buffer = report, desc = 'Close the report' })
end

--- Ask for a report, and show it.
---@param corpus integer
---@param command 'compare' | 'showRun' | 'history'
---@param arguments string[]
function M.of(corpus, command, arguments)
  local about = command == 'history' and arguments[2] or nil
  server.ask(corpus, command, arguments, function(told)
    M.show(corpus, told.title or ('history of ' .. about), told.markdown, about)
  end)
end

return M
