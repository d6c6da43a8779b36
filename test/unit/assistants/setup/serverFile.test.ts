import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type AssistantProgram, assistantPrograms } from "../../../../src/assistants/setup/assistantPrograms";
import { withServer } from "../../../../src/assistants/setup/serverFile";

const program = (id: string): AssistantProgram => {
  const found = assistantPrograms.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};
const entry = { command: "npx", args: ["chainside", "mcp", "--url", "http://127.0.0.1:20200"] };
const [claude, vscode, codex] = [program("claude"), program("vscode-before-1.140"), program("codex")];

describe("a server in a file of JSON", () => {
  it("is written where there is none, and left where it is the same", () => {
    const made = withServer(undefined, claude, "chainside", entry);
    expect(made.change).toBe("added");
    expect(JSON.parse(made.text)).toEqual({ mcpServers: { chainside: entry } });
    expect(withServer(made.text, claude, "chainside", entry)).toEqual({ text: made.text, change: "unchanged" });
  });

  it("stands beside others, whose comments stay", () => {
    const before = `{\n  // ours\n  "servers": { "db": { "command": "db" } },\n  "inputs": []\n}\n`;
    const { text } = withServer(before, vscode, "chainside", entry);
    expect(text).toContain("// ours");
    const written = JSON.parse(text.replace("// ours", ""));
    expect(written).toEqual({ servers: { db: { command: "db" }, chainside: entry }, inputs: [] });
  });

  it("is replaced where it was set up here, and never where it is another's", () => {
    const earlier = withServer(undefined, claude, "chainside", { command: "/home/jane/chainside", args: ["mcp"] }).text;
    const { text, change } = withServer(earlier, claude, "chainside", entry);
    expect([JSON.parse(text).mcpServers.chainside, change]).toEqual([entry, "replaced"]);
    const foreign = JSON.stringify({ mcpServers: { chainside: { command: "other", args: ["mcp"] } } });
    expect(() => withServer(foreign, claude, "chainside", entry)).toThrow(
      expect.objectContaining({ code: "serverOfOthers", advice: expect.stringContaining("--name") }),
    );
  });

  it.each(["{", "[]", `{ "mcpServers": }`, "words"])("isn't written into what is no such file: %s", (text) =>
    expect(() => withServer(text, claude, "chainside", entry)).toThrow(
      expect.objectContaining({ code: "serverFileUnreadable" }),
    ),
  );
});

describe("a server in a file of TOML", () => {
  const before = `model = "m" # mine\n\n[mcp_servers.db]\ncommand = "db"\n\n[mcp_servers.db.env]\nA = "1"\n`;

  it("is written behind what is there", () => {
    const { text, change } = withServer(before, codex, "chainside", entry);
    expect(change).toBe("added");
    expect(text.startsWith(before.trimEnd())).toBe(true);
    expect(parseToml(text)).toMatchObject({
      mcp_servers: { db: { command: "db", env: { A: "1" } }, chainside: entry },
    });
    expect(withServer(text, codex, "chainside", entry).change).toBe("unchanged");
  });

  it("is replaced alone", () => {
    const own = `[mcp_servers.chainside]\ncommand = "chainside"\nargs = ["mcp"]\n\n[mcp_servers.chainside.env]\nA = "1"\n`;
    const { text, change } = withServer(`${before}\n${own}`, codex, "chainside", entry);
    expect(change).toBe("replaced");
    expect(text).toContain("# mine");
    expect(parseToml(text)).toEqual({
      model: "m",
      mcp_servers: expect.objectContaining({ chainside: entry, db: { command: "db", env: { A: "1" } } }),
    });
  });

  it("isn't written where a line would have to be guessed", () => {
    const inline = `mcp_servers = { chainside = { command = "chainside", args = ["mcp"] } }\n`;
    expect(() => withServer(inline, codex, "chainside", entry)).toThrow(
      expect.objectContaining({ code: "serverOfOthers" }),
    );
    expect(() => withServer("= 3", codex, "chainside", entry)).toThrow(
      expect.objectContaining({ code: "serverFileUnreadable" }),
    );
  });
});
