--- The lines of a case that the server has listed: the first, and the one behind the last, counted from 0.
---@param case { range: lsp.Range }
---@return integer first
---@return integer beyond
return function(case)
  local first, last = case.range.start, case.range['end']
  return first.line, math.max(first.line + 1, last.character > 0 and last.line + 1 or last.line)
end
