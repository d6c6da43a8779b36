import { describe, expect, it } from "vitest";
import { createTable } from "../../../../../src/chain/services/table/createTable";
import { signAndSend } from "../../../../../src/extension/flows/signing/signAndSend";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { createErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { signedRequests, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { preparedOf } from "../../../../support/preparedOf";

describe("signing", () => {
  const on = suiteApp();
  let made = 0;

  /** Makes a table, whose trial run the embedded chain answers. */
  const send = (more: { warnings?: string[]; again?: boolean } = {}): Promise<unknown> => {
    const table = `t${more.again ? made : ++made}`;
    return signAndSend(
      on.app,
      on.group as WritableGroup,
      preparedOf(
        {
          title: "Create Table",
          lines: [{ label: "Table", value: table }],
          ...(more.warnings ? { warnings: more.warnings } : {}),
        },
        (signer, options) =>
          createTable(
            on.group.session,
            signer,
            { table, keyField: "id", valueFields: ["v"], keyOrder: "lexicographic" },
            options,
          ),
      ),
    );
  };

  it("asks before anything is signed, a dry run included", async () => {
    host.awaited = [/Dry run without your signature: would succeed/];
    host.picks = [/Sign and Send/];
    let signed: readonly string[] = ["nobody asked"];
    host.onQuestion = () => {
      signed = signedRequests(on.asked);
    };
    await send();
    expect(signed).toEqual([]);
    expect(host.questions.length).toBe(1);
    expect(signedRequests(on.asked)).toEqual(["sendTransaction"]);
  });

  it("signs nothing when the question is left", async () => {
    await expect(send()).rejects.toBeInstanceOf(Cancelled);
    expect(signedRequests(on.asked)).toEqual([]);
    expect(on.app.sent.list(on.group).filter(({ title }) => title !== "Create Table")).toEqual([]);
  });

  it("signs the dry run where the user wants that: by the setting, or in the question", async () => {
    host.set("chainside.signDryRuns", true);
    host.awaited = [/Dry run: would succeed/];
    host.picks = [/Sign and Send/];
    await send();
    expect(signedRequests(on.asked)).toEqual(["call", "sendTransaction"]);
    host.reset();
    on.asked.length = 0;
    host.awaited = [/Sign Dry Run/, /Dry run: would succeed/];
    host.picks = [/Sign Dry Run/, /Sign and Send/];
    await send();
    expect(signedRequests(on.asked)).toEqual(["call", "sendTransaction"]);
  });

  it("asks nothing with full access, unless something speaks against it", async () => {
    on.access = "full";
    await send();
    expect(host.questions).toEqual([]);
    await expect(send({ warnings: ["Columns can't be removed later."] })).rejects.toBeInstanceOf(Cancelled);
    expect(host.questions.join()).toContain("Columns can't be removed later.");
  });

  it("shows the receipt of what was refused on the chain that it was sent to", async () => {
    on.access = "full";
    await send();
    host.picks = [/Sign and Send/];
    const refused: unknown = await send({ again: true }).catch((error: unknown) => error);
    host.buttons = [/Show Receipt/];
    await createErrorReporter({ error: () => undefined } as never).show(refused);
    const shown = { kind: "transaction", hash: expect.stringMatching(/^0x/), group: on.group };
    expect(host.executed.at(-1)).toEqual(["chainside.showReceipt", shown]);
  });

  it("asks with full access when the dry run fails", async () => {
    on.access = "full";
    await send();
    on.asked.length = 0;
    await expect(send({ again: true })).rejects.toBeInstanceOf(Cancelled);
    expect(host.questions).toHaveLength(1);
    expect(signedRequests(on.asked)).toEqual(["call"]);
  });

  it("signs nothing on a connection that became read-only meanwhile", async () => {
    on.access = "readOnly";
    await expect(send()).rejects.toMatchObject({ code: "readOnlyConnection" });
    expect(on.asked).toEqual([]);
  });

  it("remembers what was sent, and result", async () => {
    on.access = "full";
    await send();
    const [newest] = on.app.sent.list(on.group);
    expect(newest).toMatchObject({ title: "Create Table", outcome: { kind: "done", status: 0 } });
  });
});
