-- How Neovim 0.11 and later starts the Caselens server, and for which files. Change it by vim.lsp.config('caselens', …).

--- Whether the buffer begins like a corpus, with `version:` and `cases:` at its top level, or like a
--- specification, with `version:`, `source:`, `model:` and `target:`.
---@param bufnr integer
---@return boolean
local function begins_like_one(bufnr)
  local seen = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 100, false)) do
    local field = (line .. ' '):match([[^["']?(%a+)["']?%s*:%s]])
    if field then
      seen[field] = true
    end
  end
  return seen.version and (seen.cases or (seen.source and seen.model and seen.target)) or false
end

---@type vim.lsp.Config
return {
  cmd = { 'caselens', 'serve', '--stdio' },
  filetypes = { 'yaml' },
  init_options = { trusted = true, showsReports = true, status = true },

  -- Attaches to corpora, specifications and configurations, not to all YAML.
  root_dir = function(bufnr, on_dir)
    local path = vim.api.nvim_buf_get_name(bufnr)
    local name = vim.fs.basename(path)
    if
      name:match('%.corpus%.ya?ml$')
      or name:match('%.spec%.ya?ml$')
      or name == 'caselens.yaml'
      or begins_like_one(bufnr)
    then
      on_dir(vim.fs.root(bufnr, 'caselens.yaml') or vim.fn.fnamemodify(path, ':p:h'))
    end
  end,

  handlers = {
    ['caselens/status'] = function(_, status)
      require('caselens.beside').status(status)
    end,
    ['workspace/inlayHint/refresh'] = function(_, _, context)
      require('caselens.beside').results(context.client_id)
      return vim.NIL
    end,
    -- Neovim's own ends each message with an empty line, for which it then waits to be dismissed.
    ['window/showMessage'] = function(_, told)
      require('caselens.server').tell(told.message, told.type)
    end,
  },

  -- What lenses and actions answer with a report is shown by the editor.
  commands = {
    ['caselens.compare'] = function(command, context)
      require('caselens.report').of(context.bufnr, 'compare', command.arguments)
    end,
    ['caselens.history'] = function(command, context)
      require('caselens.report').of(context.bufnr, 'history', command.arguments)
    end,
  },

  on_exit = function(code, signal)
    require('caselens.server').ended(code, signal)
  end,
}
