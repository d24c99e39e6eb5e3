--- Tables in Markdown: what stands in them, and how they are laid out to be read as text.
local M = {}

--- The cells of a row, each with the column (from 1) in which it begins. A bar that is escaped parts no cells.
---@param line string
---@return { column: integer, text: string }[]
function M.cells(line)
  local found = {}
  for column, text in line:gsub('\\|', '  '):gmatch('()([^|]+)') do
    table.insert(found, { column = column, text = line:sub(column, column + #text - 1) })
  end
  return found
end

---@param rows string[][]
---@return string[]
local function laid_out(rows)
  local widths, right = {}, {}
  for _, row in ipairs(rows) do
    for index, text in ipairs(row) do
      right[index] = right[index] or text:match('^%-+:$') ~= nil
      if not text:match('^%-+:?$') then
        widths[index] = math.max(widths[index] or 3, vim.fn.strdisplaywidth(text))
      end
    end
  end
  return vim.tbl_map(function(row)
    local cells = {}
    for index, text in ipairs(row) do
      local space = (widths[index] or 0) - vim.fn.strdisplaywidth(text)
      if text:match('^%-+:?$') then
        table.insert(cells, ('-'):rep(widths[index] - 1) .. (right[index] and ':' or '-'))
      elseif right[index] then
        table.insert(cells, (' '):rep(space) .. text)
      else
        table.insert(cells, text .. (' '):rep(space))
      end
    end
    return '| ' .. table.concat(cells, ' | ') .. ' |'
  end, rows)
end

--- The lines with the cells of each table in columns.
---@param lines string[]
---@return string[]
function M.aligned(lines)
  local told, rows = {}, {}
  for index = 1, #lines + 1 do
    local line = lines[index]
    if line and vim.startswith(line, '|') then
      local texts = vim.tbl_map(function(cell)
        return vim.trim(cell.text)
      end, M.cells(line))
      table.insert(rows, texts)
    else
      vim.list_extend(told, laid_out(rows))
      rows = {}
      table.insert(told, line)
    end
  end
  return told
end

return M
