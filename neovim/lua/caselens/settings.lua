--- What may be set in `vim.g.caselens`, at any time.
---@class caselens.Settings
---@field lenses boolean show lenses, and keep them up to date
---@field hints boolean show ranks as inlay hints
---@field ranks boolean where inlay hints are off, show ranks at the end of the line
local DEFAULT = { lenses = true, hints = true, ranks = true }

---@return caselens.Settings
return function()
  return vim.tbl_extend('force', DEFAULT, vim.g.caselens or {})
end
