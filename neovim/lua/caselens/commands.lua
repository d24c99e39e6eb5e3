--- `:Caselens`, for what is neither a lens nor an action.
local judging = require('caselens.judging')
local report = require('caselens.report')
local runs = require('caselens.runs')
local server = require('caselens.server')

local M = {}

local PATIENCE = 1000 -- milliseconds for completion
local ANY = math.huge -- number of words

---@param bufnr integer
local function uri(bufnr)
  return vim.uri_from_bufnr(bufnr)
end

--- One field of each of what a command of the server lists, for completion.
---@param command string
---@param field string
local function names(command, field)
  return function(bufnr)
    local client = server.client(bufnr)
    local parameters = { command = 'caselens.' .. command, arguments = { uri(bufnr) } }
    local answer = client and client:request_sync('workspace/executeCommand', parameters, PATIENCE, bufnr)
    return vim.tbl_map(function(one)
      return one[field]
    end, answer and answer.result or {})
  end
end

local run_names, case_ids = names('runs', 'run'), names('cases', 'id')

--- Put what the last runs complain of in open corpora into the quickfix list.
local function list_failed()
  local failed = vim.tbl_filter(function(one)
    return one.source == 'caselens run'
  end, vim.diagnostic.get())
  vim.fn.setqflist({}, ' ', { title = 'Caselens: what failed', items = vim.diagnostic.toqflist(failed) })
  if #failed == 0 then
    server.tell('nothing failed in the last runs')
  else
    vim.cmd('botright copen')
  end
end

---@param bufnr integer
---@param register string
local function take_digest(bufnr, register)
  if not register:match('^["%w*+-]$') then
    server.tell(('"%s" is no register to put something into; see :help registers'):format(register), 2)
    return
  end
  server.ask(bufnr, 'status', { uri(bufnr) }, function(status)
    if status == vim.NIL or status == nil then
      server.tell('only a corpus has a digest here', 2)
    elseif status.digest == '' then
      local refusing = status.refusals == 1 and '1 finding refuses' or status.refusals .. ' findings refuse'
      server.tell(('no digest while %s the corpus'):format(refusing), 2)
    else
      vim.fn.setreg(register, status.digest)
      server.tell(('digest %s is in register %s'):format(status.digest:sub(1, 12), register))
    end
  end)
end

--- What may follow `:Caselens`: what it does with the words behind it, how many there may be (none, if nothing is
--- said), and what completes them.
local WORDS = {
  run = {
    go = function(bufnr, words)
      local command, arguments = 'runAll', { uri(bufnr) }
      if #words > 0 then
        command, arguments = 'runCases', { uri(bufnr), words }
      end
      server.ask(bufnr, command, arguments, function(run)
        server.tell(('%d asked · %s'):format(#run.cases, runs.means(run)))
      end)
    end,
    most = ANY,
    complete = case_ids,
  },
  cancel = {
    go = function(bufnr)
      server.ask(bufnr, 'cancel', { uri(bufnr) }, function(was_running)
        server.tell(was_running and 'cancelled' or 'nothing is running')
      end)
    end,
  },
  runs = {
    go = function(bufnr, words)
      runs.choose(bufnr, words[1], 'Show the run', function(run)
        report.of(bufnr, 'showRun', { uri(bufnr), run })
      end)
    end,
    most = 1,
    complete = run_names,
  },
  compare = {
    go = function(bufnr, words)
      report.of(bufnr, 'compare', { uri(bufnr), unpack(words) })
    end,
    most = 2,
    complete = run_names,
  },
  baseline = {
    go = function(bufnr, words)
      runs.choose(bufnr, words[1], 'Compare from now on with', function(run)
        server.ask(bufnr, 'setBaseline', { uri(bufnr), run == 'none' and '' or run }, function(kept)
          server.tell(kept.baseline == '' and 'no baseline' or kept.baseline .. ' is the baseline')
        end)
      end)
    end,
    most = 1,
    complete = function(bufnr)
      return { 'none', unpack(run_names(bufnr)) }
    end,
  },
  delete = {
    go = function(bufnr, words)
      runs.choose(bufnr, words[1], 'Delete the run', function(run)
        server.ask(bufnr, 'deleteRun', { uri(bufnr), run }, function()
          server.tell(run .. ' is deleted')
        end)
      end)
    end,
    most = 1,
    complete = run_names,
  },
  judge = {
    go = function(bufnr, words)
      judging.judge(bufnr, words[1])
    end,
    most = 1,
    complete = case_ids,
  },
  failed = { go = list_failed },
  digest = {
    go = function(bufnr, words)
      take_digest(bufnr, words[1] or '"')
    end,
    most = 1,
  },
  refresh = {
    go = function(bufnr)
      server.ask(bufnr, 'refresh', {}, function()
        server.tell('rows and settings are read again')
      end)
    end,
  },
  restart = { go = server.restart },
}

---@return string[]
local function all_words()
  local all = vim.tbl_keys(WORDS)
  table.sort(all)
  return all
end

---@param bufnr integer
---@param lead string what is typed of the word to complete
---@param line string the command line before the cursor
---@return string[]
local function complete(bufnr, lead, line)
  local word = line:match('^%S+%s+(%S+)%s')
  local offered = {}
  if not word then
    offered = all_words()
  elseif WORDS[word] and WORDS[word].complete then
    offered = vim.tbl_map(function(name)
      return vim.fn.escape(name, ' \\')
    end, WORDS[word].complete(bufnr))
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, offered)
end

---@param bufnr integer
---@param word? string what stands behind `:Caselens`
---@param words string[] and behind that
local function carry_out(bufnr, word, words)
  local command = WORDS[word]
  if not word then
    server.tell(':Caselens is followed by one of ' .. table.concat(all_words(), ', '), 2)
  elseif not command then
    server.tell(('there is no :Caselens %s; see :help caselens-commands'):format(word), 2)
  elseif #words > (command.most or 0) then
    local count = command.most and ('%d word%s at most'):format(command.most, command.most == 1 and '' or 's')
    server.tell((':Caselens %s is followed by %s'):format(word, count or 'nothing'), 2)
  else
    command.go(bufnr, words)
  end
end

--- Give a buffer the command: a file of the server, or a report about one.
---@param bufnr integer
---@param file? integer the file that the commands of a report are for
function M.attach(bufnr, file)
  local about = file or bufnr
  vim.api.nvim_buf_create_user_command(bufnr, 'Caselens', function(given)
    local word = table.remove(given.fargs, 1)
    carry_out(about, word, given.fargs)
  end, {
    nargs = '*',
    desc = 'Runs of this corpus: see :help caselens-commands',
    complete = function(lead, line, position)
      return complete(about, lead, line:sub(1, position))
    end,
  })
end

return M
