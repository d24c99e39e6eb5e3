--- `:checkhealth caselens`
local M = {}

local PATIENCE = 10000 -- milliseconds

--- The version that the server's program says it is, or what hinders it.
---@param program string
---@return string? version
---@return string? reason
local function version_of(program)
  if vim.fn.executable(program) == 0 then
    return nil, ('`%s` is not executable'):format(program)
  end
  local ran = vim.system({ program, '--version' }, { text = true }):wait(PATIENCE)
  if ran.code ~= 0 then
    return nil, ('`%s --version` failed: %s'):format(program, vim.trim(ran.stderr or ''))
  end
  return vim.trim(ran.stdout)
end

---@param config vim.lsp.Config
local function check_program(config)
  if type(config.cmd) ~= 'table' then
    vim.health.info('the server is started by a function of yours')
    return
  end
  local version, reason = version_of(config.cmd[1])
  if version then
    vim.health.ok(('%s, by `%s`'):format(version, table.concat(config.cmd, ' ')))
  else
    vim.health.error(reason or '', {
      "install it: pipx install 'caselens[offline]'",
      "or say where it is: vim.lsp.config('caselens', { cmd = { '/path/to/caselens', 'serve', '--stdio' } })",
    })
  end
end

local function check_files()
  local clients = vim.lsp.get_clients({ name = 'caselens' })
  if #clients == 0 then
    vim.health.info('no file is open that the server looks at: *.corpus.yaml, *.spec.yaml or caselens.yaml')
  end
  for _, client in ipairs(clients) do
    local files = vim.tbl_map(function(bufnr)
      return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
    end, vim.tbl_keys(client.attached_buffers))
    table.sort(files)
    vim.health.ok(('running for %s: %s'):format(client.root_dir, table.concat(files, ', ')))
  end
end

function M.check()
  vim.health.start('caselens')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim 0.11 or later is needed')
    return
  end
  local config = vim.lsp.config.caselens
  if not config then
    vim.health.error('lsp/caselens.lua is not on the runtime path', 'see :help caselens-install')
    return
  end
  if vim.lsp.is_enabled('caselens') then
    vim.health.ok('enabled')
  else
    vim.health.warn('not enabled', "vim.lsp.enable('caselens')")
  end
  check_program(config)
  check_files()
end

return M
