--- Judging what the last run of a case returned: row after row is chosen and given its worth, and in the end the
--- server writes all of it by one edit.
local lines_of = require('caselens.lines')
local server = require('caselens.server')

local M = {}

local DONE = { key = 'write this into the case' }
local LONGEST = 60 -- characters of a row's text

-- A grade of 3 answers the question, 2 a good part of it, 1 is worth reading next, 0.5 is nice to have.
local WORTHS = {
  { required = true, grade = 3 },
  { required = true, grade = 2 },
  { required = true, grade = 1 },
  { required = false, grade = 3 },
  { required = false, grade = 2 },
  { required = false, grade = 1 },
  { required = false, grade = 0.5 },
  { required = false },
}

---@param worth { required: boolean, grade?: number | string }
---@return string
local function worth_of(worth)
  local grade = worth.grade and 'grade ' .. worth.grade
  return (worth.required and 'required' .. (grade and ', ' .. grade or '')) or grade or 'nothing'
end

local function described(row)
  if row == DONE then
    return row.key
  end
  local rank = row.rank and 'rank ' .. row.rank or 'no such row'
  local text = vim.fn.strcharpart(row.text:gsub('%s+', ' '), 0, LONGEST)
  return ('%s · %s · %s · %s'):format(row.key, rank, worth_of(row), text)
end

---@param bufnr integer
---@param case string
---@param rows table[]
local function write(bufnr, case, rows)
  local said = {}
  for _, row in ipairs(rows) do
    if row.judged then
      table.insert(said, { key = row.key, required = row.required, grade = row.grade or vim.NIL })
    end
  end
  server.ask(bufnr, 'judge', { vim.uri_from_bufnr(bufnr), case, said }, function(done)
    if not done then
      server.tell('the case was not changed', 2)
    end
  end)
end

---@param bufnr integer
---@param case string
---@param rows table[] as docs/commands.md has them; `judged` is put to those that were
---@param changed boolean whether one was
local function choose(bufnr, case, rows, changed)
  local offered = changed and { DONE, unpack(rows) } or rows
  local asked = { prompt = 'Judge for ' .. case, kind = 'caselens', format_item = described }
  vim.ui.select(offered, asked, function(row)
    if row == DONE then
      write(bufnr, case, rows)
    elseif row then
      local how = { prompt = row.key .. ' is', kind = 'caselens', format_item = worth_of }
      vim.ui.select(WORTHS, how, function(worth)
        if worth then
          row.required, row.grade, row.judged = worth.required, worth.grade, true
        end
        choose(bufnr, case, rows, changed or worth ~= nil)
      end)
    end
  end)
end

--- Judge a case, or the one that the cursor is in.
---@param bufnr integer
---@param named? string
function M.judge(bufnr, named)
  local uri = vim.uri_from_bufnr(bufnr)
  local looked_at = vim.api.nvim_get_current_buf() == bufnr -- and not a report about it
  local line = looked_at and vim.api.nvim_win_get_cursor(0)[1] - 1 or -1
  server.ask(bufnr, 'cases', { uri }, function(cases)
    local found = vim.iter(cases):find(function(case)
      local first, beyond = lines_of(case)
      return case.id == named or (not named and first <= line and line < beyond)
    end)
    if not found then
      server.tell(named and 'there is no case ' .. named or 'the cursor is in no case', 2)
      return
    end
    server.ask(bufnr, 'returned', { uri, found.id }, function(rows)
      if #rows == 0 then
        server.tell(('run %s first: its rows are judged'):format(found.id), 2)
      else
        choose(bufnr, found.id, rows, false)
      end
    end)
  end)
end

return M
