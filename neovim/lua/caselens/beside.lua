--- What stands beside the text: lenses, inlay hints, and ranks where hints are off. Neovim 0.11 does not let a
--- server ask for lenses to be refreshed, so they are asked for whenever the server says that a corpus stands otherwise.
local server = require('caselens.server')
local settings = require('caselens.settings')

local M = {}

local RANKS = vim.api.nvim_create_namespace('caselens.ranks')
local LOOKED_AT = { 'BufEnter', 'CursorHold', 'InsertLeave', 'TextChanged' }

---@param client vim.lsp.Client
---@param bufnr integer
local function show_lenses(client, bufnr)
  if vim.lsp.codelens.enable then -- from 0.12 on, Neovim keeps them up to date
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
  -- Not codelens.refresh(): once a server has died without an answer, it never asks again for that buffer.
  local parameters = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request('textDocument/codeLens', parameters, vim.lsp.codelens.on_codelens, bufnr)
end

--- Show at the end of each line what hints would say in it.
---@param bufnr integer
---@param hints lsp.InlayHint[]
local function draw_ranks(bufnr, hints)
  local lines = {} ---@type table<integer, string[]>
  for _, hint in ipairs(hints) do
    local line = hint.position.line
    lines[line] = lines[line] or {}
    table.insert(lines[line], hint.label)
  end
  vim.api.nvim_buf_clear_namespace(bufnr, RANKS, 0, -1)
  for line, labels in pairs(lines) do
    if line < vim.api.nvim_buf_line_count(bufnr) then
      local text = { { table.concat(labels, ' · '), 'LspInlayHint' } }
      vim.api.nvim_buf_set_extmark(bufnr, RANKS, line, 0, { virt_text = text, hl_mode = 'combine' })
    end
  end
end

---@param client vim.lsp.Client
---@param bufnr integer
local function show_ranks(client, bufnr)
  if not settings().ranks or vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
    vim.api.nvim_buf_clear_namespace(bufnr, RANKS, 0, -1)
    return
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  local parameters = {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
  }
  client:request('textDocument/inlayHint', parameters, function(_, hints)
    if hints and vim.api.nvim_buf_is_loaded(bufnr) then
      draw_ranks(bufnr, hints)
    end
  end, bufnr)
end

---@param bufnr integer
local function refresh_hints(bufnr)
  -- Neovim 0.11 may think that it has drawn hints which come for a text that has not changed: only hints that are
  -- enabled afresh are sure to be drawn.
  if vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
end

---@param bufnr integer
local function refresh(bufnr)
  local client = server.client(bufnr)
  if client and vim.api.nvim_buf_is_loaded(bufnr) then
    if settings().lenses then
      show_lenses(client, bufnr)
    end
    show_ranks(client, bufnr)
  end
end

---@param bufnr integer
function M.attach(bufnr)
  local group = vim.api.nvim_create_augroup('caselens.beside.' .. bufnr, {})
  vim.api.nvim_create_autocmd(LOOKED_AT, {
    group = group,
    buffer = bufnr,
    callback = function()
      refresh(bufnr)
    end,
  })
  if settings().hints then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  refresh(bufnr)
end

--- Take away what the server can no longer vouch for.
---@param bufnr integer
function M.detach(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, RANKS, 0, -1)
  vim.b[bufnr].caselens = nil
end

--- A corpus stands otherwise than before: `status` is as docs/commands.md has it.
function M.status(status)
  local bufnr = vim.uri_to_bufnr(status.uri)
  vim.b[bufnr].caselens = status
  refresh(bufnr)
end

--- Results are others than before, though the corpus may stand as it did: a case asked twice has the same numbers.
---@param client_id integer
function M.results(client_id)
  for _, bufnr in ipairs(vim.lsp.get_buffers_by_client_id(client_id)) do
    refresh_hints(bufnr)
    refresh(bufnr)
  end
end

return M
