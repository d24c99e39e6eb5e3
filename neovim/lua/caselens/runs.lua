--- The runs that are kept, as lines to choose from.
local server = require('caselens.server')

local M = {}

---@param run table as docs/commands.md has it, or what a run of cases answers
function M.means(run)
  local values = {}
  for _, mean in ipairs({ { 'recall', 'recall' }, { 'MRR', 'mrr' }, { 'NDCG', 'ndcg' } }) do
    local value = run.means[mean[2]]
    table.insert(values, ('%s %s'):format(mean[1], type(value) == 'number' and ('%.2f'):format(value) or '–'))
  end
  return table.concat(values, '  ')
end

---@param run table as docs/commands.md has it
---@param kept table[] all that are offered: a model that is that of each tells nothing, and is long
local function described(run, kept)
  local asked = run.asked == run.cases and run.cases or ('%d of %d'):format(run.asked, run.cases)
  local notes = (run.isBaseline and ' · baseline' or '') .. (run.comparable and '' or ' · of another digest')
  local differs = vim.iter(kept):any(function(other)
    return other.model ~= run.model
  end)
  local model = differs and ' · ' .. run.model or ''
  return ('%s · %s cases · %s%s%s'):format(run.run, asked, M.means(run), model, notes)
end

--- Let a run be chosen, unless one is named, and go on with its name.
---@param bufnr integer
---@param named? string
---@param prompt string
---@param chosen fun(run: string)
function M.choose(bufnr, named, prompt, chosen)
  if named then
    chosen(named)
    return
  end
  server.ask(bufnr, 'runs', { vim.uri_from_bufnr(bufnr) }, function(kept)
    if #kept == 0 then
      server.tell('no run is kept; :Caselens run makes one')
      return
    end
    local function label(run)
      return described(run, kept)
    end
    vim.ui.select(kept, { prompt = prompt, kind = 'caselens', format_item = label }, function(run)
      if run then
        chosen(run.run)
      end
    end)
  end)
end

return M
