import { beforeEach, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { transact } from "../../../../../src/chain/transaction/transact";
import { registerContractForm } from "../../../../../src/extension/features/contractForm/registerContractForm";
import { repeatSent } from "../../../../../src/extension/features/contracts/sent/repeatSent";
import { transactionRequest } from "../../../../../src/extension/flows/commandLine/transactionRequest";
import { artifactPath, namedArtifact } from "../../../../../src/extension/flows/contracts/namedArtifact";
import { constructorSignature } from "../../../../../src/extension/flows/lines/functionText";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import type { SentTransaction } from "../../../../../src/extension/state/history/sentTransactions";
import { signerOf, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const abi = [{ type: "constructor", inputs: [{ name: "first", type: "uint256" }], stateMutability: "nonpayable" }];
/** A contract that stops at once; for the active chain it compiles to other code. */
const [ours, others] = ["6001600c60003960016000f300", "6001600c60003960016000f3fe"];

describe("a source that compiles to other code for each chain", () => {
  const on = suiteApp();
  const uri = Uri.file("/work/Counter.sol").with({ fragment: "Counter" });
  let sent: SentTransaction;
  beforeEach(async () => {
    Object.assign(on.app.artifacts, {
      list: async () => [{ name: "Counter", deployable: true, uri, place: { folder: "" } }],
      read: async (_: Uri, group: unknown) => ({
        artifact: { name: "Counter", abi, bytecode: group === on.group ? ours : others, libraryNames: {} },
        uri,
      }),
    });
    const data = contractInterface(abi, on.group.session.suite).encodeDeploy(ours, [7n]);
    const { transactionHash: hash } = await transact(on.group.session, await signerOf(on), { data });
    const outcome = { kind: "done", status: 0, block: 1 } as const;
    sent = { hash, title: "Deploy Counter", time: 1, from: "0x0", to: "", artifact: uri.toString(), outcome };
    await on.app.sent.remember(on.group, sent);
  });
  const target = (): Target => markTrusted({ kind: "transaction", hash: sent.hash, sent, group: on.group });

  it("is read for the chain that the transaction went to: its arguments are there again", async () => {
    let form: unknown;
    host.commands.set("chainside.openDeploymentForm", (given) => {
      form = given;
    });
    await repeatSent(on.app, on.group as WritableGroup, target());
    expect(form).toMatchObject({ first: { draft: { values: ["7"] } } });
    const { request } = await transactionRequest(on.app, on.group, target(), "", artifactPath);
    expect(request).toMatchObject({ kind: "deploy", args: ["7"] });
  });

  it("is deployed and copied by a form and a notebook as the form's chain wants it", async () => {
    const forms = registerContractForm(on.app);
    await host.commands.get("chainside.openDeploymentForm")?.(markTrusted({ kind: "artifact", uri, group: on.group }));
    const [panel] = host.panels;
    const question = { signature: constructorSignature, draft: { values: ["7"], amount: "", libraries: {} } };
    panel?.say({ type: "ask", id: 1, name: "copyData", value: question });
    await expect.poll(() => host.clipboard).toMatch(new RegExp(`^0x${ours}0+7$`));
    forms.dispose();
    const { artifact } = await namedArtifact(on.app, "Counter", on.group);
    expect(artifact.bytecode).toBe(ours);
  });
});
