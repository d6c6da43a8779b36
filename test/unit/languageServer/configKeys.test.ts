import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompletionItem, CompletionParams, Connection, MarkupContent, TextEdit } from "vscode-languageserver/node";
import { registerCompletion } from "../../../src/languageServer/configuration/completion";
import { effectiveValue, registerHover } from "../../../src/languageServer/configuration/hover";
import { fileKind, type OpenDocument, ServerState } from "../../../src/languageServer/documents/serverState";
import { detectFile } from "../../../src/nodeConfig/detectFile";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { fixesFor } from "../../../src/nodeConfig/edits/fixesFor";
import { findKey, isPlainValue, sectionSpecs } from "../../../src/nodeConfig/schema/keySpec";

const uri = "untitled:config.ini";

/** A document that is open in a server, whose connection only keeps what completes. */
function open(text: string, nodeVersion?: string) {
  let complete: ((params: CompletionParams) => CompletionItem[]) | undefined;
  let hover: ((params: CompletionParams) => { contents: MarkupContent } | null) | undefined;
  const connection = {
    onCompletion: (handler: typeof complete) => (complete = handler),
    onHover: (handler: typeof hover) => (hover = handler),
  } as unknown as Connection;
  const state = new ServerState(connection);
  registerCompletion(state);
  registerHover(state);
  state.settings = { identityLength: "auto", nodeVersion };
  const ready = Promise.resolve();
  const document: OpenDocument = {
    ...{ uri, path: undefined, version: 1, ini: parseDocument(text), revision: 0 },
    ...{ ready, isReady: true },
  };
  state.documents.set(uri, document);
  return {
    ...{ state, document },
    complete: (line: number, character: number) =>
      complete?.({ textDocument: { uri }, position: { line, character } }) ?? [],
    hover: (line: number, character: number) =>
      hover?.({ textDocument: { uri }, position: { line, character } })?.contents.value ?? "",
    effective(line: number): string {
      const { block, name } = document.ini.lines[line] ?? {};
      const spec = findKey("config", block?.name ?? "", name ?? "");
      return spec ? effectiveValue(state, document, line, spec) : "";
    },
  };
}

describe("a key that is completed", () => {
  it("comes with a value, or with none, and never with words about one", () => {
    for (const { name, keys } of sectionSpecs("config")) {
      const items = open(`[${name}]\n`).complete(1, 0);
      for (const { key } of keys) {
        const item = items.find(({ label }) => label === key);
        if (!item) continue;
        const [, value = ""] = /^[^=]*=(.*)$/.exec((item.textEdit as TextEdit).newText) ?? [];
        expect(value === "" || isPlainValue(value), `${name}.${key}=${value}`).toBe(true);
        expect(value.split("=")[0], `${name}.${key}`).not.toBe(key);
      }
    }
  });

  it("is what the generator writes, also in a comment", () => {
    const written = (section: string, key: string): string | undefined =>
      (
        open(`[${section}]\n`)
          .complete(1, 0)
          .find(({ label }) => label === key)?.textEdit as TextEdit | undefined
      )?.newText;
    expect(written("rpc", "enable_ssl")).toBe("enable_ssl=true");
    expect(written("rpc", "tars_rpc_port")).toBe("tars_rpc_port=20021");
    expect(written("txpool", "verify_worker_num")).toBe("verify_worker_num=2");
    expect(written("storage_security", "cipher_data_key")).toBe("cipher_data_key=");
    expect(written("web3_rpc", "cors_allowed_headers")).toBe("cors_allowed_headers=");
  });

  it("offers words of which a value is made, none that stand for some", () => {
    const labels = open("[flow_control]\nmodules_without_bw_limit=\n")
      .complete(1, 25)
      .map(({ label }) => label);
    expect(labels).toContain("raft");
    expect(labels).not.toContain("<number>");
  });
});

describe("what is in effect", () => {
  it("is the value, the default, or what the node makes of it", () => {
    const { effective } = open("[p2p]\nsm_ssl=flase\nthread_count=-1\n[rpc]\nlisten_port=70000\n[log]\nlevel=warn\n");
    expect(effective(1)).toMatch(/^In effect: the default, `false`/);
    expect(effective(2)).toMatch(/^In effect: the node doesn't start\. A negative number of threads/);
    expect(effective(4)).toMatch(/^The node cuts 70000 to 16 bits/);
    expect(effective(6)).toMatch(/^Not one of/);
  });

  it("is not what the node doesn't read", () => {
    expect(open("[rpc]\nenable_ssl=false\n", "3.6.0").effective(1)).toMatch(/doesn't recognize this key/);
    expect(open("[rpc]\nenable_ssl=false\n").effective(1)).toBe("In effect: `false`");
    expect(open("[rpc]\nenable_ssl=true\ndisable_ssl=true\n").effective(2)).toMatch(/ignores this key/);
  });
});

it("isn't said of an ID that the node accepts it where it reads another section", () => {
  const id = "a".repeat(128);
  const messageOf = (text: string, line: number): string => open(text).hover(line, 8);
  expect(messageOf(`[cal]\ncal.0=${id}\n`, 1)).toMatch(/The node accepts connections from this ID/);
  const shadowed = `[cal]\ncal.0=${id}\n[certificate_whitelist]\ncal.0=${id}\n`;
  expect(messageOf(shadowed, 1)).toMatch(/Not read: \[certificate_whitelist\] takes precedence/);
  expect(messageOf(shadowed, 3)).toMatch(/The node accepts connections from this ID/);
});

it("is a genesis by every name that the rest of the product takes for one", () => {
  for (const path of ["/n/config.genesis", "/n/group1.genesis", "/n/Config.GENESIS"]) {
    expect(fileKind(path)).toBe("genesis");
    expect(detectFile(path, "", true)).toBe("genesis");
  }
  expect(fileKind("/n/config.ini")).toBe("config");
});

describe("a byte order mark that the editor hides", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "marked-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is found in the file of an open document, until it is saved without it", async () => {
    const path = join(folder, "config.ini");
    const text = "[p2p]\nlisten_port=30300\n";
    const { state, document } = open(text);
    document.path = path;
    const rules = async (content: string): Promise<string[]> => {
      writeFileSync(path, content);
      await state.lookForMark(document);
      document.revision++;
      return state.findings(document).map(({ rule }) => rule);
    };
    expect(await rules(`\uFEFF${text}`)).toContain("ini.bom");
    const [mark] = state.findings(document);
    expect(mark?.message).toMatchObject({ stopsNode: true });
    // there is nothing in the text that an edit could take away
    expect(mark && fixesFor(document.ini, mark, state.context(path))).toEqual([]);
    expect(await rules(text)).not.toContain("ini.bom");
    rmSync(path);
    await state.lookForMark(document);
    expect(document.marked).toBe(false);
  });
});
