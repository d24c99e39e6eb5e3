-- Caselens: see :help caselens

if vim.g.loaded_caselens then
  return
end
vim.g.loaded_caselens = true

if vim.fn.has('nvim-0.11') == 0 then
  local version = vim.version()
  local told = 'Caselens needs Neovim 0.11 or later; this is %d.%d.%d'
  vim.notify(told:format(version.major, version.minor, version.patch), vim.log.levels.WARN)
  return
end

local group = vim.api.nvim_create_augroup('caselens', {})

---@param event vim.api.keyset.create_autocmd.callback_args
local function is_ours(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  return client ~= nil and client.name == 'caselens'
end

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  desc = 'Give a file of the Caselens server its commands, lenses and ranks',
  callback = function(event)
    if is_ours(event) then
      require('caselens.beside').attach(event.buf)
      require('caselens.commands').attach(event.buf)
    end
  end,
})

vim.api.nvim_create_autocmd('LspDetach', {
  group = group,
  desc = 'Take away what the Caselens server showed beside a file',
  callback = function(event)
    if is_ours(event) then
      require('caselens.beside').detach(event.buf)
    end
  end,
})

-- Neovim decides about a file when it is opened, and a new one may have become a corpus since.
vim.api.nvim_create_autocmd('BufWritePost', {
  group = group,
  pattern = { '*.yaml', '*.yml' },
  desc = 'Start the Caselens server for what has become a corpus',
  callback = function(event)
    if #vim.lsp.get_clients({ bufnr = event.buf, name = 'caselens' }) == 0 then
      vim.lsp.enable('caselens', vim.lsp.is_enabled('caselens'))
    end
  end,
})

vim.lsp.enable('caselens')
