-- Drives a headless Neovim for test_neovim.py: a scenario opens files as an author would, and returns
-- what is to be seen. The test names the scenario, and the file to report to, in the environment.

local PATIENCE = 20000 -- milliseconds

local function await(what, predicate)
  assert(vim.wait(PATIENCE, predicate, 20), 'in vain awaited ' .. what)
end

local function client()
  return vim.lsp.get_clients({ bufnr = 0 })[1]
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

--- The diagnostics of the buffer, each with the text that its bytes underline.
-- The diagnostics but for hints, which nearly every small corpus has.
local function diagnostics()
  return vim.tbl_map(function(found)
    local text = vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {})
    return {
      code = found.code,
      line = found.lnum,
      column = found.col,
      text = table.concat(text, '\n'),
      source = found.source,
    }
  end, vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } }))
end

--- The lenses of the buffer, asked for anew: Neovim 0.11 cannot be told to ask for them.
local function lenses()
  local answer = client():request_sync('textDocument/codeLens', {
    textDocument = vim.lsp.util.make_text_document_params(0),
  }, PATIENCE, 0)
  return answer.result
end

local function titles()
  return vim.tbl_map(function(lens)
    return lens.command.title
  end, lenses())
end

local function open(file)
  vim.cmd.edit(vim.fs.joinpath(vim.env.FOLDER, file))
end

local scenarios = {}

--- A faulty corpus is opened and mended by the code actions at its findings.
function scenarios.mend()
  open('tea.corpus.yaml')
  await('diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)
  local seen = {
    client = client().name,
    encoding = client().offset_encoding,
    root = client().root_dir,
    diagnostics = diagnostics(),
    titles = titles(),
  }
  for _, code in ipairs({ 'unknown-field', 'nonpositive-grade' }) do
    local function found()
      return vim.iter(vim.diagnostic.get(0)):find(function(one)
        return one.code == code
      end)
    end
    local at = found()
    vim.api.nvim_win_set_cursor(0, { at.lnum + 1, at.col })
    vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = {} }, apply = true })
    await('an effect of the quick fix', function()
      return not found()
    end)
  end
  seen.left = diagnostics()
  seen.lines = lines()
  seen.titles_then = titles()
  return seen
end

--- One case is run by its lens, and all by the lens above the file.
function scenarios.run()
  open('tea.corpus.yaml')
  await('a client', client)
  vim.lsp.codelens.refresh({ bufnr = 0 })
  await('lenses', function()
    return #vim.lsp.codelens.get(0) > 0
  end)
  vim.lsp.inlay_hint.enable(true, { bufnr = 0 })

  local function click(title)
    for _, lens in ipairs(lenses()) do
      if lens.command.title == title then
        local answer
        client():exec_cmd(lens.command, { bufnr = 0 }, function(err, result)
          answer = { err = err, result = result }
        end)
        await('an answer to ' .. title, function()
          return answer
        end)
        return answer
      end
    end
    error('no lens ' .. title)
  end

  local seen = { titles = titles(), run = click('run').result }
  -- The server asks for the hints to be asked for again; nothing is done here.
  await('hints', function()
    return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0
  end)
  seen.hints = vim.tbl_map(function(hint)
    local place = hint.inlay_hint.position
    return { place.line, place.character, hint.inlay_hint.label }
  end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
  seen.titles_then = titles()
  click('run all')
  seen.titles_at_last = titles()
  return seen
end

--- YAML of all kinds: some that is none of ours, the configuration, specifications, and a corpus by its content.
function scenarios.attach()
  local attached = {}
  local files = { 'compose.yaml', 'model.yaml', 'caselens.yaml', 'a.spec.yml', 'how.yaml', 'questions.yaml' }
  for _, file in ipairs(files) do
    open(file)
  end
  await('diagnostics of the last', function()
    return #vim.diagnostic.get(0) > 0
  end)
  for _, file in ipairs(files) do
    open(file)
    attached[file] = vim.tbl_map(function(found)
      return found.name
    end, vim.lsp.get_clients({ bufnr = 0 }))
  end
  attached.clients = #vim.lsp.get_clients()
  return attached
end

vim.opt.runtimepath:prepend(vim.env.RUNTIME)
vim.opt.hidden = true
vim.lsp.enable('caselens')
vim.cmd('filetype on')
local fine, seen = xpcall(scenarios[vim.env.SCENARIO], debug.traceback)
vim.fn.writefile({ vim.json.encode({ fine = fine, seen = seen }) }, vim.env.REPORT)
vim.cmd('qall!')
