--- The server: asking it, saying what it has to say, and starting it again.
local M = {}

local LEVELS = { vim.log.levels.ERROR, vim.log.levels.WARN } -- by the protocol's types of messages

local MOST_STARTS, WITHIN = 4, 180 -- times, seconds
local ends = {} ---@type integer[]

---@param message string
---@param kind? integer a MessageType of the protocol
function M.tell(message, kind)
  local named = vim.startswith(message, 'Caselens: ') and message or 'Caselens: ' .. message
  vim.notify(named, LEVELS[kind] or vim.log.levels.INFO)
end

---@param bufnr integer
---@return vim.lsp.Client?
function M.client(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr, name = 'caselens' })[1]
end

--- Carry out a command of the server, and go on with its answer. docs/commands.md has them all.
---@param bufnr integer
---@param command string
---@param arguments any[]
---@param answered fun(result: any)
function M.ask(bufnr, command, arguments, answered)
  -- A file that was closed has none of its own any more, but any server can tell of it.
  local client = M.client(bufnr) or vim.lsp.get_clients({ name = 'caselens' })[1]
  if not client then
    M.tell('the server is not running; see :checkhealth caselens', 2)
    return
  end
  local parameters = { command = 'caselens.' .. command, arguments = arguments }
  client:request('workspace/executeCommand', parameters, function(failure, result)
    if not failure then
      answered(result)
    elseif not (failure.data and failure.data.shown) then
      M.tell(failure.message, 2)
    end
  end, bufnr)
end

--- Start the server again when it has ended by accident, unless it keeps doing so.
---@param code integer
---@param signal integer
function M.ended(code, signal)
  local wanted = (code == 0 or code == 143) and (signal == 0 or signal == 15)
  if wanted or vim.v.exiting ~= vim.NIL then
    return
  end
  local now = os.time()
  ends = vim.tbl_filter(function(before)
    return now - before < WITHIN
  end, ends)
  table.insert(ends, now)
  vim.schedule(function()
    if #ends > MOST_STARTS then
      M.tell('the server keeps ending; see :checkhealth caselens, then :Caselens restart', 2)
    elseif vim.lsp.is_enabled('caselens') then
      M.start()
    end
  end)
end

--- Start the server for every file that is open and has none. Its last one must be gone.
function M.start()
  vim.defer_fn(function()
    vim.lsp.enable('caselens')
  end, 200)
end

--- Stop the server, and start it again once it has ended.
function M.restart()
  ends = {}
  local clients = vim.lsp.get_clients({ name = 'caselens' })
  for _, client in ipairs(clients) do
    client:stop()
  end
  local function gone()
    return vim.iter(clients):all(function(client)
      return client:is_stopped()
    end)
  end
  if not vim.wait(2000, gone, 20) then
    for _, client in ipairs(clients) do
      client:stop(true)
    end
  end
  M.start()
end

return M
