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

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('caselens', {}),
  desc = 'Give a file of the Caselens server its commands, lenses and ranks',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'caselens' then
      require('caselens.beside').attach(event.buf)
      require('caselens.commands').attach(event.buf)
    end
  end,
})

vim.lsp.enable('caselens')
