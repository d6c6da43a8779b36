/** A program with an assistant that starts servers of the Model Context Protocol by a file of the project. */
export interface AssistantProgram {
  readonly id: string;
  readonly name: string;
  /** Of the file, from the project's folder, with `/`. */
  readonly file: string;
  readonly format: "json" | "toml";
  /** The member of the file that has the servers by their names. */
  readonly member: "mcpServers" | "servers" | "mcp_servers";
  /** Of the folder in which it looks for skills, from the project's folder; undefined where it looks for none. */
  readonly skills?: string;
}

/**
 * Where each looks, as of November 2026. VS Code reads `.mcp.json` since 1.140 and `.vscode/mcp.json` before. By their makers'
 * documentation, but for Trae, whose places, and Cursor, whose folder of skills, others tell.
 */
export const assistantPrograms = [
  {
    id: "claude",
    name: "Claude Code",
    file: ".mcp.json",
    format: "json",
    member: "mcpServers",
    skills: ".claude/skills",
  },
  { id: "vscode", name: "VS Code", file: ".mcp.json", format: "json", member: "mcpServers", skills: ".github/skills" },
  {
    id: "vscode-before-1.140",
    name: "VS Code < 1.140",
    file: ".vscode/mcp.json",
    format: "json",
    member: "servers",
    skills: ".github/skills",
  },
  {
    id: "cursor",
    name: "Cursor",
    file: ".cursor/mcp.json",
    format: "json",
    member: "mcpServers",
    skills: ".cursor/skills",
  },
  { id: "trae", name: "Trae", file: ".trae/mcp.json", format: "json", member: "mcpServers", skills: ".trae/skills" },
  {
    id: "kiro",
    name: "Kiro",
    file: ".kiro/settings/mcp.json",
    format: "json",
    member: "mcpServers",
    skills: ".kiro/skills",
  },
  {
    id: "codex",
    name: "Codex",
    file: ".codex/config.toml",
    format: "toml",
    member: "mcp_servers",
    skills: ".agents/skills",
  },
] as const satisfies readonly AssistantProgram[];
