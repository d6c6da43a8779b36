import { beforeEach, describe, expect, it } from "vitest";
import {
  languageId,
  switchLanguage,
} from "../../../../../src/extension/features/configLanguage/registerConfigLanguage";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const text =
  "[rpc]\nlisten_port=20200\n[p2p]\nnodes_path=./\n[chain]\nsm_crypto=false\n[consensus]\nmin_seal_time=500\n";

class Document {
  languageId = "ini";
  isClosed = false;
  readonly uri: Uri;
  constructor(path: string) {
    this.uri = Uri.file(path);
  }
  getText(): string {
    return text;
  }
}

const passing = new Set<string>();
const shown = (document: Document): Promise<unknown> => switchLanguage(document as never, passing);

describe("the language of a node's configuration", () => {
  beforeEach(() => host.reset());

  it("is given to a file of a node", async () => {
    const document = new Document("/nodes/node0/config.ini");
    await shown(document);
    expect(document.languageId).toBe(languageId);
  });

  it("is tried once for a file that passes by, and again when somebody sees it", async () => {
    const open = (): Document => new Document("/nodes/node1/config.ini");
    for (let round = 0; round < 5; round++) {
      const document = open();
      const switched = shown(document);
      document.isClosed = round < 4;
      await expect(switched).resolves.toBe(document);
    }
    expect(host.languagesGiven).toHaveLength(1);
    const document = open();
    host.visibleDocuments = [document];
    await shown(document);
    expect(document.languageId).toBe(languageId);
    await shown(open());
    expect(host.languagesGiven).toHaveLength(3);
  });
});
