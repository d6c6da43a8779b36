import * as vscode from "vscode";
import type { Address } from "../../../crypto/hex";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import { askText } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";

const service = (): Promise<typeof import("../../../chain/services/sharding/shard")> =>
  import("../../../chain/services/sharding/shard");

const nameRule = (text: string): string | undefined =>
  /^\w[\w\-#@.]*$/.test(text.trim())
    ? undefined
    : vscode.l10n.t("Use only letters, digits, and _ - # @ . characters. Start with a letter, a digit, or _.");

/** Which contract it is does not matter to whether sharding is there. */
const anyAddress: Address = "0x0000000000000000000000000000000000001010";

async function makeShard(app: Chainside, group: WritableGroup): Promise<void> {
  const shards = await service();
  // Asked first: where the feature is off, the reason comes before any question and nothing is signed in vain.
  await shards.getContractShard(group.session, anyAddress);
  const title = vscode.l10n.t("Create Shard");
  const name = (
    await askText({ title, prompt: vscode.l10n.t("Enter a name for the new shard"), validate: nameRule })
  ).trim();
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [{ label: vscode.l10n.t("Shard"), value: `/shards/${name}` }],
      warnings: [
        vscode.l10n.t("A shard is permanent: it can't be renamed or removed."),
        ...(await rightsWarnings(app, group, { kind: "makeShard" })),
      ],
    },
    (signer, options) => shards.makeShard(group.session, signer, name, options),
  );
  group.notify("bfs");
}

async function linkShard(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const shards = await service();
  const title = vscode.l10n.t("Add Contract to Shard");
  const contract = await askContractAddress(app, group, target, title);
  const current = await shards.getContractShard(group.session, contract);
  const name = (
    await askText({
      title,
      prompt: vscode.l10n.t("Enter the name of the shard. It's created if it doesn't exist"),
      validate: nameRule,
    })
  ).trim();
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Contract"), value: contract },
        { label: vscode.l10n.t("Shard"), value: name },
      ],
      warnings: [
        current === undefined
          ? vscode.l10n.t("The contract stays in this shard permanently.")
          : vscode.l10n.t("The contract is permanently in shard {0}. The chain will refuse this.", current),
        ...(await rightsWarnings(app, group, { kind: "linkShard" })),
      ],
    },
    (signer, options) => shards.linkShard(group.session, signer, { name, contract }, options),
  );
  group.notify("bfs");
}

async function showShard(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { getContractShard } = await service();
  const contract = await askContractAddress(app, group, target, vscode.l10n.t("Show Contract's Shard"));
  const shard = await getContractShard(group.session, contract);
  showResult(
    shard === undefined
      ? vscode.l10n.t("{0} isn't in a shard.", contract)
      : vscode.l10n.t("{0} is in shard {1}.", contract, shard),
    shard ?? "",
  );
}

/** Contracts that are executed apart from others. */
export function registerSharding(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.makeShard": writes((group) => makeShard(app, group)),
    "chainside.linkShard": writes((group, target) => linkShard(app, group, target)),
    "chainside.showShard": reads((group, target) => showShard(app, group, target)),
  });
}
