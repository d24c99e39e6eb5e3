-- Caselens for Neovim 0.11 and later: vim.lsp.enable('caselens')

--- Whether the buffer begins like a corpus: with `version:` and `cases:` at its top level.
---@param bufnr integer
---@return boolean
local function begins_like_a_corpus(bufnr)
  local seen = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 50, false)) do
    local field = (line .. ' '):match([[^["']?(%a+)["']?%s*:%s]])
    if field then
      seen[field] = true
    end
  end
  return seen.version == true and seen.cases == true
end

---@type vim.lsp.Config
return {
  cmd = { 'caselens', 'serve', '--stdio' },
  filetypes = { 'yaml' },
  init_options = { trusted = true },

  -- Attaches to corpora and to their configuration, not to all YAML.
  root_dir = function(bufnr, on_dir)
    local path = vim.api.nvim_buf_get_name(bufnr)
    local name = vim.fs.basename(path)
    if
      name:match('%.corpus%.ya?ml$')
      or name == 'caselens.yaml'
      or begins_like_a_corpus(bufnr)
    then
      on_dir(vim.fs.root(bufnr, 'caselens.yaml') or vim.fn.fnamemodify(path, ':p:h'))
    end
  end,
}
