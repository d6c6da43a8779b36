import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peersText } from "../../../../../src/extension/features/diagnosis/diagnosisText";
import type { NodeFolder } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { readAccessLists } from "../../../../../src/nodeConfig/analysis/accessLists";
import { parseDocument } from "../../../../../src/nodeConfig/document/iniDocument";
import { suiteApp } from "../../../../support/extensionApp";
import { listening } from "../../../../support/listening";
import { olderNode, olderPeerIds } from "../../../../support/olderNode";

describe("peers of a node of 2.x", () => {
  const on = suiteApp();
  const older = olderNode();
  let url = "";
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listening(older)}`;
  });
  afterAll(() => void older.close());

  it("are shown with what the lists of the workspace's nodes say to them; an endpoint that doesn't answer has its error", async () => {
    const document = parseDocument(`[certificate_blacklist]\ncrl.0=${olderPeerIds[1]}\n`);
    const lists = readAccessLists(document, { identityLength: 128 });
    const folders = [{ node: { name: "node7" }, lists }] as unknown as NodeFolder[];
    Object.assign(on.app.nodeFolders, { list: async () => folders });
    const gone = "http://127.0.0.1:9";
    const profile = { name: "old", endpoints: [url, gone], group: "", access: "readOnly" as const };
    const words = await peersText(on.app, profile, new AbortController().signal);
    expect(words).toContain(`Peers of ${url}: 2`);
    expect(words).toContain("2.x node. Only its peers can be read");
    expect(words).toContain("node7: would refuse 1 of 2 peers");
    expect(words).toMatch(/✗ old2.*crl\.0 in the blacklist names it/);
    expect(words.slice(words.indexOf(gone))).toMatch(/^\S+\n {2}\S.+/);
  });
});
