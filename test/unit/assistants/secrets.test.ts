import { expect, it } from "vitest";
import { promptText } from "../../../src/assistants/prompts/prompts";
import { type ResourceFolders, readResource } from "../../../src/assistants/resources/resources";
import { auditLine } from "../../../src/assistants/signing/auditLog";

it("a prompt about a config.ini, and the file as a resource, hold no secret, by the keys that nodes know and by any other name of one", async () => {
  const keys = ["cipher_data_key", ";password", "passphrase", "mnemonic", "seed", "Authorization", "private_key_path"];
  const config = ["[storage_security]", "enable=true", ...keys.map((key) => `${key}=hushhush`)].join("\n");
  const places = { workspace: { list: async () => [], read: async () => config } } as unknown as ResourceFolders;
  const message = await promptText(places, "explain_config", { path: "node0/config.ini" });
  const read = async (path: string) => (await readResource(places, `chainside://workspace/${path}`)).text;
  for (const shown of [message, await read("node0/config.ini"), await read("node0/config.ini/a.sol/%2E%2E")]) {
    expect(shown).not.toContain("hushhush");
    for (const key of ["enable=true", ...keys.map((key) => `${key}=[…]`)]) expect(shown).toContain(key);
  }
});

it("what runs backwards is seen in a log, however deep it stands in what an assistant asked", () => {
  const fields = { row: { "\u202Ename": "a\u202Eb" }, list: ["\u2066"] };
  const line = auditLine(new Date(0), 1, { event: "asked", tool: "table_change", operation: "insert", fields });
  expect(line).not.toMatch(/[\u202E\u2066]/);
  expect(JSON.parse(line)).toMatchObject({ event: "asked", fields: { list: [expect.any(String)] } });
});
