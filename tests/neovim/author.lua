-- The author's init.lua in the tests, and how a test has Lua carried out: it puts a function's text and its arguments
-- into a file, and evaluates Answer(file).

Told = {} -- what the author was told
Choice = nil -- what the author chooses next: the first item that has this in its label
Offered = {} -- the labels of the items that were offered last

local notify = vim.notify

function vim.notify(message, ...)
  table.insert(Told, message)
  notify(message, ...)
end

function vim.ui.select(items, options, chosen)
  Offered = vim.tbl_map(options.format_item or tostring, items)
  for index, label in ipairs(Offered) do
    if Choice and label:find(Choice, 1, true) then
      chosen(items[index], index)
      return
    end
  end
  chosen()
end

--- Wait until a function gives something, and give it back.
function Await(found)
  local seen
  vim.wait(30000, function()
    seen = found()
    return seen
  end, 20)
  local known = { told = Told, offered = Offered, messages = vim.fn.execute('messages') }
  return seen or error('awaited in vain; ' .. vim.inspect(known))
end

function Client()
  return vim.lsp.get_clients({ bufnr = 0, name = 'caselens' })[1]
end

--- The text beside the lines of the buffer, by line, in namespaces of a name.
function Beside(name)
  local seen = {}
  for space, id in pairs(vim.api.nvim_get_namespaces()) do
    if vim.startswith(space, name) then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, id, 0, -1, { details = true })) do
        local chunks = vim.tbl_map(function(chunk)
          return chunk[1]
        end, mark[4].virt_text)
        table.insert(seen, { mark[2], table.concat(chunks) })
      end
    end
  end
  table.sort(seen, function(a, b)
    return a[1] < b[1]
  end)
  return seen
end

function Answer(file)
  local asked = vim.json.decode(table.concat(vim.fn.readfile(file), '\n'))
  local fine, seen = xpcall(function()
    return assert(loadstring(asked.code))(unpack(asked.arguments))
  end, debug.traceback)
  return vim.json.encode({ fine = fine, seen = seen })
end
