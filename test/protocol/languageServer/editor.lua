-- A person in Neovim: opens a document of each language and asks what its own client asks. What came of it is written as JSON.
local root, out = vim.env.CHAINSIDE_ROOT, vim.env.CHAINSIDE_OUT
local command = vim.json.decode(vim.env.CHAINSIDE_COMMAND)
local found = {}

local id = vim.lsp.start_client({
  name = "chainside",
  cmd = command,
  root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = "test" } },
  -- Neovim before 0.8 tells settings only so
  on_init = function(client) client.notify("workspace/didChangeConfiguration", { settings = client.config.settings }) end,
  settings = { chainside = { solidity = { compiler = vim.env.CHAINSIDE_COMPILER } } },
})

-- Lines and columns of a word, as the protocol counts them.
local function at(word)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(word, 1, true)
    if column then return { line = index - 1, character = column - 1 } end
  end
  error("no " .. word)
end

local function ask(method, word, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = at(word) }
  local answers = assert(vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 600000))
  local _, answer = next(answers)
  assert(answer and not answer.error, vim.inspect(answer))
  return answer.result
end

local function open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(root .. "/" .. name))
  assert(vim.lsp.buf_attach_client(0, id))
end

local function said()
  assert(vim.wait(600000, function() return #vim.diagnostic.get(0) > 0 end, 50))
  return vim.tbl_map(function(each) return each.lnum .. " " .. each.message end, vim.diagnostic.get(0))
end

local function looked(name, hovered, defined, renamed)
  open(name)
  local entry = { diagnostics = said() }
  found[name] = entry
  entry.hover = ask("textDocument/hover", hovered).contents.value
  entry.definition = ask("textDocument/definition", defined)
  local edit = ask("textDocument/rename", renamed[1], { newName = renamed[2] })
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  entry.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local ok, problem = pcall(function()
  looked("nodes/127.0.0.1/node0/config.ini", "listen_port", vim.env.CHAINSIDE_ID, { vim.env.CHAINSIDE_ID, vim.env.CHAINSIDE_OTHER })
  looked("Coin.sol", "give", "coins[", { "coins[", "held" })
  looked("shop.chain.yaml", "getBlockNumber", "coin.give", { "coin.give", "money" })
end)
if not ok then found.problem = tostring(problem) end
local file = assert(io.open(out, "w"))
file:write(vim.json.encode(found))
file:close()
vim.cmd("qall!")
